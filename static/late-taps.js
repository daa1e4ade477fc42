// Late taps: a press counts for the form that was under the finger when it came down, or until a moment before.
(() => {
  'use strict';
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const SETTLES = 600; // ms after a slot has changed in which a tap counts for the slot that was there before
  const TAPS = 'form[method=post]',
    named = (form) => `${form.dataset.slot || ''} ${form.id}`;
  const SLOTS = 'form[data-slot]',
    slots = () => all(SLOTS);
  const isSecret = (form) => 'secret' in form.dataset;
  const settling = new Map(); // a new slot -> until when it is new
  const before = new Map(); // slot -> a copy of its form as it was before the last update
  let press,
    known = new Set(slots().map(named)); // the button under the finger or key; the slots before this update
  let gone = []; // the copies of forms that the last updates removed

  const isNew = (form, at = performance.now()) => settling.get(named(form)) > at;
  const markSettling = (form) => form.classList.toggle('settling', isNew(form));
  function settle(form) {
    settling.set(named(form), performance.now() + SETTLES);
    markSettling(form);
    setTimeout(markSettling, SETTLES + 20, form);
  }
  const twin = (form, { name, value, textContent }) =>
    all('button', form).find(
      (one) => one.name === name && one.value === value && (name || one.textContent === textContent),
    );
  const send = (form, submitter) => dispatchEvent(new CustomEvent('past', { detail: [form, submitter] }));
  /** A copy of a form with what is chosen in it; a clone alone leaves that out for selects. */
  function copied(form) {
    const copy = form.cloneNode(true),
      selects = all('select', copy);
    all('select', form).forEach(({ value }, at) => {
      selects[at].value = value;
    });
    return copy;
  }
  addEventListener('htmx-before-swap', ({ detail: { tasks } }) => {
    for (const { target } of tasks)
      for (const form of target ? all(SLOTS, target) : []) before.set(named(form), copied(form));
  });

  function comeDown(event) {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    const button = event.target.closest?.(`${TAPS} button`);
    if (event.repeat && button) return void event.preventDefault(); // a key that is held down counts once
    const { form, value } = button || {},
      copy = form && copied(form);
    press = form && {
      button,
      value,
      slot: named(form),
      copy,
      old: twin(copy, button),
      box: button.getBoundingClientRect(),
      at: event.timeStamp, // a busy phone hears of a finger late
    };
  }
  /** If an update replaced the button under the finger, no click of it follows: its tap is sent as it was meant. */
  function goUp({ type, clientX: x, clientY: y }) {
    const { button, value, slot, copy, box, old } = press || {};
    const isOff =
      type === 'pointercancel' ||
      (type === 'pointerup' && !(x >= box?.left && x <= box.right && y >= box.top && y <= box.bottom));
    if (!button || isOff || (button.getClientRects().length && button.value === value && named(button.form) === slot))
      return;
    const form = all(TAPS).find((one) => named(one) === slot),
      same = slot !== ' ' && form && twin(form, old);
    press = undefined;
    if (same) same.click();
    else if (!old.closest('.keypad')) send(copy, old);
    const done = (press = { isDone: true }); // some browsers send a click to whatever is there now
    setTimeout(() => {
      if (press === done) press = undefined;
    }, 400);
  }
  function judge(event) {
    const { isDone, at } = press || {},
      button = event.target.closest?.(`${TAPS} button`);
    press = undefined;
    if (
      !isDone &&
      (!button ||
        !isNew(button.form, at) ||
        button.type !== 'submit' ||
        button.formMethod === 'get' ||
        button.closest('.keypad'))
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    if (isDone) return;
    const old = gone.find((form) => twin(form, button)),
      form = old || copied(button.form);
    // the server asks whether this was meant
    const said = !isSecret(form) && button.innerText.trim().split('\n')[0],
      value = [said, form.dataset.slot?.replace(/^deal \d+ /, '')].filter(Boolean).join(' for ');
    if (!old) form.append(Object.assign(document.createElement('input'), { name: 'appeared', value }));
    send(form, twin(form, button));
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, comeDown, true);
  for (const type of ['pointerup', 'pointercancel', 'keyup']) addEventListener(type, goUp, true);
  addEventListener('click', judge, true);

  addEventListener('uncovered', ({ detail }) => detail.forEach(settle)); // static/thumb.js
  addEventListener('rendered', () => {
    const old = known,
      forms = slots();
    known = new Set(forms.map(named));
    const left = [...before].filter(([slot]) => !known.has(slot)).map(([, copy]) => copy);
    before.clear();
    if (left.length) gone = left.filter((form) => !isSecret(form)); // nobody enters another’s secret
    forms.forEach(markSettling); // the update may have taken it off
    const fresh = forms.filter((form) => !old.has(named(form)));
    fresh.forEach(settle);
    if (fresh.length) dispatchEvent(new CustomEvent('appeared', { detail: fresh.map((form) => form.dataset.slot) }));
  });
  // of the tap that led to this page: the thumb may come down a second time
  if (recall('sessionStorage', 'answer')) slots().forEach(settle);
})();
