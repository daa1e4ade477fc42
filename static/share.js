// The invitation: its link goes out by the phone's share sheet, or is copied, or at least selected; who sits down is
// heard.
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
    } catch {
      /* it is still selected */
    }
  }

  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-share]');
    if (button) share(button);
  });

  /* Somebody sits down: they appear beside the code, and it can be heard. */
  const arrived = () => document.querySelectorAll('.arrivals li').length;
  let here = arrived();
  addEventListener('rendered', () => {
    const before = here;
    here = arrived();
    // no browser lets a page sound before the first touch
    let quiet = navigator.userActivation?.hasBeenActive === false;
    try {
      quiet ||= localStorage.sound === 'quiet';
    } catch {
      /* nothing is stored */
    }
    if (here <= before || quiet) return;
    try {
      navigator.vibrate?.(40);
    } catch {
      /* not this phone */
    }
    import('/static/sound.js').then((sound) => sound.tone()).catch(() => {});
  });
})();
