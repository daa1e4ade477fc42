// What is typed stays in this tab until it is sent: neither a reload nor a refusal loses it. A sheet that is closed
// forgets it.
(() => {
  'use strict';
  const FIELDS = 'textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=file])';
  const ABOUT = ['type', 'player', 'rule', 'in_game', 'round', 'corrects']; // what a form of the same action is about
  const all = (part, selector) => [...part.querySelectorAll(selector)];

  /** The name under which a field is kept; another form, or one filled in otherwise by the server, has another. */
  function named({ form, name, defaultValue }) {
    const about = ABOUT.map((one) => form.elements[one]?.value || '');
    return ['typed', form.getAttribute('action'), ...about, name, defaultValue].join(' ');
  }
  const isTyped = ({ form, name }) => Boolean(form && name);
  const keep = (field) =>
    remember('sessionStorage', named(field), field.value === field.defaultValue ? '' : field.value);
  const forget = (part) => {
    for (const field of all(part, FIELDS).filter(isTyped)) remember('sessionStorage', named(field), '');
  };
  function restore() {
    for (const field of all(document, FIELDS).filter(isTyped)) {
      const typed = field.value === field.defaultValue && recall('sessionStorage', named(field));
      if (!typed) continue;
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }

  addEventListener('input', ({ target }) => target.matches?.(FIELDS) && isTyped(target) && keep(target));
  // what else was typed beside the form that is sent is given up
  addEventListener('submit', ({ target }) => {
    forget(target.closest('.page, .sheet-page') || target);
    // the answer to a question sends again what was typed
    for (const { form, name } of target.closest('.answer') ? all(target, '[type=hidden]') : [])
      remember('sessionStorage', named({ form, name, defaultValue: '' }), '');
  });
  // when a tap closed it, what was typed is forgotten already, or kept since its answer was a refusal
  addEventListener('close', ({ target }) => target.returnValue || forget(target), true);
  let asked; // the form that was not taken as it was
  addEventListener('answered', ({ detail: { refused } }) => {
    asked = refused;
    for (const field of refused ? all(refused, FIELDS).filter(isTyped) : []) keep(field);
  });
  addEventListener('closed', () => asked?.elements.corrects && forget(asked)); // the entry stays as it is
  for (const type of ['laid', 'rendered']) addEventListener(type, restore);
  restore();
})();
