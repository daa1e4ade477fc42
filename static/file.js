// The phone keeps the newest night file it is allowed to have, fetched again after each deal and round, and offers it when the
// companion stays away. On the page without network it only offers what was kept.
'use strict';
/** A button that saves the night file kept on this phone, after a text about whose phones have the rest. */
window.saving = ({ text, at, rest }) => {
  const link = document.createElement('a');
  link.className = 'button wide';
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'night.json';
  link.textContent = `Save the night as it was at ${new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}`;
  return [rest || '', link];
};
if (document.body.dataset.me) (() => {
  const SOON = 5e3, SOMETIME = 180e3; // ms
  const OFFERED = 20; // seconds without the companion until the file is offered
  const byId = (id) => document.getElementById(id), night = location.pathname.split('/')[2];
  const quietly = (promise) => promise.catch(() => { /* this phone keeps nothing */ });
  const nights = (act) => quietly(window.kept('nights', act));
  const offer = document.createElement('div');
  let stage, file, fetched = 0, lost = 0;

  async function keepFile() {
    const now = byId('r-record') ? byId('r-status').innerText.match(/(deal|round) \d+/i)?.[0] || '' : stage;
    if (Date.now() - fetched < (now === stage ? SOMETIME : SOON)) return;
    fetched = Date.now();
    stage = now;
    await new Promise((go) => setTimeout(go, Math.random() * SOON)); // so that thirteen phones do not ask at the same moment
    const headers = file ? { 'If-None-Match': file.tag } : {};
    const answer = await fetch(`/n/${night}/night.json`, { credentials: 'same-origin', cache: 'no-store', headers });
    if (answer.status !== 200) return;
    const rest = decodeURIComponent(answer.headers.get('X-Elsewhere') || '');
    file = { key: `${night} file`, night, at: Date.now(), tag: answer.headers.get('ETag'), rest, text: await answer.text() };
    nights((store) => store.put(file));
  }
  function tick() {
    lost = byId('live-badge')?.dataset.state === 'lost' ? lost + 1 : 0;
    if (!lost) quietly(keepFile());
    if (!lost) offer.replaceChildren();
    else if (lost === OFFERED && file) offer.append('Is the computer gone for good? Any other companion goes on from this file. ', ...window.saving(file));
  }
  addEventListener('gone', () => { // this phone was removed from the night
    for (const what of ['table', 'file']) nights((store) => store.delete(`${night} ${what}`));
  });
  offer.className = 'answer';
  byId('r-answer').before(offer);
  nights((store) => store.get(`${night} file`)).then((found) => { file = found; });
  setInterval(tick, 1000);
})();
