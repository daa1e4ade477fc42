// The outbox: taps are sent in the order in which they were made, and kept on the phone until the server has answered
// them.
(() => {
  'use strict';
  const TWICE = 500; // ms within which the same tap counts once
  const SAME = 10000; // the same, if the first still waits or the second is for a slot that was filled
  const PATIENCE = [3000, 6000, 12000]; // ms that the first, second and every later try may take
  const PAUSE = 2000; // ms from the start of one try to that of the next
  const NOTICED = 2000; // ms after which a tap without an answer is shown
  // where the server answers in words; other forms open a page
  const TAPS = /^\/n\/[^/]+\/(entries|proposals|office|note|trial)\b/;
  const words = document.getElementById('r-answer'),
    place = element('div', 'answer'); // shows the waiting taps, and those refused later
  if (!words) return; // a page without taps
  place.setAttribute('role', 'status');
  words.before(place);
  place.addEventListener('closed', (event) => {
    event.preventDefault();
    drop(taps.find((tap) => tap.said)).then(draw);
  }); // deleted from the phone before it disappears from the page

  /* ---- taps: `late` ones are shown as waiting, `said` is the text of a later refusal ----------------------------- */
  const night = location.pathname.split('/')[2],
    taps = [];
  const sources = new Map(); // key -> the form of a tap on this page, and what was typed in it
  const made = new Map(); // content -> when it was tapped
  let sending = false,
    stop,
    next,
    started = 0,
    isKept = false,
    why = 'network',
    drawn;
  const unsent = () => taps.filter((tap) => !tap.said);
  const keep = (tap) =>
    window
      .kept('taps', (store) => store.put(tap))
      .then(() => {
        isKept = true;
      })
      .catch(() => {});
  function drop(tap) {
    taps.splice(taps.indexOf(tap), 1);
    return window.kept('taps', (store) => store.delete(tap.key)).catch(() => {});
  }
  const isTap = (form, submitter) =>
    form.method === 'post' && submitter?.formMethod !== 'get' && TAPS.test(form.getAttribute('action'));
  const typed = (form) => String(new URLSearchParams(new FormData(form)));

  /** A tap in words, as in "trick 3: Bob". */
  function named(form, button) {
    const picked =
      form.elements.text?.value ||
      form.querySelector('input[type=radio]:checked')?.closest('label').textContent ||
      form.querySelector('p')?.textContent;
    return [form.dataset.slot?.replace(/^deal \d+ /, '') || picked, (button?.querySelector('b') || button)?.textContent]
      .filter(Boolean)
      .map((part) => part.trim().replace(/\s+/g, ' ').replace(/\.$/, ''))
      .join(': ');
  }

  /** Puts a tap at the end of the queue; one that repeats another counts once, and the page says so. */
  function take(form, submitter, isPast) {
    if (place.contains(form)) drop(taps.find((tap) => tap.said)); // its offer was taken
    if (words.contains(form)) words.replaceChildren();
    const url = form.getAttribute('action'),
      body = new FormData(form),
      page = body.get('key'); // of the same form on the same page, so that equal rows of a list are two
    if (submitter?.name) body.append(submitter.name, submitter.value);
    body.delete('key');
    const data = String(new URLSearchParams(body)),
      content = `${url}?${data} ${page}`,
      slot = form.dataset.slot || '',
      at = Date.now();
    const waits = taps.some((tap) => !tap.said && tap.content === content && (slot || at - tap.at < SAME));
    if (waits || at - (made.get(content) || 0) < (isPast ? SAME : TWICE))
      return void swap(said('Tapped twice, counted once.', 'done'));
    made.set(content, at);
    const key = crypto.getRandomValues(new Uint32Array(4)).join('-'); // no crypto.randomUUID on plain http
    const tap = {
      key,
      night,
      order: Math.max(at, (taps.at(-1)?.order || 0) + 1),
      at,
      url,
      content,
      words: named(form, submitter),
      slot,
      body: `${data}&key=${key}`,
    };
    taps.push(tap);
    keep(tap);
    sources.set(key, { form, button: submitter, typed: typed(form) });
    form.classList.add('busy');
    if (unsent()[0].late || navigator.onLine === false) putOff();
    setTimeout(draw, NOTICED);
    deliver();
  }
  addEventListener('submit', (event) => {
    if (!isTap(event.target, event.submitter)) return;
    event.preventDefault();
    take(event.target, event.submitter);
  });
  // for a slot that was filled under the finger, or a moment ago: a copy of its form
  addEventListener('past', ({ detail }) => isTap(...detail) && take(...detail, true));

  /** Marks all unanswered taps as waiting and shows them. */
  function putOff() {
    for (const tap of unsent().filter(({ late }) => !late)) {
      tap.late = true;
      sources.get(tap.key).form.dispatchEvent(new Event('waits', { bubbles: true }));
    }
    draw();
  }

  async function deliver() {
    if (sending) return;
    clearTimeout(next);
    sending = true;
    try {
      await loaded;
      for (let tap, got = true; got && (tap = unsent()[0]);) {
        if ((got = await send(tap))) heed(tap, got);
        else putOff();
      }
    } finally {
      sending = false;
      if (unsent().length && !document.hidden) next = setTimeout(deliver, Math.max(0, started + PAUSE - Date.now()));
      draw();
    }
  }

  /** Tries once to send a tap with its key; returns the answer, or undefined without one. */
  async function send(tap) {
    if (Date.now() - tap.at > 12 * 3600e3)
      return { status: 410, html: said('That was hours ago: it doesn’t count.'), headers: new Headers() };
    tap.tries = (tap.tries ?? -1) + 1;
    [stop, started] = [new AbortController(), Date.now()];
    const over = setTimeout(() => stop.abort(), PATIENCE[Math.min(tap.tries, 2)]);
    try {
      const headers = { 'HX-Request': 'true', ...(tap.late && { 'X-Waited': Math.max(1, Date.now() - tap.at) }) };
      const more = { credentials: 'same-origin', cache: 'no-store', keepalive: true, signal: stop.signal };
      const answer = await fetch(tap.url, { method: 'POST', body: new URLSearchParams(tap.body), headers, ...more });
      // such as the login page of a guest network
      if (!answer.headers.has('X-Companion')) throw new Error('a stranger answered');
      const { status, ok } = answer,
        text = await answer.text(),
        isWorded = text.includes('id="r-answer"');
      // the fifth status 500 counts as an answer, so that this tap does not block the rest
      tap.faults = (tap.faults || 0) + (status === 500);
      if (status !== 429 && (status < 500 || tap.faults > 4)) {
        return {
          status,
          ok,
          html: isWorded ? text : said(`Refused (${status}). Reload to see why.`),
          headers: answer.headers,
        };
      }
      why = 'companion';
      if (isWorded) swap(text);
    } catch {
      why = 'network';
    } finally {
      clearTimeout(over);
    }
  }
  const said = (sentence, kind = 'refused') =>
    `<section id="r-answer" class="answer" role="${kind === 'done' ? 'status' : 'alert'}">
<p class="${kind}">${sentence}</p></section>`;
  /** Shows an answer; one without words leaves a question that is still open, and what has just been said. */
  const swap = (text) =>
    (read(text).querySelector('#r-answer > *') || (words.firstChild && !words.querySelector('[data-close], .done'))) &&
    htmx.swap({ text, sourceElement: words, target: words, swap: 'outerMorph' });

  /**
   * Shows the answer to a tap, or opens the page it leads to; the refusal of a late tap stays until the player has seen
   * it.
   */
  function heed(tap, { status, ok, html, headers }) {
    const { form, button, typed: before } = sources.get(tap.key) || {},
      next = headers.get('HX-Redirect');
    if (tap.late && !ok) {
      Object.assign(tap, { said: read(html).querySelector('#r-answer').innerHTML || ' ' });
      keep(tap);
    } else drop(tap);
    remember('sessionStorage', 'answer', next ? html : '');
    button?.classList.remove('unsent');
    const leaves = ok && next && form; // then its form stays busy, so that nothing reloads the page instead
    form?.classList.toggle('busy', leaves);
    // so that Back does not fill in a form again
    if (leaves) location[next === location.pathname ? 'replace' : 'assign'](next);
    else if (ok || !tap.late) swap(html);
    if (ok && form?.matches('[data-clear]') && before === typed(form)) form.reset();
    const detail = { slot: tap.slot, version: headers.get('X-Version'), refused: ok ? undefined : form };
    dispatchEvent(new CustomEvent('answered', { detail }));
    draw();
  }

  /* ---- what it shows --------------------------------------------------------------------------------------------- */
  const read = (html) => new DOMParser().parseFromString(html, 'text/html').body;
  function element(name, className, ...inside) {
    const one = Object.assign(document.createElement(name), { className });
    one.append(...inside);
    return one;
  }
  function draw() {
    const waiting = unsent().filter((tap) => tap.late || Date.now() - tap.at >= NOTICED),
      refused = taps.find((tap) => tap.said);
    const state = [isKept, why, ...waiting.map((tap) => tap.key), '', refused?.key].join();
    if (state === drawn) return;
    drawn = state;
    for (const tap of waiting) sources.get(tap.key)?.button?.classList.add('unsent');
    dispatchEvent(new CustomEvent('waiting', { detail: waiting.length }));
    place.replaceChildren(...(waiting.length ? [line(waiting)] : []), ...(refused ? [explained(refused)] : []));
  }
  function line(waiting) {
    const count = waiting.length,
      all = [...waiting.slice(0, 3).map((tap) => tap.words), ...(count > 3 ? ['and more'] : [])];
    return element(
      'p',
      'waits',
      element('b', '', `${count} ${count > 1 ? 'taps wait' : 'tap waits'} for the ${why}`),
      `: ${all.join(' · ')}.${isKept ? '' : ' Keep this page open.'}`,
    );
  }
  function explained(tap) {
    const told = read(tap.said),
      seen = Object.assign(element('button', 'button wide', 'OK'), { type: 'button' }),
      at = new Date(tap.at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
    seen.dataset.close = '';
    return element(
      'div',
      'refused',
      element('p', '', 'Not counted: ', element('b', '', tap.words), `, tapped at ${at}.`),
      ...told.childNodes,
      ...(told.querySelector('[data-close]') ? [] : [seen]),
    );
  }

  /* ---- when it tries --------------------------------------------------------------------------------------------- */
  // the network is back: a request that hangs in the old one is sent again
  const hurry = () => (sending ? Date.now() - started > 1000 && stop?.abort() : deliver());
  for (const type of ['online', 'live', 'pageshow']) addEventListener(type, hurry);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) hurry();
  });
  async function load() {
    const old = (await window.kept('taps', (store) => store.getAll())).filter(
      (tap) => tap.night === night && !taps.some(({ key }) => key === tap.key),
    );
    taps.unshift(...old.map((tap) => ({ ...tap, late: true })).sort((one, other) => one.order - other.order));
    isKept = true;
  }
  // On some phones the first request to storage never gets an answer.
  const loaded = Promise.race([load().catch(() => {}), new Promise((go) => setTimeout(go, 1000))]);
  deliver();
})();
