/** Clocks in words and figures. */
import { duration, t } from '../../page/i18n.svelte';
import type { Clock, Clocks } from '../../wire';

export const CLOCKS: Clock[] = [
  { kind: 'none' },
  { kind: 'turn', seconds: 30 }, { kind: 'turn', seconds: 60 }, { kind: 'turn', seconds: 180 },
  { kind: 'total', seconds: 300, increment: 5 }, { kind: 'total', seconds: 900, increment: 10 }, { kind: 'total', seconds: 1800, increment: 20 },
  { kind: 'days', seconds: 86400 }, { kind: 'days', seconds: 259200 }, { kind: 'days', seconds: 604800 },
];

export function clockWords({ kind, seconds = 0, increment = 0 }: Clock): string {
  if (kind === 'none') return t('No clock');
  const time = duration(seconds);
  return kind === 'total' ? t('{time} for the match, {more} more for every play', { time, more: duration(increment) }) : t('{time} for every turn', { time });
}

/** What happens at zero; nothing without a clock. */
export const zeroWords = ({ kind, forfeit }: Clock): string =>
  kind === 'none' ? '' : forfeit ? t('At zero a player loses the match.') : t('At zero a bot plays on; the player can come back.');

/** Milliseconds left of a seat, so long after the server told them. */
export function timeLeft({ left, running, patience }: Clocks, seat: number, passed: number): number {
  return Math.max(0, (left[seat] ?? 0) - (running === seat ? Math.max(0, passed - patience) : 0));
}
