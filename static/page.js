// What every page does on the phone itself: local times, cards that stay covered, and scripts that are loaded once they
// are needed. Every form and link here also works without this script.
'use strict';
(() => {
  const { body, documentElement: root } = document;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const night = location.pathname.split('/')[2];

  /* ---- what the server does not know about this phone is applied again after every update ------------------------ */
  const shutKey = (details) => `shut ${night} ${details.id}`;
  addEventListener(
    'toggle',
    ({ target }) => {
      // a card that was covered stays so on the next page
      if (target.matches?.('[data-keep]')) remember('sessionStorage', shutKey(target), target.open ? '' : '1');
    },
    true,
  );

  /** Of the whole page, or of the fragments that have just arrived. */
  function dress(parts = [body]) {
    for (const part of parts) {
      for (const details of all('[data-keep]', part))
        if (recall('sessionStorage', shutKey(details))) details.open = false;
      for (const time of all('time[datetime]', part)) localise(time);
      for (const bar of all('[data-since]', part)) {
        // it goes on where it was, after a reload too
        for (const one of bar.getAnimations())
          one.currentTime = Math.max(0, Date.now() - Date.parse(bar.dataset.since) || 0);
      }
    }
    byId(`seat-${body.dataset.me}`)?.classList.add('me');
    if (document.querySelector('[data-numbers]'))
      import('/static/numbers.js').catch(() => {
        /* the keyboard of the phone does the same */
      });
    if (body.dataset.me && document.querySelector('textarea, input:not([type=hidden])'))
      import('/static/typed.js').catch(() => {
        /* what is typed lasts as long as the page */
      });
    if (document.querySelector('[data-pad], [data-while]'))
      import('/static/pad.js').catch(() => {
        /* its plain selects do the same */
      });
  }

  function localise(time) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const isTonight = Math.abs(Date.now() - at) < 18 * 3600e3; // an evening goes past midnight and is still one evening
    const words = at.toLocaleString([], {
      hour: 'numeric',
      minute: '2-digit',
      ...(isTonight ? {} : { day: 'numeric', month: 'short' }),
    });
    if (time.textContent !== words) time.textContent = words;
  }
  addEventListener('laid', () => dress([byId('page-sheet')]));
  addEventListener('rendered', ({ detail: { ids } }) => dress(ids.map(byId).filter(Boolean)));

  /* ---- loaded once the table is shown: file.js keeps the newest night file, sheet.js lays pages over this one ---- */
  if (body.dataset.me) {
    const load = () =>
      Promise.all(['file', 'sheet'].map((name) => import(`/static/${name}.js`))).catch(() =>
        addEventListener('live', load, { once: true }),
      );
    setTimeout(load, 1000);
  }
  addEventListener('click', (event) => {
    // without script the link opens the page by itself
    const link = event.target.closest?.('a[data-sheet], [data-sheet] a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    import('/static/sheet.js').then(
      ({ lay }) => lay(link.href).catch(() => location.assign(link.href)),
      () => {
        /* no network */
      },
    );
  });
  addEventListener('keydown', () => import('/static/keyboard.js').catch(() => {}), { once: true });
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => {
      /* not with this certificate */
    });
    const { secure } = body.dataset;
    if (secure && isSecureContext)
      import(secure).catch(() => {
        /* it plays on without */
      });
  });
  root.classList.add('js');
  dress();
})();
