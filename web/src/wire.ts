// Made by `python -m birdtable.server.http.page_types`. Do not edit.

import type { View } from "./views";

export interface Event {
  what: string;
  seat?: number;
  cards?: string;
  count?: number;
  place?: string;
  points?: number;
  other?: number;
  at?: number;
  clause?: string;
  secret?: string;
}

export interface Outcome {
  points: number[];
  winners: number[];
  clause: string;
}

export interface Option {
  name: string;
  kind: "choice" | "flag" | "number" | "numbers" | "seat";
  default: boolean | number | string | number[] | null;
  clause: string;
  choices: string[];
  label: string;
}

export interface Clock {
  kind?: "days" | "none" | "total" | "turn";
  seconds?: number;
  increment?: number;
  forfeit?: boolean;
}

export interface SeatWish {
  player?: "bot" | "me" | "open";
  name?: string;
  level?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number | string | number[] | null>;
  memory?: "assisted" | "strict" | null;
  clock?: Clock;
  public?: boolean;
  pace?: number;
  redraws?: boolean;
  commitment?: string | null;
}

export interface ChangedTable {
  options?: Record<string, boolean | number | string | number[] | null> | null;
  memory?: "assisted" | "strict" | null;
  clock?: Clock | null;
  public?: boolean | null;
  pace?: number | null;
  redraws?: boolean | null;
  seat_count?: number | null;
}

export interface Join {
  seat?: number | null;
  name?: string;
  commitment?: string | null;
}

export interface Rematch {
  commitment?: string | null;
}

export interface Swap {
  a: number;
  b: number;
}

export interface Start {
  fill?: string;
}

export interface BotLevel {
  level: string;
  label: string;
  name: string;
  sentence: string;
}

export interface GameInfo {
  name: string;
  title: string;
  min_seats: number;
  max_seats: number;
  rules_version: number;
  memory: "assisted" | "strict";
  options: Option[];
  presets: Record<string, Record<string, boolean | number | string | number[] | null>>;
  levels: BotLevel[];
}

export interface SeatInfo {
  player: "bot" | "open" | "person";
  name: string;
  person: string;
  level: string;
  stand_in: boolean;
  forfeited: boolean;
  kept_for: string;
  remote: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, boolean | number | string | number[] | null>;
  memory: "assisted" | "strict";
  clock: Clock;
  public: boolean;
  pace: number;
  phase: "closed" | "gathering" | "over" | "playing" | "shuffling";
  number: number;
  host: string;
  seats: SeatInfo[];
  to_move: number;
  opened: number;
  changed: number;
  commitment: string;
  committed: boolean[];
  commitments: string[];
  attempt: number;
  outcome: Outcome | null;
  next: string;
  reason: string;
  trial: boolean;
  redraws: boolean;
  deal: string;
  same_deal: string;
}

export interface Matches {
  tables: TableInfo[];
  more: string;
}

export interface Mine {
  tables: TableInfo[];
  waiting: number;
  nudged: Record<string, string>;
}

export interface NewGuest {
  name: string;
}

export interface Return {
  code: string;
  asks?: boolean;
}

export interface NewBot {
  name: string;
}

export interface KeptEvenings {
  version: number;
  body: string | null;
}

export interface KeepEvenings {
  after: number;
  body: string;
}

export interface Me {
  person: string;
  name: string;
  code: string;
  bot: boolean;
}

export interface RemoteBot {
  person: string;
  name: string;
  token: string;
}

export interface Outside {
  address: string;
}

export interface Alone {
  megabytes: number;
}

export interface Keeping {
  matches: number;
  guests: number;
}

export interface Notice {
  text: string;
  since: number;
}

export interface Play {
  type: "play";
  after: number;
  steps: string[];
  id?: number;
}

export interface Consider {
  type: "consider";
  after: number;
  steps: string[];
  id?: number;
}

export interface Undo {
  type: "undo";
  after: number;
  id?: number;
}

export interface UndoReply {
  type: "undo_reply";
  agree: boolean;
  after: number;
  id?: number;
}

export interface Call {
  type: "call";
  seat: number | null;
  id?: number;
}

export interface Chat {
  type: "chat";
  phrase?: string;
  text?: string;
  id?: number;
}

export interface Mute {
  type: "mute";
  person: string;
  on?: boolean;
  id?: number;
}

export interface Nudge {
  type: "nudge";
  seat: number;
  id?: number;
}

export interface Reveal {
  type: "reveal";
  nonce: string;
  next?: string | null;
  id?: number;
}

