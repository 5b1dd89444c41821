/** Score sheets as files: a table for spreadsheets, and the sheet itself to be read in again. */
import { gameTitle } from '../games';
import { download } from '../page/files/files';
import { PAPERS } from './papers';
import { sheetText } from './sheetfile';
import type { Kept } from './sheets.svelte';

const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? '');
  // Marked as text, or a spreadsheet would take it for a formula.
  const safe = /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Every box, sum and total, a player a column. */
export function csv(kept: Kept): string {
  const { sheet, answer } = kept;
  const rows = [[gameTitle(sheet.game), ...sheet.players], ...(answer ? PAPERS[answer.game].lines(answer) : [])];
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

const name = (kept: Kept, ending: string): string => `${kept.sheet.game}-${new Date(kept.begun).toISOString().slice(0, 10)}.${ending}`;
// The byte order mark tells spreadsheets that this is UTF-8.
export const downloadTable = (kept: Kept): void => download(name(kept, 'csv'), `\ufeff${csv(kept)}`, 'text/csv');
export const downloadSheet = (kept: Kept): void => download(name(kept, 'sheet.json'), sheetText(kept), 'application/json');
