// The connection to the night: makes htmx's server-sent events survive bad networks, and keeps the player's input
// through a morph.
(() => {
  'use strict';
  const SILENT = 11000; // ms of silence after which a connection is dead: the server's heartbeat comes every 5 s
  const POLL = 5000; // ms between two polls
  // ms that the first, second and every later stream may take until it brings anything
  const PATIENCE = [3000, 6000, 12000];
  const STEADY = 10000; // ms after which a stream counts as one that works
  const LONGEST = 5000; // ms between two tries
  const SLOWLY = 'updating slowly';
  // only a new page helps
  const isGone = ({ status, headers }) => [401, 403, 404, 410].includes(status) && headers.has('X-Companion');
  const { body } = document,
    { poll } = body.dataset;
  const badge = document.getElementById('live-badge'),
    tell = (name) => dispatchEvent(new Event(name));

  /* ---- versions: "<seq>.<members>.<build>" ----------------------------------------------------------------------- */
  let { version = '' } = body.dataset;
  const part = (text, index) => (text || '').split('.')[index] || '';
  const build = part(version, 2); // of the style and script this page has loaded
  const older = (one, other) => [0, 1].some((at) => Number(part(one, at)) < Number(part(other, at)));
  function shows(now) {
    if (build && part(now, 2) !== build) reloadOnce(`build ${part(now, 2)}`);
    version = body.dataset.version = now;
  }
  const arrived = []; // ids of the fragments that arrived and have not been told yet
  // `isNews`: this page was live when it arrived.
  const rendered = (now = version, isNews = false) => {
    shows(now);
    dispatchEvent(new CustomEvent('rendered', { detail: { ids: arrived.splice(0), isNews } }));
  };
  /**
   * Reloads for a new build or audience, but not while somebody is typing or a tap is sent, and only once for each reason.
   */
  function reloadOnce(reason) {
    if (typing(body) || body.querySelector('.busy') || recall('sessionStorage', 'reloaded') === reason) return;
    remember('sessionStorage', 'reloaded', reason);
    // where nothing can be remembered, it might be a circle
    if (recall('sessionStorage', 'reloaded')) location.reload();
  }

  /* ---- what the reader opened, ticked, typed or drags stays through a morph -------------------------------------- */
  const FIRST = { checked: 'defaultChecked', selected: 'defaultSelected', value: 'defaultValue' };
  const held = new Map(); // what arrived for a fragment in which somebody is typing
  let api;
  function typing(fragment, next = fragment) {
    // what is typed for a slot stays as long as `next`, what replaces the fragment, has that slot
    const at = document.activeElement,
      slot = at.form?.dataset.slot,
      field = 'textarea,select,input:not([type=hidden],[type=radio],[type=checkbox],[type=submit],[type=button])';
    return Boolean(
      (fragment.contains(at) &&
        at.matches(field) &&
        (!slot || next.querySelector(`[data-slot="${CSS.escape(slot)}"]`))) ||
      fragment.querySelector('.dragging'),
    );
  }
  addEventListener('focusout', () =>
    setTimeout(() => {
      for (const [id, task] of held)
        if (!typing(task.target) && held.delete(id))
          api.insertContent(task).then(() => {
            arrived.push(id);
            rendered();
          });
    }),
  );

  /* ---- the stream: a new element for each try, so that no old one can speak up ----------------------------------- */
  let element = document.getElementById('stream'),
    connection,
    retry,
    watch;
  let opened = 0,
    fails = 0,
    mute = 0,
    isLive = false,
    isFresh = false,
    isPolling = false,
    turnedBack = 0; // `mute`: streams in a row that brought nothing in time

  let told = ['connecting', 'connecting'],
    waiting = 0; // the state and its word; how many taps wait in the outbox
  function show(...now) {
    told = now;
    const [state, words] =
      waiting && now[0] === 'live' ? ['waiting', `${waiting} ${waiting > 1 ? 'taps wait' : 'tap waits'}`] : now;
    if (badge.dataset.state === state && badge.textContent === words) return;
    [badge.dataset.state, badge.textContent] = [state, words];
    body.classList.toggle('not-live', state === 'lost');
  }
  function shut() {
    for (const timer of [retry, watch]) clearTimeout(timer);
    htmx.trigger(element, 'htmx:abort');
    connection?.abortController.abort();
    const fresh = element.cloneNode();
    element.replaceWith(fresh); // later events of the old element are ignored
    element = fresh;
    [connection, opened, isLive, isFresh] = [undefined, 0, false, false];
  }
  function open() {
    shut();
    if (document.hidden) return;
    if (!fails) show('connecting', 'connecting');
    opened = Date.now();
    watch = setTimeout(giveUp, PATIENCE[Math.min(mute, 2)]);
    htmx.process(element);
    htmx.trigger(element, 'open');
  }
  /**
   * A half-open link raises no error, and a browser tries the connections that it has: a poll takes the dead one, the
   * stream a new one.
   */
  function giveUp() {
    if (told[1] !== SLOWLY) show('lost', 'not live');
    fails = Math.max(fails, 1);
    if (!isLive && mute++) return void again();
    look(PATIENCE[0]);
    open();
  }
  function again() {
    fails = connection && Date.now() - opened > STEADY ? 1 : fails + 1;
    shut();
    if (fails > 1 && told[1] !== SLOWLY) show('lost', 'not live');
    retry = setTimeout(open, Math.min(LONGEST, 1000 * 2 ** (fails - 1)) * (0.6 + 0.4 * Math.random()));
    if (fails > 2 && !isPolling) keepPolling();
  }
  function alive() {
    clearTimeout(watch);
    watch = setTimeout(giveUp, SILENT);
    if (isLive) return;
    [isLive, mute] = [true, 0];
    show('live', 'live');
    tell('live');
  }
  /** A heartbeat has the version that this page should show; two with an older one mean that a backup was restored. */
  function beat(now) {
    turnedBack = older(now, version) ? turnedBack + 1 : 0;
    if (!turnedBack) shows(now);
    else if (turnedBack > 1) reloadOnce(now);
  }
  /** A fetch that treats a broken connection as the end of the answer, without an error in the console. */
  async function quietly(url, request) {
    const answer = await fetch(url, { ...request, cache: 'no-store' }).catch(() => {}),
      reader = answer?.body?.getReader();
    if (!reader) return new Response(null, { status: 504 });
    const pass = (to) =>
      reader
        .read()
        .then(({ done, value }) => (done ? to.close() : pass(to, to.enqueue(value))))
        .catch(() => {
          try {
            to.close();
          } catch {
            /* it is closed */
          }
        });
    // read while htmx swaps: some versions of WebKit deliver only to whom waits
    return new Response(new ReadableStream({ start: (to) => void pass(to), cancel: () => reader.cancel() }), answer);
  }

  /* ---- if no stream gets through, the phone polls ---------------------------------------------------------------- */
  async function look(patience = 10000) {
    try {
      const url = new URL(poll, location.href),
        headers = { 'HX-Request': 'true' };
      url.searchParams.set('since', version);
      const answer = await fetch(url, {
        cache: 'no-store',
        headers,
        signal: AbortSignal.timeout(patience),
      });
      const now = answer.headers.get('X-Version');
      if (isGone(answer)) reloadOnce(`gone ${version}`);
      if (!answer.ok || !now) throw new Error(answer.status);
      const text = await answer.text();
      if (!isLive && fails > 2) show('live', SLOWLY);
      if (older(now, version)) return;
      await htmx.swap({ text, sourceElement: element, target: element, swap: 'none' });
      rendered(now);
    } catch {
      if (fails && !isLive) show('lost', 'not live');
    }
  }
  async function keepPolling() {
    for (isPolling = true; !isLive && fails > 2 && !document.hidden;)
      await Promise.all([look(), new Promise((go) => setTimeout(go, POLL))]);
    isPolling = false;
  }

  htmx.registerExtension('connection', {
    init: (internal) => {
      api = internal;
    },
    htmx_config_request(source, { ctx }) {
      ctx.fetch = quietly;
      if (source === element) ctx.request.headers['Last-Event-ID'] = version;
    },
    /** Swaps in only answers from our server, not the page of a proxy or a guest network. */
    htmx_before_response(source, { ctx: { response } }) {
      if (source !== element) return response.headers.has('X-Companion');
      if (isGone(response)) reloadOnce(`gone ${version}`);
      return response.status === 200 && /^text\/event-stream/.test(response.headers.get('Content-Type'));
    },
    htmx_sse_before_connection(source, detail) {
      if (source === element) ({ connection } = detail);
    },
    htmx_sse_close(source) {
      if (source === element) again();
    },
    htmx_finally_request(source) {
      if (source === element && !connection) again();
    },
    htmx_sse_before_message(source, { message: { event, data, id } }) {
      if (source !== element) return false;
      alive();
      if (event === 'beat') {
        beat(data.trim());
        isFresh = true;
      }
      // other scripts first delete what they keep of this night
      if (event === 'gone') setTimeout(() => location.reload(), 100);
      return event === 'gone' || (!event && !older(id, version));
    },
    htmx_sse_after_message: (source, { message: { event, id } }) => {
      if (!event) {
        rendered(id, isFresh);
        isFresh = true;
      }
    }, // at first it brings what happened while nobody listened
    htmx_before_swap(source, { tasks }) {
      for (const task of tasks.filter(({ type, target }) => type === 'partial' && target)) {
        held.delete(task.target.id);
        if (typing(task.target, task.fragment)) held.set(task.target.id, ...tasks.splice(tasks.indexOf(task), 1));
        else arrived.push(task.target.id);
      }
    },
    htmx_before_morph_attr(changed, { attrName }) {
      if (attrName === 'open') return !changed.matches('details[data-keep]');
      return !(FIRST[attrName] in changed && changed[attrName] !== changed[FIRST[attrName]]);
    },
  });

  if (!element) return;
  addEventListener('waiting', ({ detail }) => {
    waiting = detail;
    show(...told);
  });
  const check = (now) => {
    if (older(version, now)) look();
  }; // the stream brings what a tap changed within a second; if it is cut, the phone fetches it
  addEventListener('answered', ({ detail }) => setTimeout(check, isLive ? 1000 : 0, detail.version));
  const now = () => {
    [fails, mute] = [0, 0];
    open();
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? shut() : now()));
  addEventListener('online', now);
  addEventListener('pagehide', shut);
  addEventListener('pageshow', (event) => {
    if (event.persisted) now();
  });
  document.addEventListener('DOMContentLoaded', open); // every script has run by then
})();
