// The big screen: shows the last result large, moves a trick's cards to its winner, and reads the news aloud.
'use strict';
(() => {
  const FRESH = 9000,
    FLIGHT = 1800,
    PLEA = 20e3,
    DRIFT = 180e3; // ms
  const { body } = document;
  const byId = (id) => document.getElementById(id);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const recall = () => {
    try {
      return localStorage.aloud;
    } catch {
      return undefined;
    }
  };
  const remember = (on) => {
    try {
      localStorage.aloud = on;
    } catch {
      /* until the page is closed */
    }
  };

  /* ---- what has just happened --------------------------------------------------------------------------- */
  const news = () => document.querySelector('.landed');
  const trick = () => document.querySelector('.oval')?.dataset.trick;
  let seen = { news: news()?.id, trick: trick(), words: byId('r-say').textContent.trim() },
    fading;

  function land() {
    const now = news();
    if (now?.id === seen.news) return;
    seen.news = now?.id;
    clearTimeout(fading);
    const small = () => body.classList.remove('fresh');
    const large = () => {
      body.classList.add('fresh');
      fading = setTimeout(small, now.querySelector('.plead') ? PLEA : FRESH);
    };
    small();
    if (now?.dataset.costs) fading = setTimeout(large, body.classList.contains('sweeping') ? FLIGHT : 0);
  }

  /** The winners of a game go back to the headline. */
  function step() {
    const winners = document.querySelector('.winners.news');
    if (winners) setTimeout(() => winners.classList.remove('news'), FRESH);
  }

  /** Moves every card, or its back if the cards were not entered, to the winner of the trick. */
  function sweep() {
    if (trick() === seen.trick) return;
    seen.trick = trick();
    const taker = document.querySelector('.took .plate');
    if (!taker || still.matches) return;
    body.classList.add('sweeping');
    setTimeout(() => body.classList.remove('sweeping'), FLIGHT);
    const goal = taker.getBoundingClientRect();
    const laid = [...document.querySelectorAll('.laid .card')];
    for (const from of laid.length ? laid : document.querySelectorAll('.chair:not(.away) .plate')) fly(from, goal);
  }

  function fly(from, goal) {
    const { left, top, width, height } = from.getBoundingClientRect();
    const card = from.matches('.card') ? from.cloneNode(true) : document.createElement('i');
    card.classList.add('flying');
    card.setAttribute('aria-hidden', 'true');
    body.append(card);
    const own = card.getBoundingClientRect();
    const at = (x, y) => `translate(${x - own.width / 2}px, ${y - own.height / 2}px)`;
    const start = at(left + width / 2, top + height / 2);
    const end = at(goal.left + goal.width / 2, goal.top + goal.height / 2);
    card.animate(
      [
        { transform: start, opacity: 1 },
        { transform: start, offset: 0.35 },
        { transform: `${end} scale(.5)`, opacity: 0 },
      ],
      { duration: FLIGHT, easing: 'ease-in-out' },
    ).onfinish = () => card.remove();
  }

  /* ---- aloud --------------------------------------------------------------------------------------------- */
  const { speechSynthesis: voice } = window;
  const aloud = byId('aloud');
  const isOn = () => aloud.getAttribute('aria-pressed') === 'true';
  const turn = (on) => aloud.setAttribute('aria-pressed', Boolean(on));

  function say(words) {
    voice.cancel(); // an older result is not read to its end
    const said = new SpeechSynthesisUtterance(words);
    said.lang = document.documentElement.lang;
    said.onerror = ({ error }) => {
      if (error === 'not-allowed') turn(false);
    }; // a reopened page can speak only after a touch
    voice.speak(said);
  }
  function tell() {
    const words = byId('r-say').textContent.trim();
    if (words === seen.words) return;
    seen.words = words;
    if (words && voice && isOn()) say(words);
  }
  if (voice) {
    aloud.hidden = false;
    turn(recall() === 'on');
    aloud.addEventListener('click', () => {
      turn(!isOn());
      remember(isOn() ? 'on' : '');
      if (isOn()) say(seen.words || 'I’ll read the results aloud.');
      else voice.cancel();
    });
  }

  addEventListener('rendered', () => {
    step();
    sweep();
    land();
    tell();
  });

  /* ---- a screen that hangs there all night ---------------------------------------------------------------- */
  const whole = byId('whole');
  const fits = () => {
    whole.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
  };
  whole.addEventListener('click', () => document.documentElement.requestFullscreen().catch(() => {}));
  document.addEventListener('fullscreenchange', fits);
  fits();

  let drift = 0; // moves the picture a little, so that no bright spot burns in
  setInterval(() => {
    body.dataset.drift = drift = (drift + 1) % 4;
  }, DRIFT);

  // Only https can keep a screen awake, and the browser lets go of it whenever the page is hidden.
  const wake = () => {
    if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
  };
  document.addEventListener('visibilitychange', wake);
  wake();
})();
