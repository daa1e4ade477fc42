// The sheet: a page of the night laid over the page that is open, for links with data-sheet (see page.js). Such a page
// works by itself too, without script.
const SETTLES = 400; // ms after it opens in which taps do nothing: the second tap of two was meant for what is under it
const sheet = document.body.appendChild(Object.assign(document.createElement('dialog'), { id: 'page-sheet' }));
const { head } = document;
const seen = new Map(); // address -> the page as it was last fetched, for when the network is gone
let asked = '';
// fetched at once, for a sheet that is opened when the network is gone
const style = styled(Object.assign(document.createElement('link'), { href: '/static/sheet.css' }));

async function fetched(address) {
  const signal = AbortSignal.timeout(seen.has(address) ? 1500 : 6000);
  const answer = await fetch(address, { headers: { 'HX-Request': 'true' }, cache: 'no-store', signal });
  if (!answer.headers.has('X-Companion')) throw new Error('a stranger answered');
  seen.set(address, answer.ok && (await answer.text()));
  return seen.get(address);
}
for (const { href } of document.querySelectorAll('.thumb a[href$=caught]'))
  fetched(href).catch(() => {
    /* later */
  });

/** Opens the page at this address as a sheet, or in place of the one that is open. */
export async function lay(address) {
  asked = address;
  let text;
  try {
    text = await fetched(address);
    if (!text) return void location.assign(address); // such as a rule that is gone
  } catch {
    text =
      seen.get(address) ||
      `<button class="button quiet shut" type="button">Close</button><div class="sheet-page"><h1>No connection</h1>
<p><a class="button wide" data-sheet href="${new URL(address)}">Try again</a></p></div>`;
  }
  if (asked !== address) return; // another one was tapped meanwhile
  await htmx.swap({ text, sourceElement: sheet, target: sheet, swap: 'innerHTML' });
  await Promise.all([style, ...[...sheet.querySelectorAll('link')].map(styled)]);
  dispatchEvent(new Event('laid'));
  const title = sheet.querySelector('h1');
  sheet.setAttribute('aria-label', title.textContent.trim().replace(/\s+/g, ' '));
  sheet.scrollTop = 0;
  if (!sheet.open) {
    sheet.classList.add('settling');
    setTimeout(() => sheet.classList.remove('settling'), SETTLES);
    sheet.returnValue = '';
    sheet.showModal();
    if (!history.state?.sheet) history.pushState({ sheet: true }, ''); // so that Back closes it
  }
  const { hash } = new URL(address),
    aim = hash ? sheet.querySelector(hash) : null;
  aim?.closest('details')?.setAttribute('open', '');
  aim?.scrollIntoView();
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Moves the link of a style sheet into the head, where it stays; resolves once it is loaded. */
function styled(link) {
  const href = link.getAttribute('href');
  link.remove();
  if (head.querySelector(`link[href="${href}"]`)) return undefined;
  return new Promise((done) => {
    const own = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done });
    head.append(own);
  });
}

sheet.addEventListener('close', () => {
  if (history.state?.sheet) history.back();
});
addEventListener('popstate', () => sheet.close());
addEventListener('rendered', ({ detail: { ids } }) => {
  if (ids.includes('r-moment') && document.querySelector('#r-moment [data-goes]')) sheet.close(); // for the awards
});
sheet.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') event.stopPropagation();
}); // it closes the sheet alone
sheet.addEventListener(
  'click',
  (event) => {
    const { target } = event,
      link = target.closest('a');
    if (sheet.matches('.settling')) {
      event.preventDefault();
      event.stopPropagation();
    } else if (target === sheet || target.closest('.shut')) {
      sheet.close();
    } else if (link && !('sheet' in link.dataset) && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      location.replace(link.href); // Back leads from there to the page under the sheet
    }
  },
  true,
);
// A tap is sent by the outbox: its answer is shown on the page under the sheet. Any other form opens a page of its own.
sheet.addEventListener('submit', (event) =>
  setTimeout(() => {
    if (!event.defaultPrevented) return;
    sheet.close('sent');
    for (const own of document.querySelectorAll('.own[open]')) own.open = false;
  }),
);
// What unfolds below the screen comes into sight.
addEventListener('click', ({ target }) => {
  const fold = target.closest?.('.page summary, #page-sheet summary')?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: 'nearest' }));
});
