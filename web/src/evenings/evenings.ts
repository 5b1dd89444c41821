/** The games of this device by evening, the birds of those who played, and everything in one file. */
import { chairs, putChairs, type KeptChair } from '../chair/chairs.svelte';
import { finishedSheet } from '../companion/finished';
import { PAPERS } from '../companion/papers';
import { putSheets, shelf, type Kept } from '../companion/sheets.svelte';
import { t } from '../page/i18n.svelte';
import type { Finished } from '../wire';

/** A game that is over: by its score sheet, or by a table at which bots sat. */
interface Played {
  id: string;
  begun: number;
  href: string;
  finished: Finished;
}
export interface Evening {
  /** Its day, as in 2026-11-18, where this device is. */
  day: string;
  games: Played[];
}

/** An evening lasts until five in the morning. */
const NIGHT = 5 * 3_600_000;

const dayOf = (time: number): string => {
  const date = new Date(time - NIGHT);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** The games that are over, the first one first; the latest evening first. */
export function evenings(): Evening[] {
  const played = (room: string, kept: Kept | KeptChair, finished: Finished | null | undefined): Played[] =>
    finished ? [{ id: kept.id, begun: kept.begun, href: `#/${room}/${kept.id}`, finished }] : [];
  const sheets = shelf().flatMap((kept) => played('score', kept, finishedSheet(kept)));
  const tables = chairs().flatMap((kept) => played('chair', kept, finishedTable(kept)));
  const found = new Map<string, Played[]>();
  for (const played of [...sheets, ...tables].sort((a, b) => a.begun - b.begun)) {
    const day = dayOf(played.begun);
    found.set(day, [...(found.get(day) ?? []), played]);
  }
  return [...found].map(([day, games]) => ({ day, games })).reverse();
}

const finishedTable = ({ answer, finished }: KeptChair): Finished | undefined => (answer ? (answer.finished ?? undefined) : finished);

const BIRDS = 'birdtable.players';

export function playersBirds(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(BIRDS) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
/** A device without room forgets which bird somebody is. */
export function keepBirds(birds: Record<string, string>): void {
  try {
    localStorage.setItem(BIRDS, JSON.stringify(birds));
  } catch {
    // They look otherwise next time.
  }
}

const FORMAT = 'birdtable-evenings';
const VERSION = 1;

export interface Everything {
  format: string;
  version: number;
  players: Record<string, string>;
  sheets: Kept[];
  chairs: KeptChair[];
}

/** What was entered and what came of it. All else can be computed again, and what was undone is left out. */
const leanSheet = ({ id, begun, changed, sheet, ...kept }: Kept): Kept => ({ id, begun, changed, sheet, past: [], finished: finishedSheet({ id, begun, changed, sheet, ...kept }) });
const leanTable = ({ id, begun, changed, table, open, ...kept }: KeptChair): KeptChair => ({ id, begun, changed, table, open, finished: finishedTable({ id, begun, changed, table, open, ...kept }) });

export const everything = (): Everything => ({ format: FORMAT, version: VERSION, players: playersBirds(), sheets: shelf().map(leanSheet), chairs: chairs().map(leanTable) });

const newer = <T extends { id: string; changed: number }>(mine: T[], theirs: T[]): T[] => {
  const all = new Map(mine.map((each) => [each.id, each]));
  for (const each of theirs) if ((all.get(each.id)?.changed ?? -1) < each.changed) all.set(each.id, each);
  return [...all.values()];
};

const isGame = (each: Kept | KeptChair): boolean => typeof each.id === 'string' && Number.isFinite(each.begun) && Number.isFinite(each.changed) && (!each.finished || isFinished(each.finished));
const isFinished = ({ game, players, points, winners }: Finished): boolean => game in PAPERS && [players, points, winners].every((each) => Array.isArray(each)) && players.length === points.length;
const isSheet = (kept: Kept): boolean => isGame(kept) && kept.sheet.game in PAPERS && Array.isArray(kept.sheet.players) && PAPERS[kept.sheet.game].isWhole(kept.sheet);
const isTable = ({ table, ...kept }: KeptChair): boolean => isGame({ table, ...kept }) && table.game in PAPERS && [table.players, table.levels, table.taps ?? []].every((each) => Array.isArray(each));

/** Reads a file, or says what is wrong with it. Nothing of it is kept that this page did not look at. */
export function readEverything(text: string): Everything | string {
  try {
    const file = JSON.parse(text) as Everything;
    if (file.format === FORMAT && file.version > VERSION) return t('This file was written by a newer version of this page.');
    const [sheets, tables] = [file.sheets.map(leanSheet), file.chairs.map(leanTable)];
    if (file.format === FORMAT && file.version === VERSION && sheets.every(isSheet) && tables.every(isTable)) {
      return { format: FORMAT, version: VERSION, players: { ...file.players }, sheets, chairs: tables };
    }
  } catch {
    // Something that must be there is not.
  }
  return t('This file is damaged or has no evenings in it.');
}

/** Adds what a file has to what is here; of the same game the later version stays. Returns what is wrong, or nothing. */
export function takeIn(text: string): string {
  const file = readEverything(text);
  if (typeof file === 'string') return file;
  putSheets(newer(shelf(), file.sheets));
  putChairs(newer(chairs(), file.chairs));
  keepBirds({ ...file.players, ...playersBirds() });
  return '';
}
