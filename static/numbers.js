// Numbers for everybody: a keypad that knows minus and the usual numbers, in the place of the keyboard of the phone.
'use strict';
(() => {
  const inputs = (form) => [...form.querySelectorAll('.numbers input')];
  const current = (form) =>
    form.querySelector('.numbers input.now') ||
    form.querySelector('.numbers [autofocus]') ||
    inputs(form).find((one) => !one.value) ||
    inputs(form)[0];

  const starts = new WeakMap(); // a number that the next digit replaces -> the sign that stays

  function choose(form, input) {
    // one that is chosen already is replaced too, as long as it is the recorded one
    if (input.value && (!input.matches('.now') || input.value === input.defaultValue)) starts.set(input, '');
    for (const one of inputs(form)) one.classList.toggle('now', one === input);
  }

  /** Puts the keypad under the numbers; the keyboard of the phone stays away, a real one types as before. */
  function prepare(form) {
    if (form.querySelector('.numberpad')) return;
    const pad = document.createElement('div');
    pad.className = 'numberpad stack';
    pad.append(form.querySelector('template').content.cloneNode(true));
    form.querySelector('.numbers').after(pad);
    for (const input of inputs(form)) {
      Object.assign(input, { type: 'text', inputMode: 'none' }); // as text it can begin with a minus
    }
    choose(form, current(form));
  }

  /** The number after this key: a usual one, the other sign, a digit less, or a digit more. */
  function typed(value, key) {
    if (key.startsWith('=')) return key.slice(1);
    if (key === '-') return value.startsWith('-') ? value.slice(1) : `-${value}`;
    if (key === 'back') return value.slice(0, -1);
    return value.replace('-', '').length < 4 ? (value + key).replace(/^(-?)0+(?=\d)/, '$1') : value;
  }

  addEventListener('click', (event) => {
    const key = event.target.closest?.('.numberpad .key'),
      form = key?.form;
    if (!form) return;
    const input = current(form);
    const start = starts.get(input),
      next = inputs(form)[inputs(form).indexOf(input) + 1];
    input.value = typed(key.value >= '0' && key.value <= '9' ? (start ?? input.value) : input.value, key.value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    if (key.value === '-' && start !== undefined) starts.set(input, input.value.replace(/\d+/, ''));
    if (key.value.startsWith('=') && next) choose(form, next);
  });
  addEventListener('focusin', ({ target }) => {
    if (target.matches?.('[data-numbers] .numbers input')) choose(target.form, target);
  });

  /* ---- what is typed counts for its round alone: the next one has a form of its own ------------------------------ */
  const sent = new WeakMap(),
    find = () => document.querySelector('form[data-numbers]');
  let shown = find();
  // by Enter, or by a tap
  addEventListener('submit', ({ target }) => sent.set(target, document.activeElement.matches('input')), true);
  addEventListener('input', ({ target }) => {
    sent.delete(target.form);
    starts.delete(target);
  });
  addEventListener('rendered', () => {
    const before = shown;
    shown = find();
    if (!before || before.isConnected) return;
    const isSent = sent.has(before),
      next = sent.get(before) && shown ? inputs(shown)[0] : document.getElementById('main');
    // not into the same field of another round
    if (document.activeElement === document.body) next.focus({ preventScroll: true });
    const typed = inputs(before)
      .filter(({ value }) => value)
      .map((one) => `${one.parentElement.textContent} ${one.value.replace('-', '−')}`);
    if (isSent || !typed.length) return;
    const textContent = `What you typed for ${before.dataset.slot} was not saved: ${typed.join(', ')}.`;
    const told = Object.assign(document.createElement('p'), { className: 'refused', textContent });
    queueMicrotask(() => document.getElementById('r-answer').append(told)); // after what was about the last round is gone
  });

  const all = () => document.querySelectorAll('form[data-numbers]').forEach(prepare);
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true });
  all();
})();
