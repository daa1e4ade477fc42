// A tone or a spoken text when the phone's player is fined; loaded only if the player chose one.
const chosen = () => {
  try {
    return localStorage.sound || '';
  } catch {
    return '';
  }
};
let ears;

/** Plays two short notes, generated here without a sound file. */
export function tone() {
  ears ??= new AudioContext();
  const soft = ears.createGain();
  soft.gain.value = 0.2;
  soft.connect(ears.destination);
  [523, 659].forEach((pitch, nth) => {
    const note = ears.createOscillator(),
      at = ears.currentTime + nth * 0.18;
    note.frequency.value = pitch;
    note.connect(soft);
    note.start(at);
    note.stop(at + 0.16);
  });
}

export function aloud(words) {
  const line = new SpeechSynthesisUtterance(words);
  line.lang = 'en';
  speechSynthesis.speak(line);
}

/** Some phones allow no sound before the first touch. */
addEventListener(
  'pointerdown',
  () => {
    try {
      if (chosen() === 'tone') (ears ??= new AudioContext()).resume();
      if (chosen() === 'aloud') aloud('');
    } catch {
      /* not this phone */
    }
  },
  { once: true },
);

/** On the page where the player chooses: plays a sample of each choice when it is tapped. */
const choices = [...document.querySelectorAll('[data-sound]')];
const show = () =>
  choices.forEach((each) => each.setAttribute('aria-pressed', String(each.dataset.sound === chosen())));
const sample = { '': () => navigator.vibrate?.([180, 80, 180]), tone, aloud: () => aloud('Like this.') };
for (const each of choices) {
  each.addEventListener('click', () => {
    try {
      localStorage.sound = each.dataset.sound;
      sample[each.dataset.sound]?.();
    } catch {
      /* not this phone */
    }
    show();
  });
}
show();
