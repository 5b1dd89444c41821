/** How long a scene stays on the screen before the next one, so that bots' moves are seen one at a time. */
import type { TableKit } from '../games/game';
import type { Position } from '../wire';

const TURN = 550;

/** In milliseconds. */
export function holdFor(position: Position, kit?: TableKit): number {
  const news = position.news.filter((n) => n.what === 'played' || n.what === 'started');
  const longer = kit?.hold?.(news.flatMap((n) => n.events ?? []));
  if (longer !== undefined) return longer;
  return news.every((n) => n.seat === position.seat) ? 0 : TURN;
}
