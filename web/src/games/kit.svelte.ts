/** The kit of the game at a table, fetched once it is known which game that is. */
import { gameOf } from '.';
import type { TableKit } from './game';

export class KitOf {
  now = $state.raw<TableKit>();
  failed = $state(false);

  constructor(game: () => string | undefined) {
    $effect(() => {
      const name = game();
      if (name) gameOf(name).kit().then((kit) => (this.now = kit), () => (this.failed = true));
    });
  }
}
