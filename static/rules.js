// The rule pages: what is typed or tapped is read back at once, rules are read aloud, books are kept on the phone.
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.getElementById('rule-form');
  const speech = window.speechSynthesis;
  document.documentElement.classList.toggle('speaks', Boolean(speech));

  /* ---- one form, two ways ------------------------------------------------------------------------------------ */
  let waiting; // until typing pauses
  let asking; // the answer that is under way: a newer question makes it void
  let ownWords = ''; // what was typed before taps wrote the sentence

  function ask(way) {
    clearTimeout(waiting);
    asking?.abort();
    const mine = asking = new AbortController();
    const reading = document.getElementById('reading');
    const words = new URLSearchParams(new FormData(form));
    for (const name of ['key', 'back', 'type', 'acting']) words.delete(name);
    reading.classList.add('stale');
    fetch(`${reading.dataset.ask}${way}?${words}`, { credentials: 'same-origin', cache: 'no-store', signal: mine.signal })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
      .then((html) => { if (!mine.signal.aborted) show(reading, html, way, words.get('text')); })
      .catch(() => { /* the sentence is read again when it is posted */ });
  }

  function show(reading, html, way, sent) {
    const fresh = new DOMParser().parseFromString(html, 'text/html').body;
    const said = fresh.querySelector('[name=read]').value;
    reading.replaceChildren(...fresh.childNodes);
    reading.classList.remove('stale');
    if (way === 'read') return tap(new URLSearchParams(reading.querySelector('[name=chips]').value));
    if (form.text.value !== sent || sent.trim() === said) return undefined; // what is typed meanwhile is never repainted
    ownWords = ownWords || form.text.value;
    form.text.value = said;
    form.querySelector('[data-own-words]').hidden = !ownWords.trim();
    return undefined;
  }

  /** The chips as the words were understood. */
  function tap(chips) {
    const on = chips.get('when.on');
    for (const chip of all('.tapping input')) {
      const theirs = chips.getAll(chip.name);
      if (chip.type === 'radio') chip.checked = theirs.includes(chip.value);
      else if (theirs.length || chip.name.startsWith('when.')) {
        if (chip.type === 'checkbox') chip.checked = theirs.includes(chip.value);
        else chip.value = theirs[0] || '';
      }
    }
    for (const box of all('[name="when.box"]')) if (on === 'box.scored') box.value = chips.get('when.box') || '';
    const also = chips.getAll('also');
    all('.also').forEach((row, at) => {
      const [who, amount] = (also[at] || ' 1').split(' ');
      row.querySelector('[name="also.who"]').value = who;
      row.querySelector('[name="also.amount"]').value = amount;
    });
  }

  if (form) {
    form.addEventListener('input', ({ target }) => {
      if (target.name === 'text') {
        ownWords = '';
        form.querySelector('[data-own-words]').hidden = true;
        clearTimeout(waiting);
        waiting = setTimeout(ask, 250, 'read');
      } else if (target.closest('.tapping')) ask('write');
    });
    form.querySelector('[data-own-words]').addEventListener('click', ({ currentTarget }) => {
      form.text.value = ownWords;
      ownWords = '';
      currentTarget.hidden = true;
      ask('read');
    });
    form.addEventListener('reset', () => setTimeout(ask, 0, 'read')); // it was made: the next one starts empty
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
    button.textContent = done ? 'Kept on this phone ✓' : 'This phone keeps nothing. Save the file instead.';
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
    away.addEventListener('click', () => { keep(kept().filter((other) => other.word !== book.word)); shelve(); });
    row.className = 'buttons';
    row.append(open, away);
    return row;
  }
  function shelve() {
    const place = document.getElementById('kept');
    if (!place) return;
    const books = kept();
    place.hidden = !books.length;
    place.querySelector('ul').replaceChildren(...books.map((book) => line(book, place.dataset.bring)));
  }
  shelve();

  /* ---- what is in force needs no bringing in ------------------------------------------------------------------- */
  function mark() {
    const texts = new Set(all('#r-in-force li').map((item) => item.textContent));
    for (const offer of all('[data-bare]')) {
      const button = offer.querySelector('button');
      if (button.disabled === texts.has(offer.dataset.bare)) continue;
      button.disabled = !button.disabled;
      button.textContent = button.disabled ? 'In force ✓' : 'Bring it in';
    }
  }
  const inForce = document.getElementById('r-in-force');
  if (inForce) new MutationObserver(mark).observe(inForce.parentElement, { subtree: true, childList: true, characterData: true });

  /* ---- how hard they bite is worked out while one reads --------------------------------------------------------- */
  const shelf = document.querySelector('[data-notes]');
  if (shelf) {
    fetch(shelf.dataset.notes, { credentials: 'same-origin', cache: 'no-store' })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
      .then((html) => {
        const fresh = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
        shelf.replaceWith(fresh);
        htmx.process(fresh); // its forms are taps
        mark();
      })
      .catch(() => { /* without notes it is still a shelf */ });
  }
})();
