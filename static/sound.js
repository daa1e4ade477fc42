// A tone or a spoken text when the phone's player is fined; loaded only if the player chose one.
const chosen = () => { try { return localStorage.sound || ''; } catch { return ''; } };
let ears;

/** Two notes that are soon over, made here: no file. */
export function tone() {
  ears ??= new AudioContext();
  const soft = ears.createGain();
  soft.gain.value = .2;
  soft.connect(ears.destination);
  [523, 659].forEach((pitch, nth) => {
    const note = ears.createOscillator(), at = ears.currentTime + nth * .18;
    note.frequency.value = pitch;
    note.connect(soft);
    note.start(at);
    note.stop(at + .16);
  });
}

export function aloud(words) {
  const line = new SpeechSynthesisUtterance(words);
  line.lang = 'en';
  speechSynthesis.speak(line);
}

/** Some phones make no sound of their own before a finger asked for one. */
addEventListener('pointerdown', () => {
  try {
    if (chosen() === 'tone') (ears ??= new AudioContext()).resume();
    if (chosen() === 'aloud') aloud('');
  } catch { /* not this phone */ }
}, { once: true });

/** The page where the player chooses: plays every choice at once. */
const choices = [...document.querySelectorAll('[data-sound]')];
const show = () => choices.forEach((each) => each.setAttribute('aria-pressed', String(each.dataset.sound === chosen())));
const sample = { '': () => navigator.vibrate?.([180, 80, 180]), tone, aloud: () => aloud('Like this.') };
for (const each of choices) {
  each.addEventListener('click', () => {
    try {
      localStorage.sound = each.dataset.sound;
      sample[each.dataset.sound]?.();
    } catch { /* not this phone */ }
    show();
  });
}
show();
