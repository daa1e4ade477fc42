// The living page: paintings arrive, taps leave. Every form and link here also works without this script.
'use strict';
(() => {
  const { body, documentElement: root } = document;
  const { live, poll } = body.dataset;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  // Storage may be forbidden (private windows): then nothing is remembered, and nothing breaks.
  const recall = (store, name) => { try { return window[store][name]; } catch { return undefined; } };
  const remember = (store, name, value) => { try { window[store][name] = value; } catch { /* forgotten */ } };

  /* ---- versions: "<seq>.<door>.<build>" -------------------------------------------------------------- */
  let version = body.dataset.version || '';
  const part = (text, index) => (text || '').split('.')[index] || '';
  const older = (one, other) => [0, 1].some((at) => Number(part(one, at)) < Number(part(other, at)));
  const sameTable = (one, other) => [0, 1].every((at) => part(one, at) === part(other, at));
  const build = part(version, 2); // of the style and script this page has loaded
  const rebuilt = (text) => build && text && part(text, 2) !== build;

  /** A new build brings its own style and script, but never at the price of what is being typed; once, never in a circle. */
  function reloadOnce(reason) {
    if (typing(body) || recall('sessionStorage', 'reloaded') === reason) return;
    remember('sessionStorage', 'reloaded', reason);
    location.reload();
  }

  /* ---- painting -------------------------------------------------------------------------------------- */
  const held = new Map();    // what arrived for a region somebody is typing in or dragging through
  let answered = 0, about, said; // when the last answer came, the slot it was about, and the version it led to
  const settling = new Map(); // slot -> when its buttons may be pressed

  // What the reader has opened, ticked or typed stays so through a painting: that belongs to the reader, not to the server.
  const FIRST = { checked: 'defaultChecked', selected: 'defaultSelected', value: 'defaultValue' };
  const isTheirs = (name, element) => (name === 'open' && element.matches('details[data-keep]'))
    || (FIRST[name] in element && element[name] !== element[FIRST[name]]);
  const morph = { callbacks: { beforeAttributeUpdated: (name, element) => !isTheirs(name, element) } };

  function typing(region) {
    const at = document.activeElement;
    return Boolean(region.querySelector('.dragging')) || (region.contains(at)
      && at.matches('textarea,select,input:not([type=hidden],[type=radio],[type=checkbox],[type=submit],[type=button])'));
  }

  const parsed = (html) => [...new DOMParser().parseFromString(html, 'text/html').body.children];

  function paint(html, of) {
    if (older(of, version)) return; // overtaken by a newer one
    if (of !== said && Number(part(of, 0)) > Number(part(version, 0))) lift('changes'); // whose drinks changed was news until now
    for (const fresh of parsed(html)) if (/^r-/.test(fresh.id)) place(fresh);
    if (rebuilt(of)) reloadOnce(`build ${part(of, 2)}`);
    version = body.dataset.version = of;
    dispatchEvent(new Event('painted'));
  }

  /** The words about a tap; what it changed comes by the stream, or is asked for where that brings nothing. */
  function tell(html, of) {
    const words = parsed(html).find((fresh) => fresh.id === 'r-answer');
    said = of;
    if (words) place(words);
    if (of && older(version, of)) setTimeout(() => { if (older(version, of)) look(); }, stream && !fails ? 1000 : 0);
    return words;
  }

  function place(fresh) {
    const region = byId(fresh.id);
    if (!region) return;
    if (fresh.id === 'r-say') { // a live region is only read aloud while it stays the same node
      if (region.textContent.trim() !== fresh.textContent.trim()) region.textContent = fresh.textContent.trim();
      return;
    }
    if (fresh.id === 'r-answer') answered = Date.now();
    if (typing(region)) return void held.set(fresh.id, fresh);
    held.delete(fresh.id);
    const slots = all('[data-slot]', region).map((form) => form.dataset.slot);
    const finger = region.contains(document.activeElement) && document.activeElement;
    const played = region.matches('.record:not(.idle)');
    if (window.Idiomorph) Idiomorph.morph(region, fresh, morph);
    else region.replaceWith(fresh);
    const now = byId(fresh.id);
    for (const { dataset: { slot } } of all('[data-slot]', now)) {
      if (slots.includes(slot)) continue;
      settle(slot);
      if (slot === about) withdraw(); // it is asked again: what filled it was undone
      if (Date.now() - answered > 2000) lift('refused'); // it was about the last one
    }
    if (played && (now.matches('.idle') || !now.childElementCount)) withdraw(); // the game or the night is over
    if (finger && !finger.isConnected) refocus(now, finger);
    dress(now);
  }

  const lift = (kind) => all(`#r-answer > .${kind}`).forEach((old) => old.remove());

  /** What an answer offers goes with what it was about; why a late tap does not count stays to be read. */
  function withdraw() {
    for (const form of all('.answer form')) (form.closest('#r-answer > *') || form).remove();
  }

  /** The keyboard stays where it was although the buttons are those of the next trick. */
  function refocus(region, was) {
    const same = all('button', region).find((button) => button.name === was.name && button.value === was.value);
    (same || region.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** What the server cannot know about this phone is put on again after every painting. */
  const shutKey = (drawer) => `shut ${night} ${drawer.id}`;
  addEventListener('toggle', ({ target }) => { // a card that was covered stays so on the next page
    if (target.matches?.('[data-keep]')) remember('sessionStorage', shutKey(target), target.open ? '' : '1');
  }, true);

  function dress(region) {
    for (const drawer of all('[data-keep]', region)) if (recall('sessionStorage', shutKey(drawer))) drawer.open = false;
    byId(`seat-${body.dataset.me}`)?.classList.add('me');
    for (const time of all('time[datetime]', region)) localise(time);
    for (const form of all('[data-slot]', region)) form.classList.toggle('settling', isSettling(form.dataset.slot));
    for (const loud of [region, ...all('[data-buzz]', region)]) if (loud.dataset?.buzz) buzz(loud);
  }

  // What was put off or felt on one page is so on all of them.
  const night = location.pathname.split('/')[2];
  // Of two texts "entry.owed": what an undo brings back is no news, but what comes after it is.
  function isNews(key, now) {
    const news = older(recall('sessionStorage', key), now);
    if (!news) remember('sessionStorage', key, now);
    return news;
  }
  // It fills the screen only where the next action stays below it.
  function postpone(moment) {
    const { id, classList, dataset } = moment;
    const isLater = !isNews(`later ${night} ${id}`, dataset.buzz) || !byId('r-record');
    const isFull = Boolean(moment.childElementCount);
    if (isFull) moment.poured = !isLater;
    classList.toggle('later', !moment.poured); // once emptied, the glass drains where it stood
    // What lies under it is out of reach for keys and screen readers too.
    if (id === 'r-mine') for (const under of all('.bar,.tabs,.page')) under.inert = isFull && !isLater;
  }

  function forLater(moment) {
    remember('sessionStorage', `later ${night} ${moment.id}`, moment.dataset.buzz);
    postpone(moment);
  }

  function buzz(moment) {
    const { id, dataset } = moment;
    postpone(moment);
    const key = `buzz ${night} ${id}`;
    if (!isNews(key, dataset.buzz)) return;
    remember('sessionStorage', key, dataset.buzz);
    const how = recall('localStorage', 'sound');
    if (how === 'quiet' || navigator.userActivation?.hasBeenActive === false) return;
    try { navigator.vibrate?.([180, 80, 180]); } catch { /* not this phone */ }
    if (dataset.aloud) loud()?.then((sound) => sound[how](dataset.aloud)).catch(() => {});
  }
  const loud = () => (recall('localStorage', 'sound') ? import('/static/sound.js') : undefined);

  function localise(time) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const tonight = Math.abs(Date.now() - at) < 18 * 3600e3; // an evening goes past midnight and is still one evening
    const day = tonight ? {} : { day: 'numeric', month: 'short' };
    time.textContent = at.toLocaleString([], { hour: 'numeric', minute: '2-digit', ...day });
  }

  function note(words) {
    const line = document.createElement('p');
    line.textContent = words;
    byId('r-answer')?.replaceChildren(...(words ? [line] : []));
    return line;
  }
  const hint = (words) => { const line = note(words); setTimeout(() => line.remove(), 6000); };

  /* ---- a tap counts for what stood under the finger when it came down ----------------------------------- */
  let press; // where the finger or key came down

  const isSettling = (slot) => (settling.get(slot) || 0) > Date.now();
  function settle(slot) {
    settling.set(slot, Date.now() + 600);
    setTimeout(() => {
      settling.delete(slot);
      for (const form of all('[data-slot]')) form.classList.toggle('settling', isSettling(form.dataset.slot));
    }, 620);
  }

  function comeDown(event) {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    const form = event.target.closest?.('[data-slot]');
    press = { form, slot: form?.dataset.slot || '' };
  }
  const spoken = (slot) => slot.replace(/^deal \d+ /, '');
  const tooLate = (slot) => hint(slot ? `That was for ${spoken(slot)}.` : 'This has only just changed. Tap again.');
  function goUp(event) {
    const mine = press;
    // Where the painting replaced the very button, most browsers make no click at all: say so all the same.
    if (event.type !== 'pointercancel' && mine?.form && !mine.form.isConnected) tooLate(mine.slot);
    // A press that became no click (the finger slid off) must not judge a later one.
    setTimeout(() => { if (press === mine) press = undefined; }, 400);
  }
  function judge(event) {
    const came = press;
    press = undefined;
    const slot = event.target.closest?.('[data-slot]')?.dataset.slot;
    if (!slot || !event.target.closest('button,input,label,a')) return;
    const moved = came && came.slot !== slot;
    if (!moved && !isSettling(slot)) return;
    event.preventDefault();
    event.stopPropagation();
    tooLate(moved && came.slot);
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, comeDown, true);
  for (const type of ['pointerup', 'pointercancel', 'keyup']) addEventListener(type, goUp, true);
  addEventListener('click', judge, true);

  /* ---- taps ---------------------------------------------------------------------------------------------- */
  function ask(url, more = {}, stop = new AbortController()) {
    setTimeout(() => stop.abort(), 10000);
    const headers = { 'HX-Request': 'true', 'X-Version': version, ...more.headers };
    return fetch(url, { credentials: 'same-origin', cache: 'no-store', signal: stop.signal, ...more, headers });
  }

  /** One try to send a tap. A late one is answered for the page that is open now, and says how old it is. */
  async function post({ url, body: said, at, late }, stop) {
    const sent = new URLSearchParams(said);
    if (late) sent.set('back', new URL(live, location.href).searchParams.get('page'));
    const headers = late ? { 'X-Waited': Math.max(1, Date.now() - at) } : {};
    const answer = await ask(url, { method: 'POST', body: sent, keepalive: true, headers }, stop);
    const { ok, status } = answer, of = answer.headers.get('X-Version');
    if (ok && !of) throw new Error('a stranger answered'); // guest networks answer anything with a page of their own
    return { ok, status, of, html: await answer.text(), next: answer.headers.get('HX-Redirect') };
  }

  function heed({ late, slot }, form, { ok, status, of, html, next }, same) {
    if (next && (!late || (form?.isConnected && !typing(body)))) { // the tap leads to another page
      remember('sessionStorage', 'answer', html); // to be read there
      return location.assign(next);
    }
    about = slot;
    if (late && !ok) return undefined; // the outbox tells
    if (!tell(html, of)) note(`Refused (${status}). Reload to see why.`);
    if (ok && same && 'clear' in form.dataset) form.reset();
    return undefined;
  }

  const tray = document.createElement('div');
  tray.className = 'answer';
  tray.setAttribute('role', 'status');
  byId('r-answer')?.before(tray);
  const box = live && window.outbox?.({ night, post, heed, place: tray, late: (form) => {
    const moment = form?.closest('[data-buzz]');
    if (moment) forLater(moment); // or it would lie over the table until the network is back
  } });

  /** What a tap says, as in "trick 3: Bob". */
  function wordsOf(form, button) {
    const pick = form.querySelector('input[type=radio]:checked')?.closest('label');
    const about = form.dataset.slot ? spoken(form.dataset.slot) : pick?.textContent;
    return [about, (button?.querySelector('.name') || button)?.textContent].filter(Boolean).map((words) => words.trim().replace(/\.$/, '')).join(': ');
  }

  addEventListener('submit', (event) => {
    const { target: form, submitter: button } = event;
    if (event.defaultPrevented || !box || !form.matches('form[data-tap]')) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form));
    if (button?.name) data.append(button.name, button.value);
    data.delete('key');
    box.take(form, { url: button?.getAttribute('formaction') || form.getAttribute('action') || location.href, data, words: wordsOf(form, button) });
  });

  /* ---- small buttons ------------------------------------------------------------------------------------- */
  addEventListener('click', ({ target }) => {
    const moment = target.closest?.('[data-later]')?.closest('[data-buzz]');
    if (moment) forLater(moment);
  });
  addEventListener('keydown', () => import('/static/keyboard.js').catch(() => {}), { once: true });
  addEventListener('focusout', () => setTimeout(() => { for (const fresh of [...held.values()]) place(fresh); }));

  /* ---- the live client ----------------------------------------------------------------------------------- */
  let stream, heard = 0, fails = 0, retry, polled = 0, asked = false, lastBeat, reopenedFor;

  function show(state, words) {
    const badge = byId('live-badge');
    if (!badge || (badge.dataset.state === state && badge.textContent === words)) return;
    badge.dataset.state = state;
    badge.textContent = words;
  }
  const since = (path) => {
    const url = new URL(path, location.href);
    url.searchParams.set('since', version);
    return url;
  };

  function shut() {
    clearTimeout(retry);
    stream?.close();
    stream = undefined;
  }
  function alive() {
    if (fails) box?.hurry();
    heard = Date.now();
    fails = 0;
    asked = false;
    show('live', 'live');
  }
  function open() {
    shut();
    if (!live || document.hidden) return;
    if (!fails) show('connecting', 'connecting');
    heard = Date.now();
    const mine = stream = new EventSource(since(live));
    mine.addEventListener('paint', ({ data, lastEventId }) => { alive(); paint(data, lastEventId); });
    mine.addEventListener('beat', (event) => { alive(); compare(event.data.trim()); });
    mine.addEventListener('gone', () => {
      dispatchEvent(new Event('gone'));
      setTimeout(() => location.reload(), 100);
    });
    // Never the browser's own retry: it gives up for good after one 503.
    mine.onerror = () => { if (mine === stream) again(); };
  }
  function again() {
    shut();
    fails += 1;
    if (fails > 1 && !asked) show('lost', 'not live');
    retry = setTimeout(open, Math.min(10000, 1000 * 2 ** (fails - 1)) * (0.6 + 0.4 * Math.random()));
  }

  /** A heartbeat ahead of us: a painting was missed, or nothing on this page changed. One reopening tells which. */
  function compare(theirs) {
    const twice = theirs === lastBeat;
    lastBeat = theirs;
    if (rebuilt(theirs)) reloadOnce(`build ${part(theirs, 2)}`);
    if (!theirs || sameTable(theirs, version)) return;
    const behind = older(theirs, version); // one such beat was overtaken by our own tap; two mean a night put back
    if (reopenedFor === theirs) {
      if (behind) reloadOnce(theirs);
      else version = body.dataset.version = theirs;
    } else if (!behind || twice) {
      const mine = stream;
      setTimeout(() => { // the painting itself may be a moment behind its heartbeat
        if (mine !== stream || sameTable(theirs, version) || older(theirs, version) !== behind) return;
        reopenedFor = theirs;
        open();
      }, 1000);
    }
  }

  async function look() { // the stream does not get through: ask instead
    polled = Date.now();
    try {
      const answer = await ask(since(poll));
      if ([401, 403, 404, 410].includes(answer.status)) return reloadOnce(`gone ${version}`);
      if (!answer.ok) throw new Error(answer.status);
      paint(await answer.text(), answer.headers.get('X-Version'));
      asked = fails > 0;
      if (asked) show('live', 'every 5 s');
    } catch {
      asked = false;
      if (fails) show('lost', 'not live');
    }
  }

  if (live) {
    setInterval(() => {
      if (document.hidden) return;
      if (stream && Date.now() - heard > 11000) { // a half-open link raises no error; looked at each second
        show('lost', 'not live');
        again();
      }
      if (poll && fails >= 3 && Date.now() - polled > 5000) look();
    }, 1000);
    const now = () => { fails = 0; open(); box?.hurry(); };
    document.addEventListener('visibilitychange', () => (document.hidden ? shut() : now()));
    addEventListener('online', now);
    addEventListener('pagehide', shut);
    addEventListener('pageshow', (event) => { if (event.persisted) now(); });
    open();
  }

  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => { /* not with this certificate */ });
    const { pocket, secure } = body.dataset;
    for (const more of [pocket, isSecureContext && secure]) if (more) import(more).catch(() => { /* it plays on without */ });
  });
  root.classList.add('js');
  // It waits for the first touch, before which a phone may make no sound.
  loud()?.catch(() => {});
  const thumb = document.querySelector('.thumb');
  if (thumb && window.ResizeObserver) new ResizeObserver(() => {
    root.style.setProperty('--thumb-height', `${thumb.offsetHeight}px`);
  }).observe(thumb);
  dress(body);
  const kept = recall('sessionStorage', 'answer');
  if (kept && byId('r-answer')) byId('r-answer').outerHTML = kept;
  remember('sessionStorage', 'answer', '');
})();
