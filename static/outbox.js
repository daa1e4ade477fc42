// The outbox: taps leave in the order of the fingers, and stay on the phone until they are answered.
'use strict';
(() => {
  const TWICE = 500;    // ms within which two taps on one form are one double tap
  const SLOW = 3000;    // ms after which a tap without an answer is said to wait
  const AGAIN = 2000;   // ms between two tries
  const SAME = 10000;   // ms within which the same words are the same tap; in a slot they always are
  const STALE = 12 * 3600e3; // nobody wants yesterday's tap written down today
  const LOST = 14 * STALE;

  /* ---- the cupboard: what this phone keeps over reloads and closed tabs ------------------------------------------ */
  let opened;
  const asked = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  async function cupboard() {
    const request = indexedDB.open('companion', 1);
    request.onupgradeneeded = () => {
      for (const shelf of ['taps', 'nights']) request.result.createObjectStore(shelf, { keyPath: 'key' });
    };
    const found = await asked(request);
    found.onversionchange = found.onclose = () => { opened = undefined; found.close(); };
    return found;
  }
  /** Fails where nothing may be kept (private windows, old phones). */
  window.kept = async (shelf, act) => {
    try {
      const found = await (opened ??= cupboard());
      return await asked(act(found.transaction(shelf, 'readwrite', { durability: 'strict' }).objectStore(shelf)));
    } catch (fault) {
      opened = undefined; // some phones lose it in the background
      throw fault;
    }
  };

  /** A button that saves a night file which this phone has kept; before it, whose phones have the rest. */
  window.saving = ({ text, at, rest }) => {
    const link = document.createElement('a');
    link.className = 'button wide';
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'night.json';
    link.textContent = `Save the night as it was at ${clock(at)}`;
    return [rest || '', link];
  };

  const clock = (at) => new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

  /**
   * The outbox of a night. `post(tap, signal)` sends one and gives what came back, or throws where nothing did;
   * `heed(tap, form, got)` shows an answer, `late(form)` that there is none yet; `place` is where the outbox speaks.
   */
  window.outbox = ({ night, post, heed, late, place }) => {
    const taps = [];         // `late`: shown as waiting; `said`: refused since, and in which words
    const forms = new Map(); // key -> the form it came from, as long as this page lives
    let sending = false, stop, started = 0, tried = 0, again = false, firm = false, why = 'network', drawn;

    const unsent = () => taps.filter((tap) => !tap.said);
    const keep = (tap) => window.kept('taps', (shelf) => shelf.put(tap)).then(() => { firm = true; }).catch(() => {});
    function drop(tap) {
      taps.splice(taps.indexOf(tap), 1);
      return window.kept('taps', (shelf) => shelf.delete(tap.key)).catch(() => {});
    }

    /** To the end of the line; what is in it already is the same tap. */
    function take(form, { url, data, words }) {
      if (place.contains(form)) drop(taps.find((tap) => tap.said)); // its offer was taken
      const mine = form.id || form, slot = form.dataset.slot || '';
      const content = `${url}?${data}`, at = Date.now();
      if (taps.some((tap) => at - tap.at < TWICE && forms.get(tap.key)?.mine === mine)) return;
      if (unsent().some((tap) => tap.content === content && (slot || at - tap.at < SAME))) return draw();
      const key = crypto.getRandomValues(new Uint32Array(4)).join('-'); // no crypto.randomUUID on plain http
      const order = Math.max(at, (taps.at(-1)?.order || 0) + 1);
      const tap = { key, night, order, at, url, content, words, slot, body: `${data}&key=${key}` };
      taps.push(tap);
      forms.set(key, { form, mine, typed: typed(form) });
      keep(tap);
      if (unsent()[0].late) putOff();
      deliver();
    }

    /** What has not been answered by now waits, and says so. */
    function putOff() {
      for (const tap of unsent()) {
        if (!tap.late) late(forms.get(tap.key)?.form);
        tap.late = true;
      }
      draw();
    }

    async function deliver() {
      if (sending) return;
      sending = true;
      try {
        await loaded;
        for (let tap; (tap = unsent()[0]);) {
          const got = await sent(tap);
          if (got) answered(tap, got);
          else if (!again) break;
          again = false;
        }
      } finally {
        sending = false;
        tried = Date.now();
        draw();
      }
    }

    /** What was answered, or nothing: then the tap waits. */
    async function sent(tap) {
      if (Date.now() - tap.at > STALE) return { status: 410, html: '<p>That was hours ago. Tap again if it still holds.</p>' };
      stop = new AbortController();
      started = Date.now();
      const { form } = forms.get(tap.key) || {};
      const busy = setTimeout(() => form?.classList.add('busy'), 150), slow = setTimeout(putOff, SLOW);
      try {
        const got = await post(tap, stop);
        if (!isDown(got, tap)) return got;
        why = 'companion';
        if (got.html.includes('r-answer')) heed(tap, form, got);
      } catch {
        why = 'network';
      } finally {
        clearTimeout(busy);
        clearTimeout(slow);
        form?.classList.remove('busy');
      }
      putOff();
      return undefined;
    }

    /** It cannot write just now; its own mistake is an answer the fifth time, or it would hold up the rest. */
    function isDown({ status }, tap) {
      tap.tries = (tap.tries || 0) + (status === 500);
      return status === 429 || (status >= 500 && tap.tries < 5);
    }

    function answered(tap, got) {
      const { form, typed: before } = forms.get(tap.key) || {};
      if (got.ok || !tap.late) drop(tap);
      else { // nobody may be looking: it stays until it was seen
        tap.said = wordsOf(got.html) || `<p>Refused (${got.status}).</p>`;
        tap.taken = got.status === 409 && tap.slot;
        keep(tap);
      }
      heed(tap, form, got, form && before === typed(form));
      draw();
    }

    /* ---- what it says ------------------------------------------------------------------------------------------- */
    const typed = (form) => String(new URLSearchParams(new FormData(form)));
    const read = (html) => new DOMParser().parseFromString(html, 'text/html').body;
    function wordsOf(html) {
      const found = read(html);
      return (found.querySelector('#r-answer > *') || found.querySelector('.lead') || found.querySelector('p'))?.outerHTML;
    }
    function made(tag, words, ...inside) {
      const element = document.createElement(tag);
      element.append(words, ...inside);
      return element;
    }

    function draw() {
      const waiting = unsent().filter((tap) => tap.late), refused = taps.find((tap) => tap.said);
      const state = [firm, why, ...waiting.map((tap) => tap.key), '', refused?.key].join();
      if (state === drawn) return;
      drawn = state;
      place.replaceChildren(...(waiting.length ? [line(waiting)] : []), ...(refused ? [explained(refused)] : []));
    }

    function line(waiting) {
      const many = waiting.length > 1;
      const found = made('p', made('b', `${waiting.length} ${many ? 'taps wait' : 'tap waits'} for the ${why}`));
      const names = waiting.map((tap) => tap.words);
      if (names[3]) names.splice(3, 99, 'and more');
      found.append(`: ${names.join(' · ')}.${firm ? '' : ' Keep this page open.'}`);
      found.className = 'waits';
      return found;
    }

    function explained(tap) {
      const seen = made('button', 'Understood');
      seen.className = 'button wide';
      seen.type = 'button';
      seen.addEventListener('click', () => drop(tap).then(draw)); // gone from the phone before it is from the eye
      const found = made('div', made('p', 'Does not count: ', made('b', tap.words), `, tapped at ${clock(tap.at)}.${tap.taken ? ' It was already recorded.' : ''}`), ...read(tap.said).childNodes, seen);
      found.className = 'refused';
      return found;
    }

    /* ---- when it tries ------------------------------------------------------------------------------------------- */
    /** The network is back: what hangs in the old one is sent anew, under its key. */
    function hurry() {
      if (!sending) return void deliver();
      again = true;
      if (Date.now() - started > 1000) stop.abort();
    }
    setInterval(() => {
      if (!sending && !document.hidden && Date.now() - tried > AGAIN && unsent().length) deliver();
    }, 1000);
    async function load() {
      const all = await window.kept('taps', (shelf) => shelf.getAll());
      for (const { key, at } of all) if (Date.now() - at > LOST) await window.kept('taps', (shelf) => shelf.delete(key));
      const old = all.filter((tap) => tap.night === night && !taps.some(({ key }) => key === tap.key));
      for (const tap of old) tap.late = true;
      taps.unshift(...old.sort((one, other) => one.order - other.order));
      firm = true;
    }
    // Some phones never answer when they are asked for the first time.
    const loaded = Promise.race([load().catch(() => {}), new Promise((go) => setTimeout(go, 1000))]);
    deliver();
    return { take, hurry };
  };
})();
