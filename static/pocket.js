// The newest night file that this phone may have is kept on it, and fetched again after each deal and round.
const night = location.pathname.split('/')[2];
const byId = (id) => document.getElementById(id);
const TICK = 1000, SOON = 5e3, SOMETIME = 180e3; // ms
const LOST = 20; // ticks without the companion until the file is offered

let part, file, asked = 0, lost = 0;
async function keepFile() {
  const now = byId('r-record') ? byId('r-status').innerText.match(/(deal|round) \d+/i)?.[0] || '' : part;
  if (Date.now() - asked < (now === part ? SOMETIME : SOON)) return;
  asked = Date.now();
  part = now;
  await new Promise((go) => setTimeout(go, Math.random() * SOON)); // not thirteen phones at once
  const headers = file ? { 'If-None-Match': file.tag } : {};
  const answer = await fetch(`/n/${night}/night.json`, { credentials: 'same-origin', cache: 'no-store', headers });
  if (answer.status !== 200) return;
  file = { key: `${night} file`, night, at: Date.now(), tag: answer.headers.get('ETag'), rest: decodeURIComponent(answer.headers.get('X-Elsewhere') || ''), text: await answer.text() };
  await window.kept('nights', (shelf) => shelf.put(file));
}

const offer = document.createElement('div');
offer.className = 'answer';
byId('r-answer').before(offer);
const quietly = (promise) => promise.catch(() => { /* this phone keeps nothing */ });
function tick() {
  lost = byId('live-badge')?.dataset.state === 'lost' ? lost + 1 : 0;
  if (!lost) quietly(keepFile());
  if (!lost) offer.replaceChildren();
  else if (lost === LOST && file) offer.append('Is the computer gone for good? Any other companion goes on from this file. ', ...window.saving(file));
}
const forget = (shelf) => window.kept('nights', (nights) => nights.delete(`${night} ${shelf}`));
addEventListener('gone', () => ['table', 'file'].forEach((shelf) => quietly(forget(shelf))));
quietly(window.kept('nights', (nights) => nights.get(`${night} file`)).then((found) => { file = found; }));
setInterval(tick, TICK);
