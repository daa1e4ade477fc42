// Answers to taps: one disappears together with its subject, and one that leads to another page is shown there.
(() => {
  'use strict';
  let answered = { at: 0, seq: 0 }; // when the last answer came, the slot it was about, and the entry it led to
  const isPlayed = () => document.querySelector('#r-record:not(.idle) > *');
  let wasPlayed = isPlayed();
  const about = () => document.getElementById('r-board')?.dataset.about; // how many corrections there were
  let wasAbout = about();
  const lift = (kind) => document.querySelectorAll(`#r-answer > .${kind}`).forEach((old) => old.remove());

  /** Removes the offers in answers whose subject is gone; the reason why a late tap does not count stays. */
  function withdraw() {
    for (const form of document.querySelectorAll('.answer form')) (form.closest('#r-answer > *') || form).remove();
  }
  addEventListener('click', (event) => {
    // an answer that is closed leaves everything as it is
    const box = event.target.closest?.('[data-close]')?.closest('.answer > *');
    if (!box) return;
    event.preventDefault();
    if (box.dispatchEvent(new Event('closed', { bubbles: true, cancelable: true }))) box.remove();
  });
  addEventListener('answered', ({ detail: { slot, version, refused } }) => {
    if (slot === answered.slot && !refused) lift('question'); // said again without it
    setTimeout(lift, 6000, 'done');
    answered = { at: Date.now(), slot, seq: parseInt(version, 10) };
  });
  addEventListener('appeared', ({ detail: slots }) => {
    if (slots.includes(answered.slot)) withdraw(); // it is asked again: what filled it was undone
    if (Date.now() - answered.at > 2000) lift('refused'); // it was about the last one
  });
  addEventListener('rendered', ({ detail: { ids } }) => {
    if (wasPlayed && !isPlayed()) withdraw(); // the game or the night is over
    wasPlayed = isPlayed();
    // what two phones said is settled by a correction, and a deal that is over is put right in the log
    if (wasAbout !== (wasAbout = about()) || ids.includes('r-dealt')) lift('conflict');
    // the list of changed drinks is out of date
    if (parseInt(document.body.dataset.version, 10) > answered.seq) lift('changes');
  });

  const kept = recall('sessionStorage', 'answer'),
    place = document.getElementById('r-answer');
  if (kept && place) {
    place.outerHTML = kept;
    setTimeout(lift, 6000, 'done');
  }
  remember('sessionStorage', 'answer', '');
})();
