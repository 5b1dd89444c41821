/** Whom somebody at a table can report. */
import { me } from '../../server/me.svelte';
import type { SeatInfo } from '../../wire';

/** The other people who sit there, each once. */
export function peopleToReport(seats: SeatInfo[]): { person: string; name: string }[] {
  const others = seats.filter((seat) => seat.person && seat.person !== me.now?.person);
  return [...new Map(others.map((seat) => [seat.person, { person: seat.person, name: seat.name }])).values()];
}
