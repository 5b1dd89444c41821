/** A score sheet as a file of its own: what was entered, and what came of it. `docs/records.md` tells it field by field. */
import { api, ProblemError } from '../server/api';
import { currentLanguage, t } from '../page/i18n.svelte';
import { notice } from '../page/signals/live.svelte';
import { go } from '../page/route.svelte';
import { RULES, type Outcome } from '../wire';
import { PAPERS } from './papers';
import { begin, refusalOf, type Answer, type Kept, type Sheet } from './sheets.svelte';

const FORMAT = 'birdtable-sheet';
const VERSION = 2;
/** Version 1 did not say what was settled. */
const READS = [1, VERSION];
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
function outcomeOf(answer: Answer | undefined): Outcome | null {
  if (!answer?.over) return null;
  const { points, clause } = PAPERS[answer.game].end(answer);
  return { points, winners: answer.winners, clause };
}

export function sheetText(kept: Kept): string {
  const file: SheetFile = {
    format: FORMAT, version: VERSION, rules: RULES[kept.sheet.game], begun: new Date(kept.begun).toISOString(), sheet: kept.sheet, outcome: outcomeOf(kept.answer),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Whether this is meant to be a score sheet, and not the record of a match. */
const isSheet = (text: string): boolean => text.slice(0, 200).includes(`"${FORMAT}"`);

/** Parses a file, or says what is wrong with it. The server checks whether the entries make sense. */
export function readSheet(text: string): SheetFile | string {
  if (!isSheet(text)) return t('This file is not a score sheet.');
  let file: Partial<SheetFile>;
  try {
    file = JSON.parse(text) as Partial<SheetFile>;
  } catch {
    return t('This score sheet is damaged: it is incomplete or was changed.');
  }
  if (!READS.includes(file.version ?? 0)) return t('This score sheet was written by another version of this page.');
  const { sheet } = file;
  if (!sheet || !isWhole(sheet)) return t('This score sheet is damaged: it is incomplete or was changed.');
  if (file.rules !== RULES[sheet.game]) return t('This score sheet was scored by different rules.');
  return { format: FORMAT, version: file.version ?? VERSION, rules: file.rules, begun: String(file.begun ?? ''), sheet, outcome: file.outcome ?? null };
}

/** Whether it is well-formed enough to be shown without asking the server. */
function isWhole(sheet: Sheet): boolean {
  if (!(sheet.game in PAPERS) || !Array.isArray(sheet.players) || sheet.players.length < 2 || sheet.players.some((name) => typeof name !== 'string')) return false;
  return PAPERS[sheet.game].isWhole(sheet);
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
    const answer = await api.sheet({ sheet, language: currentLanguage() });
    if (outcome && JSON.stringify(outcome) !== JSON.stringify(outcomeOf(answer))) notice(t('The file’s result differs from the rules’. The one shown follows the rules.'));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) {
      const { reason, clause } = refusalOf(error);
      notice(t('This score sheet is damaged: {what}', { what: reason }), { tone: 'berry', clause });
      return;
    }
    // Without a network it is computed later.
  }
  if (read.version < VERSION) notice(t('This sheet is from an earlier version, which did not say how rows were settled: they count as they are scored now.'));
  const begun = Date.parse(read.begun);
  go(`#/score/${begin(sheet, Number.isNaN(begun) ? undefined : begun).id}`);
}
