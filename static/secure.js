// Features that need https: keeps the phone awake during a game, and saves the last known table for use without
// network.
const byId = (id) => document.getElementById(id);

/* ---- awake while somebody plays, if the phone allows it ---------------------------------------------------------- */
const REST = 10 * 60e3; // ms without a tap or an update
let lock,
  stirred = Date.now();
function stayAwake() {
  const playing = byId('r-record') && !byId('r-record').matches('.idle');
  if (playing && !document.hidden && Date.now() - stirred < REST) {
    const mine = (lock ??= navigator.wakeLock.request('screen'));
    const gone = () => {
      if (lock === mine) lock = undefined;
    };
    mine.then((held) => {
      held.onrelease = gone;
    }, gone);
  } else {
    lock?.then((held) => held.release()).catch(() => {});
    lock = undefined;
  }
}
function stir() {
  stirred = Date.now();
  stayAwake();
}
if (navigator.wakeLock) {
  for (const type of ['pointerdown', 'rendered']) addEventListener(type, stir);
  document.addEventListener('visibilitychange', stir);
  setInterval(() => {
    if (lock) stayAwake();
  }, 60e3);
  stayAwake();
}

try {
  sessionStorage.offline = '';
} catch {
  /* shell.js looks again soon */
}

/* ---- the last known table ---------------------------------------------------------------------------------------- */
const CALM = 2000; // ms without an update until it is saved
const night = location.pathname.split('/')[2];
const name = document.querySelector('.title').textContent.trim();
let saving;
function keepTable() {
  clearTimeout(saving);
  if (!byId('r-record')) return;
  const html = ['r-mine', 'r-status', 'r-players', 'r-last']
    .map((id) => byId(id).outerHTML)
    .join('')
    .replace(/ style="[^"]*"/g, ''); // measured on this page
  window
    .kept('nights', (store) => store.put({ key: `${night} table`, night, name, at: Date.now(), html }))
    .catch(() => {
      /* this phone keeps nothing */
    });
}
addEventListener('rendered', () => {
  clearTimeout(saving);
  saving = setTimeout(keepTable, CALM);
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) keepTable();
});
keepTable();
