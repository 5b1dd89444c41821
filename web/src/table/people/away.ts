/** Players who are not at the table, and for how long. */
import { duration } from '../../page/i18n.svelte';
import type { TableModel } from '../table.svelte';

type Around = Pick<TableModel, 'info' | 'here'>;
/** Milliseconds after which the server lets a bot play for somebody. */
const MISSED = 60_000;

/** For how many milliseconds the person of a seat has been away; 0 if they are here, or nobody is missing. */
export function awayFor({ info, here }: Around, seat: number, now: number): number {
  const { player, stand_in } = info?.seats[seat] ?? {};
  const since = here.since[seat];
  return player !== 'person' || stand_in || since === undefined || here.seats.includes(seat) ? 0 : Math.max(1, now - since);
}

/** In whole minutes, later hours; nothing before the first minute. */
export function awayText(ms: number, display: 'long' | 'short' = 'long'): string {
  const unit = ms < 7_200_000 ? MISSED : 3_600_000;
  const whole = Math.floor(ms / unit) * unit;
  return whole > 0 ? duration(whole / 1000, display) : '';
}

/** The seat that the match waits for although its person has been away for a minute; -1 if there is none. */
export function missedSeat(table: Around & Pick<TableModel, 'position'>, now: number): number {
  const seat = table.position?.to_move ?? -1;
  return table.info?.phase === 'playing' && awayFor(table, seat, now) >= MISSED ? seat : -1;
}
