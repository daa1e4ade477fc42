// For who plays by keyboard, fetched at the first key: the focus is never lost, and Escape puts a drink off.
const { body } = document;
const full = () => document.querySelector('.moment:not(.later):has(*)');
const gone = (one) => !one.isConnected || one === body || one.disabled || one.closest('[inert]') || !one.checkVisibility();
const signOf = (one) => [one.localName, one.name, ...['value', 'href'].map((name) => one.getAttribute(name)), one.matches('summary') && one.parentElement.id].join();

let left = body, sign, value, area, pad; // which control it was on last, outside the drink, and what is drawn anew around it
function leave(one) {
  if (one.closest('.moment,.skip')) return;
  const region = one.closest('.region');
  left = one;
  sign = signOf(one);
  value = one.value;
  area = (region || one.closest('.form[id]'))?.id;
  pad = !region || one.matches('.key'); // there one key is pressed after the other
}
leave(document.activeElement);
addEventListener('focusin', ({ target }) => leave(target));

/** The same control where a painting put a new one, or made another of the old one; on a pad also the next. */
function again() {
  if (signOf(left) === sign && !gone(left)) return left;
  const stops = [...document.getElementById(area)?.querySelectorAll('a,button,input,select,summary') || []];
  const open = stops.filter((one) => !gone(one)), same = open.find((one) => signOf(one) === sign);
  if (same || !pad) return same;
  const laid = stops.findIndex((one) => one.matches('.key') && one.value === value);
  return (laid >= 0 && stops.slice(laid).find((one) => one.matches('.key') && !gone(one)))
    || open.find((one) => one.matches('.key,.choice,.primary')) || open[0];
}

/** What was focused is gone or covered: to what has taken its place, to the drink that covers it, or to the content. */
function find() {
  const at = document.activeElement;
  if (left === body || !(gone(at) || at.matches('.moment.later') || (at === left && signOf(at) !== sign))) return;
  const next = again();
  (next || full() || document.getElementById('main')).focus({ preventScroll: !next || !pad });
}
const soon = () => setTimeout(find, 50);
for (const type of ['painted', 'click']) addEventListener(type, soon);
new MutationObserver(soon).observe(body, { childList: true, subtree: true }); // what htmx swaps out hears of no swap
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') full()?.querySelector('[data-later]')?.click();
});
