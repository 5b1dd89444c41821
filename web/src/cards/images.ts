/**
 * Drawings of the sprite as images. A `<use>` is built, styled and laid out shape by shape wherever it stands, which for
 * a table full of cards takes longer than all the rest; an image is one box, drawn once. Only drawings that bring their
 * colours along can be images: signs, outlines and icons take those of the page.
 */
const images = new Map<string, HTMLImageElement>();

/** The address of a drawing's image; nothing for a drawing that must be a `<use>`. */
export function imageOf(id: string): string | undefined {
  if (id === '' || /^(sign|sil|i|logo)\b/.test(id)) return undefined;
  // Kept, so that every later one is there with its first frame.
  let image = images.get(id);
  if (!image) images.set(id, (image = draw(id)));
  return image.src;
}

function draw(id: string): HTMLImageElement {
  const symbol = document.getElementById(id);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${symbol?.getAttribute('viewBox')}">${symbol?.innerHTML}</svg>`;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
  return image;
}
