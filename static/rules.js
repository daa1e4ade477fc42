// The pages of house rules: keeps the words and chips of a rule in step, reads rules aloud, and keeps books on the phone.
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.getElementById('rule-form');
  const speech = window.speechSynthesis;
  document.documentElement.classList.toggle('speaks', Boolean(speech));

  /* ---- a rule is typed or tapped: htmx asks how it is understood, and words and chips follow ---------------------- */
  if (form) {
    const { text } = form.elements;
    const reading = document.getElementById('reading');
    const back = form.querySelector('[data-own-words]');
    let ownWords = ''; // what was typed before taps wrote the sentence
    const untouched = reading.innerHTML;
    let isTouched = false; // changed since the last request: its answer is out of date, and another request follows
    const own = (words) => {
      ownWords = words;
      back.hidden = !words.trim();
    };
    form.addEventListener('input', ({ target }) => {
      isTouched = true;
      if (target === text) own('');
    });
    form.addEventListener('reset', () => { // the answers of earlier requests no longer count
      isTouched = true;
      own('');
      reading.innerHTML = untouched;
    });
    addEventListener('pageshow', () => { // Back fills in what was typed, but not how it was understood
      if (text.value !== form.elements.read.value) text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const rules = document.getElementById('r-book')?.parentElement;
    const made = () => { // the form is empty again once its rule is in force, or both rules in it
      const texts = all('#r-book .rule-text').map((rule) => rule.textContent);
      const two = all('[form="one-tap"]', reading).map((button) => button.value);
      if (form.elements.next) return; // the address filled it in: its answer leads to an empty one
      if (texts.includes(text.value.trim()) || (two.length && two.every((rule) => texts.includes(rule)))) form.reset();
      for (const ready of all('#ready [value]')) ready.hidden = texts.includes(ready.value);
    };
    if (rules) new MutationObserver(made).observe(rules, { subtree: true, childList: true });
    form.addEventListener('htmx-before-request', ({ target }) => { if (target === reading) isTouched = false; });
    form.addEventListener('htmx-before-swap', (event) => { if (event.target === reading && isTouched) event.preventDefault(); });
    form.addEventListener('htmx-after-swap', ({ target }) => {
      if (target !== reading) return;
      tap(new URLSearchParams(form.elements.chips.value));
      if (document.activeElement === document.body) reading.querySelector('.head')?.focus(); // what was tapped is gone
      const sentence = form.elements.read.value;
      if (sentence === text.value.trim().replace(/\s+/g, ' ')) return;
      own(ownWords || text.value);
      text.value = sentence;
    });
    const say = (words) => {
      text.value = words;
      text.dispatchEvent(new Event('input', { bubbles: true }));
    };
    back.addEventListener('click', () => say(ownWords));
    reading.addEventListener('click', (event) => { // a sentence that is tapped instead of being typed
      const button = event.target.closest('[name="take"]');
      if (!button) return;
      event.preventDefault();
      const before = ownWords || text.value;
      say(button.value);
      own(before);
    });
  }

  /** Ticks the chips that match how the words were understood. */
  function tap(chips) {
    for (const chip of all('.tapping :is(input, select):not([name^="also."])')) {
      const theirs = chips.getAll(chip.name);
      if (chip.type === 'radio') chip.checked = theirs.includes(chip.value) || !(theirs.length || chip.value || chip.name === 'who');
      else if (chip.type === 'checkbox') chip.checked = theirs.includes(chip.value);
      else {
        const value = theirs[0] || '';
        chip.value = value;
        if (chip.value !== value) chip.add(new Option(value, value, true, true));
      }
    }
    for (const [name, none] of [['also.who', ''], ['also.amount', '1']]) {
      const theirs = chips.getAll(name);
      all(`[name="${name}"]`).forEach((choice, at) => { choice.value = theirs[at] || none; });
    }
  }

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
      return Array.isArray(books) ? books.filter(({ word, name }) => typeof word === 'string' && typeof name === 'string') : [];
    } catch { return []; }
  }
  function keep(books) {
    try {
      localStorage[KEPT] = JSON.stringify(books.slice(0, 20));
      return true;
    } catch { return false; }
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
    away.addEventListener('click', () => { keep(kept().filter((other) => other.word !== book.word)); list(); });
    row.className = 'buttons';
    row.append(open, away);
    return row;
  }
  function list() {
    const place = document.getElementById('kept');
    if (!place) return;
    const books = kept();
    place.hidden = !books.length;
    place.querySelector('ul').replaceChildren(...books.map((book) => line(book, place.dataset.bring)));
  }
  list();

  /* ---- a rule that is in force cannot be brought in again ------------------------------------------------------------------- */
  function mark() {
    const texts = new Set(all('#r-in-force li').map((item) => item.textContent));
    for (const offer of all('[data-bare]')) {
      const button = offer.querySelector('button');
      if (button.disabled === texts.has(offer.dataset.bare)) continue;
      button.disabled = !button.disabled;
      button.textContent = button.disabled ? 'In ✓' : 'Add';
    }
  }
  const inForce = document.getElementById('r-in-force');
  if (inForce) new MutationObserver(mark).observe(inForce.parentElement, { subtree: true, childList: true, characterData: true });
})();
