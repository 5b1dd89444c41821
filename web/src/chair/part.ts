/** What a bot in a chair needs to know of the game that is played. */
import type { Component } from 'svelte';
import type { KeypadProps } from '../cardboard/Keypad.svelte';
import type { View } from '../views';
import type { Scored, Wanted } from '../wire';

export interface TurnProps {
  wanted: Wanted;
  view: View;
  waiting: boolean;
  ontap: (tap: string) => void;
}

export interface ChairPart {
  Keys: Component<KeypadProps>;
  /** What a person does in a turn. */
  Turn: Component<TurnProps>;
  /** How a bot scores its row, to be looked at. */
  OwnRow?: Component<{ scored: Scored }>;
  /** A step of a bot, in words. */
  stepWords: (step: string) => string;
  /** Asks for the cards that come next. */
  asks: Record<'display' | 'refill' | 'draw', (left: number, who: string) => string>;
  /** What stands beside each name. */
  points: (view: View) => number[];
}
