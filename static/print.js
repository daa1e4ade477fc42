// Shows the "Print" button, which needs this script; without it the browser's own menu prints the same page.
'use strict';
(() => {
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
})();
