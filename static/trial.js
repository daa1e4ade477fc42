// A sample night goes on by itself: every few seconds it presses Next, as long as somebody looks and does not tap.
'use strict';
(() => {
  const BEAT = 5000,
    AFTER_A_TAP = 10000; // ms until the next step
  const form = document.getElementById('trial'),
    pause = form.querySelector('[data-pause]');
  let timer;
  const isHeld = () => pause.getAttribute('aria-pressed') === 'true';
  function wait(time = BEAT) {
    clearTimeout(timer);
    if (!isHeld() && !document.hidden)
      timer = setTimeout(() => (form.matches('.busy') ? wait() : form.requestSubmit()), time);
  }
  pause.hidden = false;
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(!isHeld()));
    pause.textContent = isHeld() ? 'Go on' : 'Pause';
    wait(isHeld() ? undefined : 500);
  });
  addEventListener('answered', () => wait());
  addEventListener('click', ({ isTrusted, target }) => {
    if (isTrusted && !form.contains(target)) wait(AFTER_A_TAP);
  });
  document.addEventListener('visibilitychange', () => wait());
  wait(1500);
})();
