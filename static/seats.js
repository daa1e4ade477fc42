// Moves seats by dragging; the buttons beside each name do the same, also by keyboard.
'use strict';
(() => {
  let row; // the one under the finger
  let before; // the order at the start: if it is the same at the end, nothing is sent

  const order = (list) => [...list.querySelectorAll('[name=order]')].map((input) => input.value).join();

  addEventListener('pointerdown', (event) => {
    const handle = event.target.closest?.('[data-sortable] [data-handle]');
    if (!handle || event.button) return;
    event.preventDefault();
    row = handle.closest('li');
    before = order(row.parentElement);
    row.classList.add('dragging'); // connection.js holds back what arrives for this list meanwhile
  });

  addEventListener('pointermove', (event) => {
    if (!row) return;
    for (const other of row.parentElement.children) {
      const box = other.getBoundingClientRect();
      if (other === row || event.clientY < box.top || event.clientY > box.bottom) continue;
      const down = row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
      // Only past the middle, so that rows of different heights do not jump back and forth under the finger.
      if (down ? event.clientY > box.top + box.height / 2 : event.clientY < box.top + box.height / 2) {
        if (down) other.after(row);
        else other.before(row);
      }
      return;
    }
  });

  function letGo(event) {
    if (!row) return;
    const list = row.parentElement;
    row.classList.remove('dragging');
    row = undefined;
    if (event.type === 'pointerup' && order(list) !== before) list.closest('form').requestSubmit();
    else dispatchEvent(new Event('focusout')); // updates that were held back can be shown now
  }
  addEventListener('pointerup', letGo);
  addEventListener('pointercancel', letGo);
})();
