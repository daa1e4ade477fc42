// Pads: cards and dice are tapped on big keys, which fill the plain selects of their form; the form is sent once, as
// any other.
'use strict';
(() => {
  const all = (selector, within) => [...within.querySelectorAll(selector)];
  const halves = new WeakSet(); // forms in which the first card of a pair was tapped, and the second is still missing
  const hand = (select) => select.dataset.hand || '';
  const said = (select) => select.value.slice(hand(select).length);
  const places = (form) => all('.plain select[data-ask]', form);
  const offers = (select, cards) => [...select.options].some(({ value }) => value === hand(select) + cards);

  /** The selects in the order in which they are filled: first that of the player who laid the opening card. */
  function queue(form) {
    const selects = places(form),
      { opener } = form.dataset;
    const first = opener ? selects.findIndex((select) => said(select).split(' ').includes(opener)) : 0;
    return first > 0 ? [...selects.slice(first), ...selects.slice(0, first)] : selects;
  }

  /** The select that the next key fills: the first empty one, or the only one, which is filled anew. */
  const open = (selects) => selects.find(({ value }) => !value) || (selects.length === 1 ? selects[0] : undefined);

  /** Fills the next select; the first card of a possible pair waits for the second. */
  function lay(form, card) {
    const { beside } = form.dataset,
      next = open(queue(form));
    const pairs = beside && [...next.options].some(({ value }) => value.startsWith(`${hand(next)}${beside} `));
    if (card === beside && pairs && !halves.has(form)) return halves.add(form);
    const cards = !halves.delete(form) ? card : card === 'alone' ? beside : `${beside} ${card}`;
    if (offers(next, cards)) next.value = hand(next) + cards;
    return form;
  }

  function opens(form, place) {
    const select = places(form)[place],
      { beside, opener } = form.dataset;
    const paired = form.querySelector('[data-beside]:checked');
    select.value = hand(select) + (paired ? `${beside} ${opener}` : opener);
  }

  /** The box that says that a die of the throw before is held; only a pad for such a throw has some. */
  const holding = (form, select) => all('[type=checkbox][name=held]', form)[places(form).indexOf(select)];

  /**
   * Clears what was laid at a place, or what was laid last; a die of the throw before is held instead, or not any more.
   */
  function takeBack(form, place) {
    if (!place && halves.delete(form)) return;
    const selects = queue(form),
      select = place ? selects[place] : selects.findLast(({ value }) => value);
    const held = holding(form, select),
      key = face(form, said(select).split(' ').at(-1));
    if (held) held.checked = !select.value;
    select.value = held?.checked ? select.dataset.was : '';
    draw(form);
    (held ? form.querySelector(`.laid [value="${place}"]`) : key).focus({ preventScroll: true });
  }

  const face = (form, value) => form.querySelector(`.keypad .key[value="${value}"]`);

  /** A card or die as it lies on the table, made of the key it was tapped on. */
  function lying(key) {
    const svg = key.querySelector('svg');
    if (svg) return svg.cloneNode(true);
    const card = document.createElement('span'),
      suit = key.closest('.suit');
    card.className = `card ${suit?.classList.contains('red') || key.matches('.red') ? 'red' : 'black'}`;
    card.textContent = key.textContent.trim() + (suit?.querySelector('.sign').textContent || '');
    card.setAttribute('role', 'img');
    card.setAttribute('aria-label', key.getAttribute('aria-label') || key.textContent.trim());
    return card;
  }

  function takeable(form, select, place) {
    const button = document.createElement('button'),
      held = holding(form, select);
    [button.name, button.value] = ['back', place];
    if (held && (held.checked || !select.value)) {
      button.className = 'hold';
      button.setAttribute('aria-pressed', held.checked);
    }
    button.append(...(said(select) || select.dataset.was).split(' ').map((value) => lying(face(form, value))));
    return button;
  }

  function laid(form, selects) {
    const people = hand(selects[0]),
      list = document.createElement(people ? 'ul' : 'p');
    list.className = people ? 'cards' : 'dice';
    for (const [place, select] of selects.entries()) {
      if (!select.value && !select.dataset.was) continue;
      const button = takeable(form, select, place),
        label = select.labels[0];
      if (!people) list.append(button);
      else list.appendChild(document.createElement('li')).append(...label.cloneNode(true).childNodes, ' ', button);
    }
    if (form.dataset.pad === 'bid') {
      const tricks = selects.reduce((sum, { value }) => sum + Number(value), 0);
      list.append(`= ${tricks} trick${tricks === 1 ? '' : 's'}`);
    }
    const blank = form.querySelector('[hidden] > .blank');
    if (blank) while (list.childElementCount < selects.length) list.append(blank.cloneNode(true));
    return list;
  }

  /** The buttons that send the form work once enough is laid. */
  function enable(form) {
    const selects = queue(form),
      isReady = selects.filter(({ value }) => value).length >= (Number(form.dataset.least) || selects.length);
    for (const button of all('.finish button', form)) button.disabled = !isReady;
  }

  /** What is laid stays in this tab until it is sent, so that a reload does not lose it; held dice are tapped anew. */
  const named = ({ id, dataset, elements }) =>
    ['laid', location.pathname, elements.in_game?.value, id, dataset.slot].join(' ');
  const sent = new WeakSet();
  const keep = (form) =>
    remember(
      'sessionStorage',
      named(form),
      places(form)
        .map(({ value }) => value)
        .join('|'),
    );
  function restore(form) {
    const selects = places(form),
      kept = recall('sessionStorage', named(form))?.split('|');
    if (!kept || selects.some(({ value }) => value) || form.querySelector('[name=held]')) return;
    for (const [at, select] of selects.entries()) select.value = kept[at] || '';
  }

  const begun = new Set(); // pads at the table in which something is laid that was not sent yet
  /** What was laid goes with a pad that an update takes away, since its slot is filled: the phone says why. */
  function tellGone() {
    const gone = [...begun].filter((form) => !form.isConnected && begun.delete(form));
    if (!gone.some(({ id }) => !document.getElementById(id)) || document.querySelector('#r-record.idle')) return;
    const words = Object.assign(document.createElement('p'), {
      className: 'done',
      textContent: 'Another phone had tapped first.',
    });
    document.getElementById('r-answer')?.append(words);
    setTimeout(() => words.remove(), 6000);
  }

  /** Draws the pad from its selects, and puts the keys back if an update of the form removed them. */
  function draw(form) {
    const { opener, beside, done, prices } = form.dataset;
    if (form.dataset.while && !document.querySelector(form.dataset.while)) shut(form);
    if (!form.isConnected) return;
    const plain = all('.plain', form);
    let pad = form.querySelector('.keypad');
    if (!pad) {
      pad = document.createElement('div');
      pad.className = 'keypad';
      pad.append(form.querySelector('template').content.cloneNode(true));
      plain[0].before(pad);
      restore(form);
    }
    const selects = queue(form),
      filled = selects.filter((select) => select.value);
    const next = selects.find((select) => !select.value),
      half = halves.has(form),
      starts = opener && !filled.length,
      isBegun = (half || filled.length) && !sent.has(form) && form.closest('.region');
    begun[isBegun ? 'add' : 'delete'](form);
    const drawn = [half, ...selects.map((select) => select.value + (holding(form, select)?.checked || ''))].join();
    if (pad.dataset.drawn === drawn && plain[0].hidden) return;
    pad.dataset.drawn = drawn;
    // a bid is a secret: whoever is handed the phone next must not see what was laid of it
    if (!sent.has(form) && !['bid', 'card'].includes(form.dataset.pad)) keep(form);
    for (const part of plain) part.hidden = !part.matches('.finish') || 'send' in form.dataset;
    const ask = pad.querySelector('.ask'),
      before = filled.at(-1)?.dataset.filled;
    const asks = next && (hand(next) ? next : selects[filled.length]).dataset.ask; // cards that are alike are counted
    ask.textContent = half ? form.dataset.half : starts ? form.dataset.starts : before || asks || done;
    pad
      .querySelector('.laid')
      .replaceChildren(...(filled.length || pad.querySelector('[hidden] > .blank') ? [laid(form, selects)] : []));
    const gone = 'once' in form.dataset ? selects.flatMap((select) => said(select).split(' ')) : [];
    for (const key of all('.key', pad))
      key.disabled = key.matches('.gone') || gone.includes(key.value) || (half && key.value === beside);
    for (const part of all('[data-when]', pad)) {
      part.hidden = !{ keys: open(selects) && !starts, starts, half, laid: filled.length || half }[part.dataset.when];
    }
    enable(form);
    if (prices && (!next || form.querySelector('.finish :is(.best, .zero)'))) price(form, drawn);
  }

  /**
   * Fetches from the server what each box would score with these cards or dice, or once one is taken back, the most
   * that it can; if that fails, boxes can still be tapped.
   */
  async function price(form, drawn) {
    const asked = new URL(form.dataset.prices, location.href);
    for (const select of queue(form)) asked.searchParams.append(select.name, select.value);
    try {
      const page = new DOMParser().parseFromString(await (await fetch(asked)).text(), 'text/html');
      const fresh = page.querySelector(`form[data-pad] .finish`),
        at = form.querySelector('.finish');
      for (const open of all('details[id][open]', at)) fresh?.querySelector(`#${open.id}`)?.setAttribute('open', '');
      if (fresh && form.querySelector('.keypad').dataset.drawn === drawn) at.replaceChildren(...fresh.childNodes);
      enable(form);
    } catch {
      /* no network: the most that each box can score stays */
    }
    if (!open(queue(form))) onward(form);
  }

  /** Closes a pad whose slot is over, or says so above what was laid already: when that is sent, both are shown. */
  function shut(form) {
    const isLaid = halves.has(form) || queue(form).some((select) => select.value);
    if (isLaid && form.previousElementSibling?.matches('.over')) return;
    const words = document.createElement('p');
    words.className = 'panel over';
    words.textContent = form.dataset.closed;
    if (isLaid) form.before(words);
    else form.replaceWith(words);
  }

  /** Moves the keyboard focus to the next key, or after the last one to the button that sends the form. */
  function onward(form, from) {
    const keys = all('.key', form),
      rest = keys.slice(keys.indexOf(from) + 1).concat(keys);
    const open = [...rest, ...all('.finish .best', form), ...all('.finish button', form)].find(
      (one) => !one.disabled && one.checkVisibility?.() !== false,
    );
    if (document.activeElement === from || document.activeElement === document.body || from === undefined)
      open?.focus({ preventScroll: true });
  }

  addEventListener('click', (event) => {
    const button = event.target.closest?.('.keypad button'),
      form = button?.closest('form');
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    const { name, value } = button;
    if (name === 'back') takeBack(form, value);
    else if (name === 'opens') opens(form, value);
    else lay(form, value);
    draw(form);
    const isAllHeld =
      !all('[type=checkbox][name=held]:not(:checked)', form).length && form.querySelector('[name=held]');
    if ('send' in form.dataset && form.checkValidity() && !isAllHeld)
      form.requestSubmit(form.querySelector('.finish button'));
    else onward(form, button);
    // once the keys are folded away, what is asked now may be above the screen
    if (!open(queue(form))) form.querySelector('.keypad .ask').scrollIntoView({ block: 'nearest' });
  });

  addEventListener('submit', ({ target }) => {
    if (!target.matches('[data-pad]')) return;
    sent.add(target);
    begun.delete(target);
    remember('sessionStorage', named(target), '');
  });

  const drawAll = () => {
    for (const form of all('form[data-pad]', document)) draw(form);
    tellGone();
    for (const part of all('div[data-while]', document)) if (!document.querySelector(part.dataset.while)) shut(part);
  };
  new MutationObserver(drawAll).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden', 'data-open'],
  });
  addEventListener('pageshow', drawAll);
  drawAll();
})();