export interface AskHint {
  type: "hint";
  after: number;
  steps?: string[];
  id?: number;
}

export interface Hurry {
  type: "hurry";
  id?: number;
}

export interface Ping {
  type: "ping";
  id?: number;
}

export interface News {
  number: number;
  what: "agreed" | "asked" | "came_back" | "declined" | "forfeited" | "played" | "ran_out" | "started" | "stood_in" | "undone";
  at: number;
  seat?: number;
  events?: Event[];
  back_to?: number;
}

export interface Clocks {
  left: number[];
  running: number;
  waits: boolean;
  patience: number;
}

export interface UndoInfo {
  can?: "ask" | "free" | "no";
  back_to?: number;
  asked_by?: number;
  waiting_for?: number[];
  redrawn?: number;
}

export interface Position {
  type: "position";
  number: number;
  seat: number;
  seats: number[];
  to_move: number;
  legal: string[];
  view: View;
  undo: UndoInfo;
  clocks: Clocks | null;
  outcome: Outcome | null;
  decided_by: string;
  news: News[];
  re: number;
}

export interface Considered {
  type: "considered";
  after: number;
  steps: string[];
  events: Event[];
  complete: boolean;
  chance: boolean;
  legal: string[];
  view: View | null;
  re: number;
}

export interface Refused {
  type: "refused";
  reason: string;
  details?: Record<string, string | number>;
  clause?: string;
  re?: number;
}

export interface Stale {
  type: "stale";
  after: number;
  number: number;
  re?: number;
}

export interface TableNews {
  type: "table";
  number: number;
  table: TableInfo;
  seats?: number[];
  re?: number;
}

export interface ChatNews {
  type: "chat";
  number: number;
  person: string;
  name: string;
  seat: number;
  at: number;
  phrase?: string;
  text?: string;
  muted?: boolean;
  hidden?: boolean;
  hides?: number;
  re?: number;
}

export interface Here {
  type: "here";
  seats: number[];
  onlookers: number;
  away: number[];
  clocks: Clocks | null;
  re: number;
}

export interface Nudged {
  type: "nudged";
  table: string;
  person: string;
  name: string;
  re?: number;
}

export interface Thinking {
  type: "thinking";
  seat: number;
  re?: number;
}

export interface Hint {
  steps: string[];
  value: number;
  unit: "points" | "win";
  reason: string;
  details: Record<string, string | number>;
  kept: number;
  spends: Record<string, number>;
}

export interface Hints {
  type: "hints";
  after: number;
  steps: string[];
  hints: Hint[];
  re: number;
}

export interface Ok {
  type: "ok";
  re?: number;
}

export interface Bye {
  type: "bye";
  reason: string;
  seconds: number;
  re: number;
}

export interface Unseen {
  number: number;
  cards: Record<string, number>;
}

export interface Moment {
  number: number;
  seat: number;
  at: number;
  events: Event[];
  withdrawn?: boolean;
  steps?: number;
}

export interface Replay {
  table: TableInfo;
  seat: number;
  moments: Moment[];
}

export interface Decisive {
  number: number;
  seat: number;
  events: Event[];
  before: number[];
  after: number[];
}

export interface PastPosition {
  number: number;
  seat: number;
  to_move: number;
  legal: string[];
  view: View;
  outcome: Outcome | null;
}

export interface Draw {
  n: number;
  odds: [string, number][];
  step: string;
  withdrawn?: boolean;
  follows?: number;
  since?: Event[];
}

export interface Shuffle {
  match: string;
  commitment: string;
  commitments: string[];
  secret: string;
  nonces: string[];
  draws: Draw[];
  attempts: number;
  silent: number[];
  carried: number;
}

export interface ScoreLine {
  points: number;
  clause: string;
  text: string;
  message: string;
  what: string;
  plural: string;
  trait: number;
  count: number;
  card: string;
  place: number;
  from_place: number;
}

export interface Score {
  gain: number;
  proved: boolean;
  bound: number;
  boxes: Record<string, number>;
  flaps: number;
  trophies: string[];
  steps: string[];
  row: string;
  sets: string[];
  lines: ScoreLine[];
}

export interface LookBack {
  record: string;
  seat?: number;
}

export interface LookAt {
  record: string;
  number: number;
  seat?: number;
}

export interface ReviewWish {
  record: string;
  seat: number;
}

export interface Trial {
  record: string;
  number: number;
  seat: number;
  level: string;
  pace?: number;
}

export interface CarryOn {
  record: string;
  seats: SeatWish[];
  memory?: "assisted" | "strict" | null;
  pace?: number;
}

