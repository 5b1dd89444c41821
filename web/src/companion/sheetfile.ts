/** A score sheet as a file of its own: what was entered, and what came of it. `docs/records.md` tells it field by field. */
import { api, ProblemError } from '../lib/api';
import { spoken, t } from '../lib/i18n.svelte';
import { notice } from '../lib/live.svelte';
import { go } from '../lib/route.svelte';
import { RULES, type BirdieAnswer, type CuBirdsAnswer, type Outcome } from '../wire';
import { begin, refusalOf, type Answer, type Kept, type Sheet } from './sheets.svelte';

const FORMAT = 'birdtable-sheet';
const VERSION = 1;
const LARGEST = 200_000;

interface SheetFile {
  format: string;
  version: number;
  rules: number;
  begun: string;
  sheet: Sheet;
  outcome: Outcome | null;
}

/** How the game ended, by what was entered. */
export function outcomeOf(answer: Answer | undefined): Outcome | null {
  if (!answer?.over) return null;
  const { winners } = answer;
  if (answer.game === 'birdie') return { points: (answer as BirdieAnswer).boards.map((board) => board.points), winners, clause: 'B6.2' };
  const { collections, clause } = answer as CuBirdsAnswer;
  return { points: collections.map((each) => each.birds), winners, clause };
}

export function sheetText(kept: Kept): string {
  const file: SheetFile = {
    format: FORMAT, version: VERSION, rules: RULES[kept.sheet.game], begun: new Date(kept.begun).toISOString(), sheet: kept.sheet, outcome: outcomeOf(kept.answer),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Whether this is meant to be a score sheet, and not the record of a match. */
export const isSheet = (text: string): boolean => text.slice(0, 200).includes(`"${FORMAT}"`);

/** The file that a text is, or what is wrong with it. Whether the entries make sense, the server says. */
export function readSheet(text: string): SheetFile | string {
  if (!isSheet(text)) return t('This file is not a score sheet.');
  let file: Partial<SheetFile>;
  try {
    file = JSON.parse(text) as Partial<SheetFile>;
  } catch {
    return t('This score sheet is damaged: it is incomplete or was changed.');
  }
  if (file.version !== VERSION) return t('This score sheet was written by another version of this page.');
  const { sheet } = file;
  if (!sheet || !isWhole(sheet)) return t('This score sheet is damaged: it is incomplete or was changed.');
  if (file.rules !== RULES[sheet.game]) return t('This score sheet was scored by different rules.');
  return { format: FORMAT, version: VERSION, rules: file.rules, begun: String(file.begun ?? ''), sheet, outcome: file.outcome ?? null };
}

const isList = (value: unknown): boolean => value === undefined || Array.isArray(value);

/** Enough of it to be shown, also without a network. */
function isWhole(sheet: Sheet): boolean {
  if (!(sheet.game in RULES) || !Array.isArray(sheet.players) || sheet.players.length < 2 || sheet.players.some((name) => typeof name !== 'string')) return false;
  if (sheet.game === 'cubirds') return isList(sheet.birds) && (sheet.birds ?? []).every((bird) => typeof bird?.species === 'string');
  return isList(sheet.rounds) && (sheet.rounds ?? []).every((round) => isList(round?.order) && isList(round?.scorings));
}

/** Opens a file as one more sheet of this device, or says what is wrong with it and leaves everything as it was. */
export async function openSheet(file: File): Promise<void> {
  const read = file.size <= LARGEST ? readSheet(await file.text()) : t('This file is not a score sheet.');
  if (typeof read === 'string') {
    notice(read, { tone: 'berry' });
    return;
  }
  const { sheet, outcome } = read;
  try {
    const answer = await api.sheet({ sheet, language: spoken() });
    if (outcome && JSON.stringify(outcome) !== JSON.stringify(outcomeOf(answer))) notice(t('The file’s result differs from the rules’. The one shown follows the rules.'));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) {
      const { reason, clause } = refusalOf(error);
      notice(t('This score sheet is damaged: {what}', { what: reason }), { tone: 'berry', clause });
      return;
    }
    // Without a network it is computed later.
  }
  const begun = Date.parse(read.begun);
  go(`#/score/${begin(sheet, Number.isNaN(begun) ? undefined : begun).id}`);
}
