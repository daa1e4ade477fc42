// The thumb zone shows one thing at a time; its classes say which, for styles that depend on it:
// `asked` while a question to this phone's player is open, else `on-turn` while it is their turn, `bare` while it shows
// nothing. `main` is `crowded` while an answer or a question needs room beside a fine, `reading` until Next deal
// is tapped, `links` while links alone, or whom one plays for, lie there.
'use strict';
(() => {
  const zone = document.querySelector('.thumb');
  if (!zone) return;
  const main = zone.parentElement,
    has = (selector) => zone.querySelector(selector);
  const first = () => has('.question[open], .dealt[open]'); // all below it is covered
  let covers = first()?.id,
    changed = 0;

  function look() {
    const asked = has('.question[open]'),
      turn = !asked && has('.my-turn');
    if ((asked || turn) && !zone.matches('.asked, .on-turn'))
      for (const tap of zone.querySelectorAll('.tap[open]')) tap.open = false;
    zone.classList.toggle('asked', asked);
    zone.classList.toggle('on-turn', turn);
    const links = !zone.lastChild.querySelector('form:not([hidden], .others), :not(form) > button, .unshown');
    main.classList.toggle('links', links);
    zone.classList.toggle('bare', links && !has('a, p'));
    const reading = has('.dealt[open]');
    if (main.matches('.reading') && !reading) scrollTo(0, 0); // there the next deal has its headline
    main.classList.toggle('reading', reading);
    main.classList.toggle('crowded', asked || has('.call, .answer > *'));
    const now = first()?.id;
    if (now === covers) return;
    [covers, changed] = [now, Date.now()];
    dispatchEvent(new CustomEvent('uncovered', { detail: [...zone.querySelectorAll('form[data-slot]')] }));
  }
  // A link that came up under the thumb less than 600 ms ago takes no tap; late-taps.js judges buttons.
  addEventListener(
    'click',
    (event) => {
      if (Date.now() - changed < 600 && event.target.closest?.('.thumb :is(a, summary)')) event.preventDefault();
    },
    true,
  );
  // Whenever what this phone is asked changes, after a tap for somebody, and when a game ends, the headline of the table
  // is shown once; not to somebody who is typing.
  const ASKS = '#r-record.idle, .question, .right, .my-turn form, #r-own-game form[data-pad]';
  const calls = () => [...main.querySelectorAll(ASKS)].map(({ id, dataset }) => id + dataset.slot).join();
  let called = calls();
  addEventListener('submit', (event) => {
    if (event.target.closest('.tap')) called = 0;
  });
  addEventListener('rendered', () => {
    if (called === (called = calls()) || document.activeElement.matches('textarea, input')) return;
    if (document.querySelector('.at-table')) scrollTo(0, 0);
  });
  // for what scrolls or ends above the zone
  new ResizeObserver(() => {
    const height = `${zone.offsetHeight}px`;
    document.documentElement.style.scrollPaddingBottom = height;
    document.getElementById('r-mine')?.style.setProperty('--thumb-height', height);
  }).observe(zone);
  new MutationObserver(look).observe(zone, {
    childList: true,
    subtree: true,
    attributeFilter: ['open'],
  });
  look();
})();