export interface RecordMoment {
  number: number;
  seat: number;
  events: Event[];
}

export interface RecordReplay {
  game: string;
  options: Record<string, boolean | number | string | number[] | null>;
  names: string[];
  seat: number;
  steps: number;
  outcome: Outcome | null;
  moments: RecordMoment[];
}

export interface RowScore {
  points: number;
  kept: number;
  lines: ScoreLine[];
}

export interface Claim {
  kind: string;
  text: string;
  details: Record<string, string | number>;
  plural?: string;
  seat?: number;
}

export interface Decision {
  number: number;
  before: number;
  step: string;
  best: string;
  cost: number;
  unit: "points" | "win";
  reason: string;
  details: Record<string, string | number>;
  hindsight: string;
  hindsight_cost: number;
  scored?: RowScore | null;
  better?: RowScore | null;
  claims?: Claim[];
}

export interface LuckyDraw {
  number: number;
  before: number;
  step: string;
  luck: number;
  error: number;
  odds: number;
  better: number;
  likely: string;
  likely_odds: number;
  likely_luck: number;
}

export interface ReviewReport {
  seat: number;
  result: number;
  start: number;
  luck: number;
  others: number;
  own: number;
  luck_error: number;
  others_error: number;
  own_error: number;
  lucky: LuckyDraw[];
  unlucky: LuckyDraw[];
  place: number | null;
  decisions: Decision[];
  moments: number[];
}

export interface Measure {
  mean: number;
  low?: number | null;
  high?: number | null;
}

export interface Span {
  matches: number;
  skill: Measure;
  luck: Measure;
}

export interface Loss {
  area: string;
  lost: Measure;
}

export interface Opponents {
  who: string;
  matches: number;
  result: Measure;
}

export interface Career {
  matches: number;
  skill: Measure;
  luck: Measure;
  spans: Span[];
  losses: Loss[];
  against: Opponents[];
}

export interface CareerNews {
  done: number;
  matches: number;
  career?: Career | null;
}

export interface CareerWish {
  game: string;
}

export interface ReviewNews {
  done: number;
  steps: number;
  report?: ReviewReport | null;
}

export interface LessonPlays {
  plays?: string[][];
}

export interface LessonTry {
  plays: string[][];
  steps: string[];
}

export interface LessonInfo {
  name: string;
  game: string;
  title: string;
  text: string;
  minutes: number;
  stops: number;
}

export interface LessonAct {
  text: string;
  spot: string[];
}

export interface LessonStop {
  stop: number;
  stops: number;
  text: string;
  clause: string;
  asks: boolean;
  acts: LessonAct[];
  spot: string[];
  cards: string;
  table: TableInfo;
  position: Position;
}

export interface LessonConsidered {
  said: Considered | Refused;
  acts: number;
}

export interface LessonAnswer {
  right: boolean;
  text: string;
  details: Record<string, string | number>;
  clause: string;
}

export interface PuzzleTry {
  steps: string[];
}

export interface PuzzleSeries {
  name: string;
  game: string;
  kind: "row" | "turn";
  level: number;
}

export interface PuzzleDays {
  today: string;
  first: string;
  series: PuzzleSeries[];
}

export interface PuzzleInfo {
  series: string;
  day: string;
  number: number;
  game: string;
  kind: "row" | "turn";
  level: number;
  tried: number;
  solved: number;
  table: TableInfo;
  position: Position;
}

export interface PuzzleConsidered {
  said: Considered | Refused;
}

export interface PuzzlePlay {
  steps: string[];
  points: number;
  lines: ScoreLine[];
  win: number;
  cost: number;
  reason: string;
  details: Record<string, string | number>;
  bots: string[];
  estimate: boolean;
}

export interface PuzzleAnswer {
  right: boolean;
  own: PuzzlePlay;
  best: PuzzlePlay | null;
  others: PuzzlePlay[];
  search: number;
}

export interface PuzzleTried {
  answer: PuzzleAnswer | null;
  refused: Refused | null;
}

export interface DealPar {
  bot: string;
  matches: number;
  mean: number;
  spread: number;
  wins: number;
}

export interface DealResult {
  name: string;
  points: number;
  won: boolean;
  mine: boolean;
  late: boolean;
}

export interface LastDeal {
  day: string;
  secret: string;
  par: DealPar | null;
  results: DealResult[];
}

