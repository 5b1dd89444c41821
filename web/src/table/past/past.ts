/** A table as it was at a moment: the same to look at, with nothing to do. */
import type { News, PastPosition, Position } from '../../wire';
import type { TableModel } from '../table.svelte';

type Around = Pick<TableModel, 'id' | 'seal' | 'info' | 'mine' | 'entries' | 'chat' | 'line' | 'name'>;

/** @param news what led there, to be outlined */
export function pastTable(now: Around, past: PastPosition, news: News[] = []): TableModel {
  const position: Position = {
    type: 'position', re: 0, number: past.number, seat: past.seat, seats: now.mine, to_move: past.to_move, legal: [], view: past.view,
    undo: {}, clocks: null, outcome: past.outcome, decided_by: '', news: [],
  };
  const nothing = async (): Promise<void> => undefined;
  return {
    id: now.id, seal: now.seal, info: now.info, mine: now.mine, position, scene: { before: undefined, news }, entries: now.entries, chat: now.chat,
    here: { seats: [], onlookers: 0, since: [] }, spoken: {}, clocks: null, thinking: -2, line: now.line, retryAt: 0, steps: [], considered: undefined, advised: [], sending: false, queued: 0, pauses: [], showing: undefined,
    arrived: 0, view: past.view, legal: [], seat: past.seat, outcome: past.outcome, myTurn: false,
    name: (seat) => now.name(seat), skip: () => undefined, goOn: () => undefined, consider: () => new Promise(() => undefined), build: async () => undefined,
    hint: async () => [], forget: () => undefined, play: async () => false, undo: nothing, answerUndo: nothing, call: nothing, say: nothing, mute: nothing, nudge: nothing, hurryBot: nothing,
    complain: () => undefined, renew: () => undefined, hurry: () => undefined, close: () => undefined,
  };
}
