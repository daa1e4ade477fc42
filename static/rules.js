// The pages of house rules: reads rules aloud, and keeps books on the phone.
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const speech = window.speechSynthesis;
  document.documentElement.classList.toggle('speaks', Boolean(speech));

  /* ---- read aloud -------------------------------------------------------------------------------------------- */
  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-speak]');
    if (!button || !speech) return;
    speech.cancel();
    speech.speak(new SpeechSynthesisUtterance(button.dataset.speak));
  });

  /* ---- books kept on this phone -------------------------------------------------------------------------------- */
  const KEPT = 'rule books';
  function kept() {
    try {
      const books = JSON.parse(localStorage[KEPT] || '[]');
      return Array.isArray(books)
        ? books.filter(({ word, name }) => typeof word === 'string' && typeof name === 'string')
        : [];
    } catch {
      return [];
    }
  }
  function keep(books) {
    try {
      localStorage[KEPT] = JSON.stringify(books.slice(0, 20));
      return true;
    } catch {
      return false;
    }
  }

  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-keep-book]');
    if (!button) return;
    const { keepBook: word, name } = button.dataset;
    const done = keep([{ word, name, at: Date.now() }, ...kept().filter((book) => book.word !== word)]);
    button.textContent = done ? 'Saved on this phone ✓' : 'This phone keeps nothing. Save the file instead.';
  });

  function line(book, home) {
    const row = document.createElement('li');
    const open = document.createElement('a');
    open.className = 'button';
    open.href = `${home}?book=${encodeURIComponent(book.word)}`;
    open.textContent = `${book.name}, ${new Date(book.at).toLocaleDateString([], { day: 'numeric', month: 'short' })}`;
    const away = document.createElement('button');
    away.className = 'button quiet';
    away.type = 'button';
    away.textContent = 'Forget';
    away.setAttribute('aria-label', `Forget ${book.name}`);
    away.addEventListener('click', () => {
      keep(kept().filter((other) => other.word !== book.word));
      list();
    });
    row.className = 'buttons';
    row.append(open, away);
    return row;
  }
  function list() {
    const place = document.getElementById('kept');
    if (!place) return;
    const books = kept();
    place.hidden = !books.length;
    place.querySelector('ul').replaceChildren(...books.map((book) => line(book, place.dataset.at)));
  }
  list();

  /* ---- a rule that is in force cannot be brought in again -------------------------------------------------------- */
  function mark() {
    const texts = new Set(all('#r-in-force li').map((item) => item.textContent));
    for (const offer of all('[data-bare]')) {
      const button = offer.querySelector('button');
      if (button.disabled === texts.has(offer.dataset.bare)) continue;
      button.disabled = !button.disabled;
      button.textContent = button.disabled ? 'In ✓' : button.dataset.add;
    }
  }
  const inForce = document.getElementById('r-in-force');
  if (inForce)
    new MutationObserver(mark).observe(inForce.parentElement, { subtree: true, childList: true, characterData: true });
})();
