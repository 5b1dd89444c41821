// Made by `python -m birdtable.server.http.page_types`. Do not edit.

export interface BirdieTurn {
  cards: string[];
  to: string;
  added: number;
}

export interface BirdiePlayed {
  turns: BirdieTurn[];
  row: string[] | null;
  spent: string[];
}

export interface BirdieBoard {
  boxes: Record<string, number>;
  passes: number[];
  flaps: number;
  used: Record<string, number>;
  points: number;
  flap_points: number;
  trophy_points: number;
}

export interface BirdieMarked {
  start: number;
  length: number;
  trait: string;
  out: boolean;
}

export interface BirdieView {
  seat: number;
  seats: number;
  to_move: number;
  options: Record<string, boolean | number | string | number[] | null>;
  round: number;
  phase: string;
  starter: number;
  mover: number;
  display: string[];
  deck: number;
  stop: number;
  hand: string[] | null;
  hands: number[];
  pile: string[] | null;
  piles: number[];
  played: BirdiePlayed[];
  passed: number[];
  boards: BirdieBoard[];
  trophies: Record<string, number>;
  records: Record<string, number>;
  drawn: string[];
  scorer: number;
  row: string[];
  cursor: number;
  sets: BirdieMarked[];
  held: string | null;
  picked: number;
  trait: string | null;
  holding: number;
  taking: number[] | null;
  gap: number;
  lowest: number;
  earlier: BirdiePlayed[] | null;
  earlier_public: string[] | null;
  earlier_hand: string[] | null;
  earlier_opening: string[] | null;
  opening: string[] | null;
}

export interface CubirdsNote {
  came: number;
  species: string;
  left: number;
}

export interface CuBirdsView {
  seat: number;
  seats: number;
  to_move: number;
  options: Record<string, unknown>;
  phase: string;
  player: number;
  dealer: number;
  round: number;
  turns: number;
  rows: string[][];
  place: string;
  left: number;
  hand: string[] | null;
  hands: number[];
  collections: string[][];
  pile: number;
  discard: string[];
  aside: string[];
  shuffles: number;
  turned: number;
  known: string[][] | null;
  notes: CubirdsNote[][] | null;
  unseen: string[][] | null;
  mine: string[][] | null;
  winners: number[];
  decided: string;
}

export type View = BirdieView | CuBirdsView;
