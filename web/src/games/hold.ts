/** How long a scene stays on the screen before the next one, so that bots' moves are seen one at a time. */
import type { Position } from '../wire';

const TURN = 550;
const SCORING = 1300;
const LINE = 420;

export function holdFor(position: Position): number {
  const news = position.news.filter((n) => n.what === 'played' || n.what === 'started');
  const events = news.flatMap((n) => n.events ?? []);
  if (events.some((e) => e.what === 'scored')) {
    const told = events.filter((e) => ['wrote', 'copied', 'dropped', 'won trophy', 'lost'].includes(e.what)).length;
    return SCORING + (told + 1) * LINE;
  }
  const own = news.every((n) => n.seat === position.seat);
  return own ? 0 : TURN;
}
