/** Score sheets as files: a table for spreadsheets, and the sheet itself to be read in again. */
import { gameTitle, speciesName, SPECIES, traitName, TRAITS } from '../cards/cards';
import { t } from '../page/i18n.svelte';
import { sheetText } from './sheetfile';
import type { Kept } from './sheets.svelte';

export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? '');
  // What a spreadsheet would take for a formula is told to be text.
  const safe = /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Every box, sum and total, a player a column. */
export function csv(kept: Kept): string {
  const { sheet, answer } = kept;
  const rows: (string | number | null | undefined)[][] = [[gameTitle(sheet.game), ...sheet.players]];
  if (answer?.game === 'birdie') {
    const { boards } = answer;
    for (const trait of TRAITS) rows.push([traitName(trait), ...boards.map((board) => board.boxes[trait])]);
    for (const round of [0, 1]) rows.push([t('Pass, round {n}', { n: round + 1 }), ...boards.map((board) => board.passes[round])]);
    rows.push([t('Flap'), ...boards.map((board) => board.flap_points)]);
    rows.push([t('Trophies'), ...boards.map((board) => board.trophy_points)]);
    rows.push([t('Total'), ...boards.map((board) => board.points)]);
  } else if (answer?.game === 'cubirds') {
    for (const species of Object.keys(SPECIES)) rows.push([speciesName(species), ...answer.collections.map((each) => each.collection[species] ?? 0)]);
    rows.push([t('Birds'), ...answer.collections.map((each) => each.birds)]);
    rows.push([t('Winner'), ...answer.collections.map((_, seat) => (answer.winners.includes(seat) ? 1 : 0))]);
  }
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

const name = (kept: Kept, ending: string): string => `${kept.sheet.game}-${new Date(kept.begun).toISOString().slice(0, 10)}.${ending}`;
// The mark in front tells spreadsheets which letters these are.
export const downloadTable = (kept: Kept): void => download(name(kept, 'csv'), `\ufeff${csv(kept)}`, 'text/csv');
export const downloadSheet = (kept: Kept): void => download(name(kept, 'sheet.json'), sheetText(kept), 'application/json');
