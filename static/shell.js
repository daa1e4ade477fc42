// Shown without network: the last table of this night that this phone saved, its waiting taps, and its newest night
// file.
'use strict';
(async () => {
  const byId = (id) => document.getElementById(id);
  const night = location.pathname.split('/')[2];
  /**
   * Everything on a shelf of the phone's storage; asked again if no answer comes, and empty if storage is forbidden.
   */
  async function all(shelf, tries = 5) {
    const found = await window.kept(shelf, (kept) => kept.getAll()).catch(() => (tries ? null : []));
    return found || all(shelf, tries - 1);
  }
  const clock = (at) =>
    new Date(at).toLocaleString([], {
      hour: 'numeric',
      minute: '2-digit',
      ...(Date.now() - at > 18 * 3600e3 ? { day: 'numeric', month: 'short' } : {}),
    });

  /* ---- checks whether the network is back, with growing pauses, and without an endless reload -------------------- */
  let tries = 0;
  try {
    tries = Number(sessionStorage.offline) || 0;
  } catch {
    /* it starts anew */
  }
  async function look() {
    tries = Math.min(tries + 1, 5);
    try {
      await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' });
      try {
        sessionStorage.offline = tries;
      } catch {
        /* it starts anew */
      }
      reload();
    } catch {
      setTimeout(look, 2000 * 2 ** tries);
    }
  }
  setTimeout(look, 2000 * 2 ** tries);
  addEventListener('online', reload);

  /** Opens this page again, but not if the reader has just tapped a link to another one. */
  let isLeaving = false;
  addEventListener('click', ({ target }) => {
    isLeaving ||= Boolean(target.closest('a:not([download])'));
  });
  function reload() {
    if (!isLeaving) location.reload();
  }

  /* ---- what this phone has kept ---------------------------------------------------------------------------------- */
  const nights = await all('nights'),
    taps = await all('taps');
  const table = nights.find(({ key }) => key === `${night} table`),
    file = nights.find(({ key }) => key === `${night} file`);
  const waiting = taps.filter((tap) => tap.night === night && !tap.said).sort((one, other) => one.order - other.order);
  function tell(id, ...words) {
    byId(id).append(...words);
    byId(id).hidden = false;
  }
  if (waiting.length) {
    const [what, them] = waiting.length > 1 ? ['taps wait', 'They go'] : ['tap waits', 'It goes'];
    const taps = waiting.map(({ words }) => words).join(' · ');
    tell('waits', `${waiting.length} ${what} on this phone: ${taps}. ${them} out when the table opens again.`);
  }
  if (file) tell('file', ...window.saving(file));
  if (table) {
    const parts = new DOMParser().parseFromString(table.html, 'text/html').body;
    // a player's row leads to their sheet: it looks as it did, and leads nowhere
    for (const row of parts.querySelectorAll('li > a')) row.removeAttribute('href');
    for (const part of parts.querySelectorAll('form,button,a[href],[data-later]')) part.remove();
    for (const fine of parts.querySelectorAll('.fine-alert')) fine.classList.add('later');
    tell('when', `${table.name}, as this phone last saw it at ${clock(table.at)}`);
    tell('table', ...parts.childNodes);
  } else {
    for (const { key, night: other, name, at } of nights.filter(({ key }) => key.endsWith(' table'))) {
      const link = document.createElement('a');
      link.className = 'button wide';
      link.href = `/n/${other}/`;
      link.textContent = `${name}, seen at ${clock(at)}`;
      tell('nights', link);
    }
  }
})();
