/** What there is to play, asked from the server once. */
import type { GameInfo } from '../wire';
import { api } from './api';

let asked: Promise<GameInfo[]> | undefined;

export function games(): Promise<GameInfo[]> {
  asked ??= api.games().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