export interface DealInfo {
  game: string;
  day: string;
  bots: string[];
  dated: boolean;
  commitment: string;
  next_commitment: string;
  last: LastDeal | null;
  table: string;
  over: boolean;
  par_matches: number;
  par: DealPar | null;
  results: DealResult[];
  count: number;
}

export interface SameDealResult {
  name: string;
  points: number[];
  won: boolean;
  mine: boolean;
  first: boolean;
  redrawn: number;
  table: string;
}

export interface SameDealInfo {
  code: string;
  game: string;
  seat: number;
  bots: string[];
  options: Record<string, boolean | number | string | number[] | null>;
  by: string;
  first: boolean;
  table: string;
  over: boolean;
  results: SameDealResult[];
  count: number;
}

export interface NewReport {
  person: string;
  reason: string;
  number?: number;
}

export interface NewBan {
  who: string;
  reason?: string;
  seconds?: number | null;
  address?: boolean;
}

export interface Hide {
  on?: boolean;
}

export interface Kick {
  person: string;
}

export interface Ban {
  id: string;
  person: string;
  network: string;
  reason: string;
  since: number;
  until: number | null;
  address: boolean;
}

export interface Report {
  id: string;
  table: string;
  person: string;
  number: number;
  reason: string;
  by: string;
  at: number;
}

export interface Deed {
  number: number;
  at: number;
  by: "command" | "page" | "server";
  what: "banned" | "closed table" | "dropped keys" | "hid message" | "hid name" | "kicked" | "lifted ban" | "rotated key" | "settled report" | "showed message" | "showed name";
  about: string;
  detail: string;
}

export interface KnownPerson {
  person: string;
  name: string;
  hidden: boolean;
  bot: boolean;
  owner: string;
  created: number;
  seen: number;
  bans: Ban[];
}

export interface Remark {
  number: number;
  person: string;
  name: string;
  at: number;
  text: string;
  hidden: boolean;
}

export interface WatchedTable {
  table: TableInfo;
  people: KnownPerson[];
  kicked: string[];
  talk: Remark[];
}

export interface Case {
  report: Report;
  person: KnownPerson | null;
  reporter: KnownPerson | null;
}

export interface Problem {
  reason: string;
  details: Record<string, unknown>;
  clause: string;
}

export interface ScoreProblem {
  row: string;
  expert?: boolean;
  insert?: string;
  woodpeckers?: number;
  pigeons?: number;
  owls?: number;
  boxes?: Record<string, number>;
  flaps?: number;
  records?: Record<string, number>;
  flap_values?: number[];
  open_value?: Record<string, number>;
  time?: number;
  sets?: string | null;
  owl?: "copy" | "move";
  same_trait_sets?: "choose" | "largest";
  expert_removals?: "repeat" | "single";
  robin_source?: "bird_deck" | "stop_pile";
}

export interface BirdiePile {
  row: string;
}

export interface BirdieRun {
  start: number;
  length: number;
  trait: string;
}

export interface Settled {
  row?: string;
  spent?: Record<string, number>;
  cuts?: number[] | null;
  by_season?: number[];
  steps?: string[];
}

export interface Scoring {
  row?: string;
  hand?: string;
  drawn?: string;
  spent?: Record<string, number>;
  cuts?: number[] | null;
  by_season?: number[];
  steps?: string[] | null;
  wrote?: Record<string, number> | null;
  marks?: number;
  settled?: Settled | null;
}

export interface Round {
  order?: number[];
  scorings?: (Scoring | null)[];
}

export interface BirdieSheet {
  game: "birdie";
  players: string[];
  options?: Record<string, boolean | number | string | number[] | null>;
  rounds?: Round[];
}

export interface Bird {
  seat: number;
  species?: string;
  flock?: number;
}

export interface CuBirdsSheet {
  game: "cubirds";
  players: string[];
  birds?: Bird[];
  ended?: boolean;
}

export interface Ask {
  sheet: BirdieSheet | CuBirdsSheet;
  before?: BirdieSheet | CuBirdsSheet | null;
  language?: "de" | "en" | "es" | "it" | "ru";
}

export interface BoardTotals {
  boxes: Record<string, number>;
  flaps: number;
  used: Record<string, number>;
  passes: (number | null)[];
  trophies: string[];
  seasons: number;
  birds: number;
  passing: number;
  flap_points: number;
  trophy_points: number;
  points: number;
}

export interface Why {
  points: number;
  clause: string;
  text: string;
  trait: string;
  what: string;
}

export interface Group {
  trait: string;
  places: number[];
  fate: "dropped" | "held" | "lost" | "written";
}

export interface Stage {
  row: string;
  removed: number;
  groups: Group[];
}

