/** The licences of other people's work that ends up in the page, in one file beside it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WEB } from './places.mjs';

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The packages that files are of. @param {Iterable<string>} paths */
export function packages(paths) {
  const names = [...paths].map((path) => PACKAGE.exec(path.replaceAll('\\', '/'))?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** A package with its release and the text of its licence. @param {string} name */
export function licence(name) {
  const folder = join(WEB, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence that could be shipped`);
  const title = `${name} ${version}`;
  return `${title}\n${'='.repeat(title.length)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** Writes `assets/LICENCES.txt`. @returns {import('vite').Plugin} */
export function licences() {
  return {
    name: 'birdtable-licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const used = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames));
      this.emitFile({ type: 'asset', fileName: 'assets/LICENCES.txt', source: packages(used).map(licence).join('\n\n') });
    },
  };
}
