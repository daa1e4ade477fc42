// For players with a keyboard, loaded at the first key: the focus is never lost, and Escape puts a fine off.
const { body } = document;
const COVERED = '.bar[aria-hidden],.page[aria-hidden]'; // by static/alerts.js
const full = () => document.querySelector('.fine-alert.full:not(.later)');
const gone = (one) =>
  !one.isConnected || one === body || one.disabled || one.closest(COVERED) || one.checkVisibility?.() === false;
const signOf = (one) =>
  [
    one.localName,
    one.name,
    ...['value', 'href'].map((name) => one.getAttribute(name)),
    one.matches('summary') && one.parentElement.id,
  ].join();

let left = body,
  sign,
  area,
  isKey; // the control focused last outside the fine alert, and the region around it that updates replace
function leave(one) {
  if (one.closest('.fine-alert,.skip')) return;
  const region = one.closest('[id^=r-]');
  left = one;
  sign = signOf(one);
  area = (region || one.closest('.form[id]'))?.id;
  isKey = one.matches('.key');
}

addEventListener('focusin', ({ target }) => leave(target));
leave(document.activeElement);

/** The same control after an update that replaced or changed the old one. */
function again() {
  if (signOf(left) === sign && !gone(left)) return left;
  const stops = [...(document.getElementById(area)?.querySelectorAll('a,button,input,select,summary') || [])];
  const open = stops.filter((one) => !gone(one));
  return open.find((one) => signOf(one) === sign) || (isKey && open[0]) || undefined;
}

const thumb = () =>
  [...document.querySelectorAll('.thumb :is(a,button,input,select,summary)')].find((one) => !gone(one));

/**
 * If the focused control is gone or covered, moves the focus to its replacement, the fine alert over it, the thumb zone
 * or the content.
 */
function find() {
  const at = document.activeElement;
  if (left === body || !(gone(at) || at.matches('.fine-alert.later') || (at === left && signOf(at) !== sign))) return;
  const next =
    again() ||
    full() ||
    (document.getElementById(area)?.closest('.thumb') && thumb()) ||
    document.getElementById('main');
  next.focus({ preventScroll: true });
}
const soon = () => setTimeout(find, 50);
addEventListener('rendered', find);
addEventListener('click', soon);
new MutationObserver(soon).observe(body, { childList: true, subtree: true }); // no event tells that an element is gone
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') full()?.querySelector('[data-later]')?.click();
});