export interface Piece {
  start: number;
  length: number;
  trait: string;
  other: string;
}

export interface OwnPlay {
  accepted: number;
  phase: string;
  legal: string[];
  uses: string[];
  asks: boolean;
  held: string;
  taking: number[];
  lost: boolean;
  trait: string;
  hand: string[];
  refused: string;
  clause: string;
}

export interface Scored {
  how: "best" | "entered" | "own";
  gain: number;
  best: number;
  proved: boolean;
  sure: boolean;
  row: string;
  lines: Why[];
  stages: Stage[];
  pieces: Piece[];
  boxes: Record<string, number>;
  flaps: number;
  trophies: string[];
  used: Record<string, number>;
  settled: boolean;
  play: OwnPlay | null;
  proposal: Scoring | null;
}

export interface Fault {
  round: number;
  seat: number;
  text: string;
  clause: string;
}

export interface Change {
  round: number;
  seat: number;
  before: number | null;
  after: number | null;
  lost: Why[];
  gained: Why[];
}

export interface Changes {
  rows: Change[];
  totals: Change[];
  faults: Fault[];
  won: number[];
  wins: number[];
}

export interface BirdieAnswer {
  game: "birdie";
  flap_values: number[];
  assumed: boolean;
  boards: BoardTotals[];
  rounds: ((Scored | null)[])[];
  after: number[][];
  starter: number;
  over: boolean;
  winners: number[];
  tie: boolean;
  faults: Fault[];
  changes: Changes | null;
}

export interface Collected {
  collection: Record<string, number>;
  birds: number;
  species: number;
  threes: number;
  wins: boolean;
  why: string;
}

export interface Brought {
  added: number;
  text: string;
  clause: string;
}

export interface CuBirdsAnswer {
  game: "cubirds";
  collections: Collected[];
  brought: Brought[];
  over: boolean;
  winners: number[];
  clause: string;
  round: number;
  odds: number[];
  faults: Fault[];
  changes: Changes | null;
}

export interface ChairTable {
  game: string;
  players: string[];
  levels: string[];
  options?: Record<string, boolean | number | string | number[] | null>;
  taps?: (string | Scoring)[];
}

export interface AskChair {
  table: ChairTable;
  language?: "de" | "en" | "es" | "it" | "ru";
  think?: boolean;
}

export interface Wanted {
  what: "bot" | "display" | "draw" | "first bird" | "hand" | "opening" | "over" | "refill" | "row" | "starter" | "turn";
  seat: number;
  left: number;
  legal: string[];
  amid: boolean;
}

export interface Said {
  text: string;
  cards: string;
}

export interface TapTold {
  seat: number;
  text: string;
}

export interface Finished {
  game: string;
  players: string[];
  points: number[];
  winners: number[];
  rows?: number[];
  trophies?: number[];
  luck?: number[];
  bots?: number[];
}

export interface ChairAnswer {
  taken: number;
  fault: string;
  clause: string;
  view: unknown;
  hands: Record<number, string[]>;
  wanted: Wanted;
  play: string[];
  says: Said[];
  story: TapTold[];
  scored: Scored | null;
  outcome: Outcome | null;
  finished: Finished | null;
  record: string;
}

export interface AskEvenings {
  games: Finished[];
}

export interface Standing {
  name: string;
  games: number;
  wins: number;
  points: number;
  running: number[];
  bot: boolean;
  luck: number;
  judged: number;
}

export interface Pair {
  one: string;
  other: string;
  games: number;
  ahead: number;
  behind: number;
}

export interface Best {
  what: string;
  game: string;
  names: string[];
  value: number;
}

export interface Evenings {
  standings: Standing[];
  pairs: Pair[];
  records: Best[];
}

export type FromClient = Play | Consider | Undo | UndoReply | Call | Chat | Mute | Nudge | Reveal | AskHint | Hurry | Ping;

export type FromServer = Position | Considered | Refused | Stale | TableNews | ChatNews | Here | Nudged | Thinking | Hints | Ok | Bye;

export const RULES = {"birdie":1,"cubirds":1} as const;

export const PHRASES = [
  "Hello!",
  "Good luck!",
  "Well played!",
  "Thank you!",
  "Nice!",
  "Oops!",
  "One moment, please.",
  "Your turn.",
  "Shall we play again?",
  "I have to go. Goodbye!",
] as const;

export const REACTIONS = [
  "Bravo!",
  "Wow!",
  "Ha ha!",
  "Oh no!",
  "Phew!",
] as const;
