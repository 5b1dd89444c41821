/** Who came in where. */
import type { Outcome } from '../wire';

export interface Placed {
  seat: number;
  /** From 1; those who are level share it. */
  place: number;
  points: number;
}

/** Winners first, as the rules have it, then by points. */
export function ranking({ points, winners }: Outcome): Placed[] {
  const first = (seat: number): number => (winners.includes(seat) ? 0 : 1);
  const order = points.map((_, seat) => seat).sort((a, b) => first(a) - first(b) || (points[b] ?? 0) - (points[a] ?? 0) || a - b);
  const placed: Placed[] = [];
  for (const seat of order) {
    const above = placed.at(-1);
    const level = above && first(above.seat) === first(seat) && (first(seat) === 0 || above.points === points[seat]);
    placed.push({ seat, place: level ? above.place : placed.length + 1, points: points[seat] ?? 0 });
  }
  return placed;
}
