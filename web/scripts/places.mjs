/** Where things lie, and the languages there are. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export const WEB = fileURLToPath(new URL('..', import.meta.url));
export const LOCALE = join(WEB, '../src/birdtable/locale');
export const STATIC = join(WEB, '../src/birdtable/server/static');
export const LANGUAGES = ['en', 'it', 'es', 'de', 'ru'];

/** @param {string} language */
export const catalogue = (language) => join(LOCALE, language, 'LC_MESSAGES', 'birdtable.po');
