/**
 * One SVG sprite out of the drawings: every picture is a `<symbol>` placed by `<use>`. It stands in the page itself,
 * because clip paths and `currentColor` of a sprite in another file do not work everywhere.
 *
 * Ids: `birdie-robin`, `sil-birdie-robin` (its outline in the current colour), `ground-spring`, `sign-spring`,
 * `ground-duck`, `back`, `logo`, `i-undo`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder the art folder */
export function sprite(folder) {
  const symbols = [
    ...drawings(join(folder, 'birds')).flatMap(([name, svg]) => [symbol(name, svg), outline(name, svg)]),
    ...drawings(join(folder, 'seasons')).map(([name, svg]) =>
      symbol(name.startsWith('glyph-') ? name.replace('glyph-', 'sign-') : `ground-${name}`, svg)),
    ...drawings(join(folder, 'cards')).map(([name, svg]) => symbol(name.replace('cubirds-', 'ground-'), svg)),
    symbol('logo', read(join(folder, 'logo.svg')).replaceAll('#2B3A33', 'var(--logo-ink)')),
    read(join(folder, 'icons.svg')).replace(/<\/?svg[^>]*>/g, '').trim(),
  ];
  return `<svg width="0" height="0" aria-hidden="true" class="sprite">${squeeze(symbols.join(''))}</svg>`;
}

/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8');

/** @param {string} folder @returns {[string, string][]} */
function drawings(folder) {
  return readdirSync(folder).sort().map((file) => [file.replace(/\.svg$/, ''), read(join(folder, file))]);
}

/** @param {string} svg */
const viewBox = (svg) => /viewBox="([^"]*)"/.exec(svg)?.[1] ?? '';

/** @param {string} svg */
const inside = (svg) => svg.replace(/^.*?<svg[^>]*>/s, '').replace(/<\/svg>\s*$/, '').replace(/<title>.*?<\/title>/s, '');

/** @param {string} name @param {string} svg */
const symbol = (name, svg) => `<symbol id="${name}" viewBox="${viewBox(svg)}">${inside(svg)}</symbol>`;

/**
 * The shape of a bird in one colour, without the paper edge around it. Owls get eyes, or they would be eggs.
 * @param {string} name @param {string} svg
 */
function outline(name, svg) {
  const keyline = /<g class="keyline"[^>]*>(.*?)<\/g>/s.exec(svg)?.[1] ?? '';
  const shape = keyline.replace(/stroke-width="([\d.]+)"/g, (_, width) => `stroke-width="${Number(width) - 10}"`);
  const eyes = name.endsWith('owl') ? [76, 124].map(eye).join('') : '';
  const open = '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linecap="round">';
  return `<symbol id="sil-${name}" viewBox="${viewBox(svg)}">${open}${shape}</g>${eyes}</symbol>`;
}

/** @param {number} x */
const eye = (x) =>
  `<circle cx="${x}" cy="68" r="15" fill="var(--hole)"/><circle cx="${x}" cy="68" r="7" fill="currentColor"/>`;

/** @param {string} svg */
const squeeze = (svg) => svg.replace(/>\s+</g, '><').replace(/\s+/g, ' ').replace(/(\.\d*?[1-9])0+(?=[^\d.])/g, '$1');
