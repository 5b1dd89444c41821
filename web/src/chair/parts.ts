/** The games in which a bot can sit in a chair, by name. */
import { birdie } from './birdie';
import { cubirds } from './cubirds';
import type { ChairPart } from './part';

const PARTS: Record<string, ChairPart> = { birdie, cubirds };

export const partOf = (game: string): ChairPart => PARTS[game] as ChairPart;
