/**
 * Texts in five languages, from the gettext catalogues that Python uses too. A message is its English sentence with
 * named placeholders; it is looked up when it is shown, so a switch of language changes the page at once.
 */
export const LANGUAGES = { en: 'English', it: 'Italiano', es: 'Español', de: 'Deutsch', ru: 'Русский' } as const;
export type Language = keyof typeof LANGUAGES;
export type Params = Record<string, string | number>;
type Catalogue = Record<string, string | string[]>;

const FILES: Record<Language, () => URL> = {
  en: () => new URL('../generated/locale/en.json', import.meta.url),
  it: () => new URL('../generated/locale/it.json', import.meta.url),
  es: () => new URL('../generated/locale/es.json', import.meta.url),
  de: () => new URL('../generated/locale/de.json', import.meta.url),
  ru: () => new URL('../generated/locale/ru.json', import.meta.url),
};

let language = $state<Language>('en');
let texts = $state.raw<Catalogue>({});
let pseudo = $state(false);

export const currentLanguage = (): Language => language;

/** The first of the browser's languages that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code as Language;
  }
  return 'en';
}

/** Fetches one catalogue and shows the page in it. Keeps the old language if that fails. */
export async function speak(wanted: Language): Promise<void> {
  const answer = await fetch(FILES[wanted]());
  if (!answer.ok) throw new Error(`no texts for ${wanted}: ${answer.status}`);
  adopt(wanted, (await answer.json()) as Catalogue);
}

export function adopt(wanted: Language, catalogue: Catalogue): void {
  language = wanted;
  texts = catalogue;
  document.documentElement.lang = wanted;
}

/** Makes every text longer and accented, to find what does not fit and what is not translated. */
export function speakPseudo(on: boolean): void {
  pseudo = on;
}

export function t(id: string, params?: Params): string {
  return fill(raw(id), params);
}

/** A message that needs a context: the same English word, another word elsewhere. */
export function tc(context: string, id: string, params?: Params): string {
  return fill(single(texts[`${context}\u0004${id}`]) ?? id, params);
}

/** A message that counts: `n` chooses the form and fills `{n}`. */
export function tn(one: string, many: string, n: number, params?: Params): string {
  return fill(rawMany(one, many, n), { n, ...params });
}

/** The same, for a message that was marked elsewhere and comes in a variable. */
export const translate = t;
export const translateIn = tc;
export const translateMany = tn;

/** Marks a message that is looked up elsewhere. */
export const msg = (id: string): string => id;
export const msgc = (context: string, id: string): [string, string] => [context, id];
export const msgn = (one: string, many: string): [string, string] => [one, many];

/** A looked-up message as words and holes, to be filled with pictures: `"{name} takes {cards}"`. */
export function pieces(asked: { id: string; plural?: string; n?: number }): (string | { hole: string })[] {
  const text = asked.plural === undefined ? raw(asked.id) : rawMany(asked.id, asked.plural, asked.n ?? 0);
  return text.split(/(\{\w+\})/).filter(Boolean).map((piece) => {
    const hole = /^\{(\w+)\}$/.exec(piece)?.[1];
    return hole === undefined ? (pseudo ? stretch(piece) : piece) : { hole };
  });
}

/** A figure as it is written in the language: `19,2`. */
export function figure(n: number, digits = 1): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(n);
}

const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]] as const;

/** A length of time in its largest whole unit: `2 minutes`, `2 Minuten`. */
export function duration(seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? UNITS[3];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(seconds / length);
}

/** A moment in milliseconds, as people write it where this browser is at home: 16/11/2026 in English is not 11/16/2026. */
export function dateWords(at: number, dateStyle: 'short' | 'medium' | 'long', timeStyle?: 'short'): string {
  const own = navigator.languages.filter((each) => each.startsWith(language));
  return new Intl.DateTimeFormat([...own, language], { dateStyle, timeStyle }).format(at);
}

export const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function list(items: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}

/** Gettext's plural forms: two, but three in Russian. */
export function form(tongue: Language, n: number): number {
  if (tongue !== 'ru') return n === 1 ? 0 : 1;
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
}

const raw = (id: string): string => single(texts[id]) ?? id;

function rawMany(one: string, many: string, n: number): string {
  const forms = texts[one];
  const text = Array.isArray(forms) ? forms[form(language, n)] : undefined;
  return text ?? (n === 1 ? one : many);
}

function single(text: string | string[] | undefined): string | undefined {
  return Array.isArray(text) ? text[0] : text;
}

function fill(text: string, params?: Params): string {
  const shown = pseudo ? text.split(/(\{\w+\})/).map((p) => (p.startsWith('{') ? p : stretch(p))).join('') : text;
  return params ? shown.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole)) : shown;
}

const ACCENTS: Record<string, string> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'û', A: 'Å', E: 'É', O: 'Ö', U: 'Û', s: 'š', n: 'ñ' };

function stretch(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text;
  const more = '~'.repeat(Math.ceil(text.trim().length * 0.4)).replace(/~{6}(?=~)/g, '$& ');
  return text.replace(/[A-Za-z]/g, (c) => ACCENTS[c] ?? c) + more;
}
