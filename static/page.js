// What a page does on the phone itself: storage, local times, fines that buzz or are put off, and protection against taps on
// buttons that changed under the finger. Every form and link here also works without this script.
'use strict';
(() => {
  const { body, documentElement: root } = document;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  // Storage can be forbidden (private windows): then nothing is remembered, but everything else works.
  const recall = (store, name) => { try { return window[store][name]; } catch { return undefined; } };
  const remember = (store, name, value) => { try { window[store][name] = value; } catch { /* forgotten */ } };
  const night = location.pathname.split('/')[2];

  /* ---- what this phone keeps over reloads and closed tabs: taps that wait, and the last known state of its nights -------- */
  let opened;
  const asked = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  async function database() {
    const request = indexedDB.open('companion', 1);
    request.onupgradeneeded = () => {
      for (const store of ['taps', 'nights']) request.result.createObjectStore(store, { keyPath: 'key' });
    };
    const found = await asked(request);
    found.onversionchange = found.onclose = () => { opened = undefined; found.close(); };
    return found;
  }
  /** Fails if the browser allows no storage (private windows, old phones), or does not open it within three seconds. */
  window.kept = async (store, act) => {
    try {
      const found = await Promise.race([opened ??= database(), new Promise((_, fail) => setTimeout(fail, 3000))]);
      return await asked(act(found.transaction(store, 'readwrite', { durability: 'strict' }).objectStore(store)));
    } catch (fault) {
      opened = undefined; // some phones lose it in the background
      throw fault;
    }
  };

  /* ---- what the server does not know about this phone is applied again after every update --------------------------------- */
  const shutKey = (details) => `shut ${night} ${details.id}`;
  addEventListener('toggle', ({ target }) => { // a card that was covered stays so on the next page
    if (target.matches?.('[data-keep]')) remember('sessionStorage', shutKey(target), target.open ? '' : '1');
  }, true);

  /** Of the whole page, or of the fragments that have just arrived. */
  function dress(parts = [body]) {
    for (const part of parts) {
      for (const details of all('[data-keep]', part)) if (recall('sessionStorage', shutKey(details))) details.open = false;
      for (const time of all('time[datetime]', part)) localise(time);
    }
    byId(`seat-${body.dataset.me}`)?.classList.add('me');
    for (const fine of all('[data-buzz]')) buzz(fine);
    if (document.querySelector('[data-numbers]')) import('/static/numbers.js').catch(() => { /* the keyboard of the phone does the same */ });
    if (document.querySelector('[data-pad], [data-while]')) import('/static/pad.js').catch(() => { /* its plain selects do the same */ });
  }

  function localise(time) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const isTonight = Math.abs(Date.now() - at) < 18 * 3600e3; // an evening goes past midnight and is still one evening
    const words = at.toLocaleString([], { hour: 'numeric', minute: '2-digit', ...(isTonight ? {} : { day: 'numeric', month: 'short' }) });
    if (time.textContent !== words) time.textContent = words;
  }

  /* ---- a fine: it buzzes once, fills the screen, and can be put off, on all pages at once ---------------------- */
  // Of two texts "entry.owed": a fine that an undo brings back is not new, one after it is.
  const isOlder = (one, other) => [0, 1].some((at) => Number((one || '').split('.')[at]) < Number((other || '').split('.')[at]));
  function isNews(key, now) {
    const isNew = isOlder(recall('sessionStorage', key), now);
    if (!isNew) remember('sessionStorage', key, now);
    return isNew;
  }
  /** What a fine covers cannot be reached by keyboard or screen reader either; once it has come up, since that restyles all of it. */
  let covering;
  function cover(isCovered) {
    clearTimeout(covering);
    if (isCovered) covering = setTimeout(hide, 500, true);
    else hide(false);
  }
  function hide(inert) {
    for (const under of all('.bar,.tabs,.page')) if (under.inert !== inert) under.inert = inert;
  }
  // A fine fills the screen only while a game is on, on the page where the buttons of the next action stay visible below it.
  function postpone(fine) {
    const { id, classList, dataset } = fine;
    const isLater = !isNews(`later ${night} ${id}`, dataset.buzz) || !document.querySelector('#r-record:not(.idle)');
    const isFull = Boolean(fine.childElementCount);
    if (isFull) fine.isLater = isLater;
    classList.toggle('later', Boolean(fine.isLater)); // once settled, the fine alert shrinks where it was
    if (id === 'r-mine') cover(isFull && !isLater);
  }

  function forLater(fine) {
    if (!fine) return;
    remember('sessionStorage', `later ${night} ${fine.id}`, fine.dataset.buzz);
    postpone(fine);
  }
  addEventListener('click', ({ target }) => forLater(target.closest?.('[data-later]')?.closest('[data-buzz]')));
  addEventListener('waits', ({ target }) => forLater(target.closest('[data-buzz]'))); // so that it does not cover the table

  function buzz(fine) {
    const { id, dataset } = fine;
    if (!dataset.buzz) return;
    postpone(fine);
    const key = `buzz ${night} ${id}`;
    if (!isNews(key, dataset.buzz)) return;
    remember('sessionStorage', key, dataset.buzz);
    fine.classList.add('news');
    const how = recall('localStorage', 'sound');
    if (how === 'quiet' || navigator.userActivation?.hasBeenActive === false) return;
    try { navigator.vibrate?.([180, 80, 180]); } catch { /* not this phone */ }
    if (dataset.spoken) sounds()?.then((sound) => sound[how](dataset.spoken)).catch(() => {});
  }
  const sounds = () => (recall('localStorage', 'sound') ? import('/static/sound.js') : undefined);

  /* ---- a press counts for the form that was under the finger when it came down, or until a moment before ------------------ */
  const SETTLES = 600; // ms after a slot has changed in which a tap counts for the slot that was there before
  const TAPS = 'form[data-hx-post]', named = (form) => `${form.dataset.slot || ''} ${form.id}`;
  const SLOTS = `${TAPS}[data-slot]`, slots = () => all(SLOTS);
  const settling = new Map(); // a new slot -> until when it is new
  const before = new Map(); // slot -> a copy of its form as it was before the last update
  let press, known = new Set(slots().map(named)); // the button under the finger or key; the slots before this update
  let gone = []; // the copies of forms that the last updates removed

  const isNew = (form) => settling.get(named(form)) > Date.now();
  const markSettling = (form) => form.classList.toggle('settling', isNew(form));
  function settle(form) {
    settling.set(named(form), Date.now() + SETTLES);
    markSettling(form);
    setTimeout(markSettling, SETTLES + 20, form);
  }
  const twin = (form, { name, value, textContent }) => all('button', form).find((one) => one.name === name && one.value === value && (name || one.textContent === textContent));
  function send(form, submitter) {
    const body = new FormData(form);
    if (submitter.name) body.append(submitter.name, submitter.value);
    dispatchEvent(new CustomEvent('past', { detail: [form, { action: form.dataset.hxPost, body, submitter }] }));
  }
  /** A copy of a form with what is chosen in it; a clone alone leaves that out for selects. */
  function copied(form) {
    const copy = form.cloneNode(true), selects = all('select', copy);
    all('select', form).forEach(({ value }, at) => { selects[at].value = value; });
    return copy;
  }
  addEventListener('htmx-before-swap', ({ detail: { tasks } }) => {
    for (const { target } of tasks) for (const form of target ? all(SLOTS, target) : []) before.set(named(form), copied(form));
  });

  function comeDown(event) {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    const button = event.target.closest?.(`${TAPS} button`);
    if (event.repeat && button) return void event.preventDefault(); // a key that is held down counts once
    const { form, value } = button || {}, copy = form && copied(form);
    press = form && { button, value, slot: named(form), copy, old: twin(copy, button), box: button.getBoundingClientRect() };
  }
  /** If an update replaced the button under the finger, no click of it follows: its tap is sent as it was meant. */
  function goUp({ type, clientX: x, clientY: y }) {
    const { button, value, slot, copy, box, old } = press || {};
    const isOff = type === 'pointercancel' || (type === 'pointerup' && !(x >= box?.left && x <= box.right && y >= box.top && y <= box.bottom));
    if (!button || isOff || (button.isConnected && button.value === value && named(button.form) === slot)) return;
    const form = all(TAPS).find((one) => named(one) === slot), same = slot !== ' ' && form && twin(form, old);
    press = undefined;
    if (same) same.click();
    else if (!old.closest('.keypad')) send(copy, old);
    const done = press = { isDone: true }; // some browsers send a click to whatever is there now
    setTimeout(() => { if (press === done) press = undefined; }, 400);
  }
  function judge(event) {
    const isDone = press?.isDone, button = event.target.closest?.(`${TAPS} button`);
    press = undefined;
    if (!isDone && (!button || !isNew(button.form) || button.type !== 'submit' || button.formMethod === 'get' || button.closest('.keypad'))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isDone) return;
    const old = gone.find((form) => twin(form, button)), form = old || copied(button.form);
    if (!old) form.append(Object.assign(document.createElement('input'), { name: 'appeared', value: 'asked' })); // the server asks
    send(form, twin(form, button));
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, comeDown, true);
  for (const type of ['pointerup', 'pointercancel', 'keyup']) addEventListener(type, goUp, true);
  addEventListener('click', judge, true);

  /* ---- an answer disappears together with its subject ---------------------------------------------------------------------- */
  let answered = { at: 0, seq: 0 }; // when the last answer came, the slot it was about, and the entry it led to
  const isPlayed = () => Boolean(document.querySelector('#r-record:not(.idle) > *'));
  let wasPlayed = isPlayed();
  const lift = (kind) => all(`#r-answer > .${kind}`).forEach((old) => old.remove());

  /** Removes the offers in answers whose subject is gone; the reason why a late tap does not count stays. */
  function withdraw() {
    for (const form of all('.answer form')) (form.closest('#r-answer > *') || form).remove();
  }
  addEventListener('click', (event) => { // an answer that is closed leaves everything as it is
    const close = event.target.closest?.('[data-close]'), box = close?.closest('.answer > *');
    if (!box) return;
    event.preventDefault();
    if (box.dispatchEvent(new Event('closed', { bubbles: true, cancelable: true }))) box.remove();
  });
  addEventListener('answered', ({ detail: { slot, version } }) => {
    setTimeout(lift, 6000, 'done');
    thumb?.scrollTo(0, 0); // where the answer stands
    answered = { at: Date.now(), slot, seq: parseInt(version, 10) };
  });

  addEventListener('laid', () => dress([byId('page-sheet')]));
  addEventListener('rendered', ({ detail: { ids } }) => {
    const old = known, forms = slots();
    known = new Set(forms.map(named));
    const left = [...before].filter(([slot]) => !known.has(slot)).map(([, copy]) => copy);
    before.clear();
    if (left.length) gone = left;
    for (const form of forms) {
      markSettling(form); // the update may have taken it off
      if (old.has(named(form))) continue;
      settle(form);
      if (form.dataset.slot === answered.slot) withdraw(); // it is asked again: what filled it was undone
      if (Date.now() - answered.at > 2000) lift('refused'); // it was about the last one
    }
    if (wasPlayed && !isPlayed()) withdraw(); // the game or the night is over
    wasPlayed = isPlayed();
    if (parseInt(body.dataset.version, 10) > answered.seq) lift('changes'); // the list of changed drinks is out of date
    dress(ids.map(byId).filter(Boolean));
  });

  /* ---- loaded once the table is shown: static/file.js keeps the newest night file, static/sheet.js lays pages over this one --- */
  if (body.dataset.me) {
    const load = () => Promise.all(['file', 'sheet'].map((name) => import(`/static/${name}.js`))).catch(() => addEventListener('live', load, { once: true }));
    setTimeout(load, 1000);
  }

  addEventListener('click', (event) => { // without script the link opens the page by itself
    const link = event.target.closest?.('a[data-sheet], [data-sheet] a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    import('/static/sheet.js').then(({ lay }) => lay(link.href).catch(() => location.assign(link.href)), () => { /* no network */ });
  });

  /* ---- once --------------------------------------------------------------------------------------------------------------- */
  addEventListener('keydown', () => import('/static/keyboard.js').catch(() => {}), { once: true });
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => { /* not with this certificate */ });
    const { secure } = body.dataset;
    if (secure && isSecureContext) import(secure).catch(() => { /* it plays on without */ });
  });
  root.classList.add('js');
  sounds()?.catch(() => {}); // a phone makes no sound before the first touch
  const thumb = document.querySelector('.thumb');
  if (thumb && window.ResizeObserver) new ResizeObserver(() => {
    root.style.setProperty('--thumb-height', `${thumb.offsetHeight}px`);
  }).observe(thumb);
  const kept = recall('sessionStorage', 'answer'); // of the tap that led to this page: the thumb may come down a second time
  if (kept) slots().forEach(settle);
  dress();
  if (kept && byId('r-answer')) byId('r-answer').outerHTML = kept;
  remember('sessionStorage', 'answer', '');
})();
