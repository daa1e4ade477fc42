// What calls for the player: it buzzes once. A fine also fills the screen, and can be put off, on all pages at once.
(() => {
  'use strict';
  const all = (selector) => document.querySelectorAll(selector);
  const night = location.pathname.split('/')[2];
  const sounds = () => (recall('localStorage', 'sound') ? import('/static/sound.js') : undefined);

  // Of two texts "entry.owed": a fine that an undo brings back is not new, one after it is.
  const isOlder = (one, other) =>
    [0, 1].some((at) => Number((one || '').split('.')[at]) < Number((other || '').split('.')[at]));
  function isNews(key, now) {
    const isNew = isOlder(recall('sessionStorage', key), now);
    if (!isNew) remember('sessionStorage', key, now);
    return isNew;
  }
  /** What a fine covers is hidden from screen readers and keys, too; without inert, which would restyle all of it. */
  function cover() {
    const isCovered = Boolean(document.querySelector('#r-mine:not(.later) > *'));
    for (const under of all('.bar,.page')) {
      if (isCovered && under.contains(document.activeElement))
        document.getElementById('r-mine').focus({ preventScroll: true });
      under.ariaHidden = isCovered || null;
      for (const stop of under.querySelectorAll('a,button,input,select,summary')) {
        if (isCovered) stop.tabIndex = -1;
        else stop.removeAttribute('tabindex');
      }
    }
  }
  // A fine fills the screen only while a game is on, on the page where the buttons of the next action stay visible
  // below it; one that was seen between two games does not come back with the next.
  function postpone(fine, isPutOff = document.querySelector('#r-record.idle')) {
    const { id, classList, dataset } = fine,
      key = `later ${night} ${id}`;
    if (isPutOff) remember('sessionStorage', key, dataset.buzz);
    const isLater = isPutOff || !isNews(key, dataset.buzz) || !document.querySelector('#r-record');
    if (fine.childElementCount) fine.isLater = isLater;
    classList.toggle('later', Boolean(fine.isLater)); // once settled, the fine alert shrinks where it was
    // once it has risen, which moving the focus would delay
    if (id === 'r-mine') setTimeout(cover, fine.isLater ? 0 : 500);
  }

  function forLater(fine) {
    if (!fine) return;
    for (const own of all('.own')) own.open = false;
    postpone(fine, true);
  }
  addEventListener('click', ({ target }) => forLater(target.closest?.('[data-later]')?.closest('[data-buzz]')));
  // A tap on an award, or a key, leads to the next one.
  for (const type of ['click', 'keydown'])
    addEventListener(type, ({ target }) => {
      const awards = type === 'click' ? target.closest?.('.ceremony') : document.getElementById('ceremony');
      for (const one of awards?.getAnimations({ subtree: true }) ?? [])
        one.currentTime = (Math.floor(one.currentTime / 4000) + 1) * 4000;
    });
  // so that it does not cover the table
  addEventListener('waits', ({ target }) => forLater(target.closest('[data-buzz]')));

  function buzz(fine) {
    const { id, dataset } = fine;
    postpone(fine);
    const key = `buzz ${night} ${id}`;
    if (!isNews(key, dataset.buzz)) return;
    remember('sessionStorage', key, dataset.buzz);
    fine.classList.add('news');
    const how = recall('localStorage', 'sound');
    if (how === 'quiet' || navigator.userActivation?.hasBeenActive === false) return;
    navigator.vibrate?.([180, 80, 180]);
    if (dataset.spoken)
      sounds()
        ?.then((sound) => sound[how](dataset.spoken))
        .catch(() => {});
  }
  const look = () => all('[data-buzz]').forEach(buzz);
  for (const type of ['rendered', 'laid']) addEventListener(type, look);
  look();
  sounds()?.catch(() => {}); // a phone makes no sound before the first touch
})();
