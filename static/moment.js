// A moment fills the screen for two seconds when it arrives by the stream of a page that was live before, and only
// then. A tap ends it, and does nothing else: nobody sees what lies below. Where motion is reduced it is a still.
'use strict';
(() => {
  const newest = () => document.querySelector('#r-moment p');
  let seen = newest()?.dataset.entry,
    shown;
  addEventListener('rendered', ({ detail: { ids, isNews } }) => {
    const moment = newest(),
      entry = moment?.dataset.entry;
    if (!entry || entry === seen) return;
    seen = entry;
    if (!isNews) return;
    const { goes } = moment.dataset;
    if (goes) return void (document.querySelector('.tv,#r-board') || location.assign(goes));
    shown?.remove();
    shown = moment.cloneNode(true);
    shown.popover = 'manual'; // over a page that is laid over the table, too
    shown.ariaHidden = true; // the last entry is read to screen readers
    shown.onclick = shown.remove;
    document.body.append(shown);
    shown.showPopover?.();
    setTimeout((ended) => ended.remove(), 2000, shown);
    const how = recall('localStorage', 'sound'),
      isQuiet = !how || navigator.userActivation?.hasBeenActive === false;
    if (!isQuiet && !ids.includes('r-mine'))
      // a fine has its own sound
      import('/static/sound.js').then((sound) => sound[how](shown.lastChild.textContent)).catch(() => {});
  });
})();
