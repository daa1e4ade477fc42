// What a phone keeps over reloads and closed tabs. Storage can be forbidden (private windows): then nothing is
// remembered, but everything else works.
'use strict';
(() => {
  /* ---- words, for as long as the tab or the browser lives -------------------------------------------------------- */
  window.recall = (store, name) => {
    try {
      return window[store][name];
    } catch {
      return undefined;
    }
  };
  /** Writes only what changed: a slow phone takes milliseconds for each. */
  window.remember = (store, name, value) => {
    try {
      if ((window[store][name] ?? '') !== value) window[store][name] = value;
    } catch {
      /* forgotten */
    }
  };

  /* ---- taps that wait, and the last known state of nights -------------------------------------------------------- */
  let opened;
  const asked = (request) =>
    new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  async function database() {
    const request = indexedDB.open('companion', 1);
    request.onupgradeneeded = () => {
      for (const store of ['taps', 'nights']) request.result.createObjectStore(store, { keyPath: 'key' });
    };
    const found = await asked(request);
    found.onversionchange = found.onclose = () => {
      opened = undefined;
      found.close();
    };
    return found;
  }
  /** Fails if the browser allows no storage (private windows, old phones), or does not open it within three seconds. */
  window.kept = async (store, act) => {
    try {
      const found = await Promise.race([(opened ??= database()), new Promise((_, fail) => setTimeout(fail, 3000))]);
      return await asked(act(found.transaction(store, 'readwrite', { durability: 'strict' }).objectStore(store)));
    } catch (fault) {
      opened = undefined; // some phones lose it in the background
      throw fault;
    }
  };
})();
