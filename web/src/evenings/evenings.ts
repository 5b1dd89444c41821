/** The games of this device by evening, the birds of those who played, and everything in one file. */
import { chairs, putChairs, type KeptChair } from '../chair/chairs.svelte';
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

/** As its answer tells, or what came along from another device. */
export function finishedSheet({ sheet, answer, finished }: Kept): Finished | undefined {
  if (!answer) return finished;
  const { end, feats } = PAPERS[answer.game];
  return answer.over ? { game: sheet.game, players: sheet.players, points: end(answer).points, winners: answer.winners, ...feats?.(answer) } : undefined;
}
export const finishedTable = ({ answer, finished }: KeptChair): Finished | undefined => (answer ? (answer.finished ?? undefined) : finished);

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

/** What was undone is left out. */
export function everything(): string {
  const sheets = shelf().map((kept) => ({ ...kept, past: [] }));
  return `${JSON.stringify(fileOf(sheets, chairs()), null, 1)}\n`;
}

export const fileOf = (sheets: Kept[], tables: KeptChair[]): Everything => ({ format: FORMAT, version: VERSION, players: playersBirds(), sheets, chairs: tables });

const newer = <T extends { id: string; changed: number }>(mine: T[], theirs: T[]): T[] => {
  const all = new Map(mine.map((each) => [each.id, each]));
  for (const each of theirs) if ((all.get(each.id)?.changed ?? -1) < each.changed) all.set(each.id, each);
  return [...all.values()];
};

const isGame = (each: Partial<Kept | KeptChair> | null): boolean => typeof each?.id === 'string' && Number.isFinite(each.begun) && Number.isFinite(each.changed);

/** Reads a file, or says what is wrong with it. */
export function readEverything(text: string): Everything | string {
  let file: Partial<Everything> | null;
  try {
    file = JSON.parse(text) as Partial<Everything> | null;
  } catch {
    return t('This file is damaged or has no evenings in it.');
  }
  if (file?.format !== FORMAT) return t('This file is damaged or has no evenings in it.');
  if (file.version !== VERSION) return t('This file was written by a newer version of this page.');
  const { sheets, chairs: tables } = file;
  if (!Array.isArray(sheets) || !Array.isArray(tables)) return t('This file is damaged or has no evenings in it.');
  const whole = sheets.every((each) => isGame(each) && each.sheet?.game in PAPERS && Array.isArray(each.sheet.players) && PAPERS[each.sheet.game].isWhole(each.sheet) && Array.isArray(each.past))
    && tables.every((each) => isGame(each) && each.table?.game in PAPERS && Array.isArray(each.table.players) && Array.isArray(each.table.levels));
  return whole ? { format: FORMAT, version: VERSION, players: file.players ?? {}, sheets, chairs: tables } : t('This file is damaged or has no evenings in it.');
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
