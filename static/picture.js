// The picture of the night as a PNG: sent with the phone's share sheet, or saved as a file if there is none.
'use strict';
(() => {
  const button = document.getElementById('picture-share'),
    shown = document.getElementById('picture-shown');
  if (!button || !shown || !HTMLCanvasElement.prototype.toBlob) return;

  const drawn = () =>
    new Promise((done, fail) => {
      const canvas = document.createElement('canvas');
      canvas.width = 1080;
      canvas.height = 1350;
      canvas.getContext('2d').drawImage(shown, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png');
    });

  const named = () => `${button.dataset.name.replace(/[^\p{L}\p{M}\p{N}-]+/gu, ' ').trim() || 'night'}.png`;
  const shares = (files) => !!navigator.canShare?.({ files });

  async function send() {
    shown.loading = 'eager';
    await shown.decode(); // wait until it is loaded
    const file = new File([await drawn()], named(), { type: 'image/png' });
    if (!shares([file])) return keep(file);
    return navigator.share({ files: [file] }).catch((error) => {
      if (error.name !== 'AbortError') keep(file);
    });
  }

  function keep(file) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  if (!shares([new File([''], 'night.png', { type: 'image/png' })])) button.textContent = 'Save the picture';
  button.hidden = false;
  button.addEventListener('click', () =>
    send().catch(() => {
      location.href = shown.src;
    }),
  );
})();
