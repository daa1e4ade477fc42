// For who plays by keyboard, fetched at the first key: the focus is never lost, and Escape puts a drink off.
const { body } = document;
const full = () => document.querySelector('.moment:not(.later):has(*)');
const gone = (one) => !one.isConnected || one === body || one.closest('[inert]') || !one.checkVisibility();
const signOf = (one) => [one.localName, one.name, ...['value', 'href'].map((name) => one.getAttribute(name)), one.matches('summary') && one.parentElement.id].join();

let left = body, sign, region; // which control it was on last, outside the drink
function leave(one) {
  if (one.closest('.moment,.skip')) return;
  left = one;
  sign = signOf(one);
  region = one.closest('.region')?.id;
}
leave(document.activeElement);
addEventListener('focusin', ({ target }) => leave(target));

/** The same control where a painting put a new one, or made another of the old one. */
function again() {
  if (signOf(left) === sign && !gone(left)) return left;
  const within = document.getElementById(region);
  return within && [...within.querySelectorAll('a,button,input,select,summary')].find((one) => signOf(one) === sign && !gone(one));
}

/** What was focused is gone or covered: to the same control, to the drink that covers it, or to the content. */
function find() {
  const at = document.activeElement;
  if (left === body || !(gone(at) || at.matches('.moment.later') || (at === left && signOf(at) !== sign))) return;
  (again() || full() || document.getElementById('main')).focus({ preventScroll: true });
}
for (const type of ['painted', 'click', 'htmx:after:swap']) addEventListener(type, () => setTimeout(find, 50));
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') full()?.querySelector('[data-later]')?.click();
});
