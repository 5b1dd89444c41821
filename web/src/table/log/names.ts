/** Who is spoken of, and who is spoken to. */
import { list, t } from '../../page/i18n.svelte';
import type { TableModel } from '../table.svelte';

type Named = Pick<TableModel, 'mine' | 'name'>;

/** Whoever alone plays at this screen; where several share it, nobody. */
export const isMe = ({ mine }: Named, seat: number): boolean => mine.length === 1 && mine[0] === seat;

export const nameOrYou = (table: Named, seat: number): string => (isMe(table, seat) ? t('You') : table.name(seat));

export function victory(table: Named, winners: readonly number[]): string {
  const [first = -1] = winners;
  if (winners.length > 1) return t('Shared victory: {names}', { names: list(winners.map((seat) => nameOrYou(table, seat))) });
  return isMe(table, first) ? t('You win') : t('{name} wins', { name: table.name(first) });
}
