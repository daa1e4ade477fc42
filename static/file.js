// The phone keeps the newest night file it is allowed to have, fetched again after each deal and round, and offers it
// when the companion stays away. On the page without network it only offers what was kept.
'use strict';
/** A button that saves the night file kept on this phone, after a text about whose phones have the rest. */
window.saving = ({ text, rest }) => {
  const link = document.createElement('a');
  link.className = 'button wide';
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'night.json';
  link.textContent = 'Save the night';
  return [rest || '', link];
};
if (document.body.dataset.me)
  (() => {
    const SOON = 5e3,
      SOMETIME = 180e3; // ms
    const OFFERED = 20e3; // ms without the companion until the file is offered
    const byId = (id) => document.getElementById(id),
      night = location.pathname.split('/')[2],
      badge = byId('live-badge');
    const quietly = (promise) =>
      promise.catch(() => {
        /* this phone keeps nothing */
      });
    const nights = (act) => quietly(window.kept('nights', act));
    const offer = document.createElement('div');
    let stage,
      file,
      fetched = 0,
      fetching,
      offering;

    async function keepFile() {
      fetching = undefined;
      fetched = Date.now();
      const headers = file ? { 'If-None-Match': file.tag } : {};
      const answer = await fetch(`/n/${night}/night.json`, { credentials: 'same-origin', cache: 'no-store', headers });
      if (answer.status !== 200) return;
      const rest = decodeURIComponent(answer.headers.get('X-Elsewhere') || '');
      file = {
        key: `${night} file`,
        night,
        at: Date.now(),
        tag: answer.headers.get('ETag'),
        rest,
        text: await answer.text(),
      };
      nights((store) => store.put(file));
    }
    /**
     * Fetches the file after a deal or round, and now and then; at a moment of its own, so that thirteen phones do not
     * ask at once.
     */
    function follow() {
      const now = byId('r-record') ? byId('r-status').textContent.match(/(deal|round) \d+/i)?.[0] || '' : stage;
      if (fetching || (now === stage && Date.now() - fetched < SOMETIME)) return;
      stage = now;
      fetching = setTimeout(() => quietly(keepFile()), Math.max(0, fetched + SOON - Date.now()) + Math.random() * SOON);
    }
    function look() {
      clearTimeout(offering);
      if (badge?.dataset.state !== 'lost') return offer.replaceChildren();
      offering = setTimeout(() => {
        if (file)
          offer.replaceChildren(
            'Is the computer gone for good? Any other one can go on from this file. ',
            ...window.saving(file),
          );
      }, OFFERED);
    }
    addEventListener('gone', () => {
      // this phone was removed from the night
      for (const what of ['table', 'file']) nights((store) => store.delete(`${night} ${what}`));
    });
    offer.className = 'answer';
    byId('r-answer').before(offer);
    nights((store) => store.get(`${night} file`)).then((found) => {
      file = found;
    });
    addEventListener('rendered', follow);
    if (badge) new MutationObserver(look).observe(badge, { attributeFilter: ['data-state'] });
    follow();
    look();
  })();
