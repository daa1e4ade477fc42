// Sends the invitation's link with the phone's share sheet; if there is none, copies the link, or at least selects it.
'use strict';
(() => {
  async function share(button) {
    const url = button.dataset.share;
    if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
    const shown = document.getElementById(button.dataset.shown);
    if (shown) getSelection().selectAllChildren(shown); // plain http has no clipboard: at least the link is selected
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else if (!shown || !document.execCommand('copy')) return;
      button.textContent = 'Copied';
    } catch { /* it is still selected */ }
  }

  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-share]');
    if (button) share(button);
  });
})();
