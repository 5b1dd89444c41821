/**
 * Quiet sounds out of short tones and filtered noise: wood, paper, breath. Nothing plays before the first tap, and
 * nothing is told by sound alone.
 */
import { settings, type Sound } from '../settings.svelte';

let context: AudioContext | undefined;

/** Browsers allow sound only after a gesture: called by the first one. */
export function wakeSound(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

export function play(sound: Sound, detail = ''): void {
  if (!context || context.state !== 'running' || !settings.sound || settings.silent.includes(sound)) return;
  const out = context.createGain();
  out.gain.value = settings.volume * 0.5;
  out.connect(context.destination);
  (RECIPES[sound] ?? (() => undefined))(new Desk(context, out), detail);
}

/** A small studio: every voice begins `at` seconds from now. */
class Desk {
  constructor(
    private readonly studio: AudioContext,
    private readonly out: AudioNode,
  ) {}

  tone(pitch: number, at: number, length: number, loud: number, kind: OscillatorType = 'sine', to = pitch): void {
    const start = this.studio.currentTime + at;
    const voice = this.studio.createOscillator();
    voice.type = kind;
    voice.frequency.setValueAtTime(pitch, start);
    voice.frequency.exponentialRampToValueAtTime(to, start + length);
    voice.connect(this.envelope(start, length, loud));
    voice.start(start);
    voice.stop(start + length + 0.02);
  }

  noise(pitch: number, at: number, length: number, loud: number, sharp = 1): void {
    const start = this.studio.currentTime + at;
    const size = Math.ceil(this.studio.sampleRate * length);
    const buffer = this.studio.createBuffer(1, size, this.studio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < size; i += 1) samples[i] = Math.random() * 2 - 1;
    const voice = this.studio.createBufferSource();
    const filter = this.studio.createBiquadFilter();
    voice.buffer = buffer;
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = sharp;
    voice.connect(filter).connect(this.envelope(start, length, loud));
    voice.start(start);
  }

  private envelope(start: number, length: number, loud: number): GainNode {
    const gain = this.studio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, length / 3));
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(this.out);
    return gain;
  }
}

const times = (n: number, each: (i: number) => void): void => Array.from({ length: n }).forEach((_, i) => each(i));

const RECIPES: Record<Sound, (desk: Desk, detail: string) => void> = {
  lift: (d) => d.noise(3800, 0, 0.05, 0.25, 0.8),
  lay: (d) => {
    d.tone(190, 0, 0.09, 0.5, 'triangle', 120);
    d.noise(900, 0, 0.05, 0.3);
  },
  refill: (d) => times(3, (i) => d.noise(2400 + i * 500, i * 0.06, 0.04, 0.25, 6)),
  cut: (d) => {
    d.noise(5200, 0, 0.05, 0.35, 2);
    d.tone(110, 0.04, 0.3, 0.35, 'triangle', 104);
  },
  written: (d, cards) => {
    times(2, (i) => d.noise(700, i * 0.07, 0.06, 0.3, 0.7));
    times(Math.min(Number(cards) || 2, 6), (i) => d.tone(523 * 1.1225 ** i, 0.05 + i * 0.05, 0.12, 0.22, 'sine'));
  },
  turn: (d) => {
    d.tone(1760, 0, 0.1, 0.3, 'sine', 2093);
    d.tone(2349, 0.13, 0.13, 0.3, 'sine', 2637);
  },
  pass: (d) => times(3, (i) => d.noise(500 - i * 60, i * 0.1, 0.09, 0.4, 0.6)),
  trophy: (d) => [659, 784, 1047].forEach((pitch, i) => d.tone(pitch, i * 0.1, 0.18, 0.3, 'triangle')),
  refused: (d) => d.tone(130, 0, 0.12, 0.5, 'triangle', 90),
  flock: (d, species) => (MOTIFS[species] ?? MOTIFS.R)?.(d),
  win: (d) => {
    times(9, (i) => d.tone(1300 + ((i * 397) % 900), i * 0.15 + ((i * 7) % 3) * 0.03, 0.16, 0.2, 'sine', 1500 + ((i * 211) % 1100)));
    [523, 659, 784].forEach((pitch) => d.tone(pitch, 0.2, 1.2, 0.12, 'triangle'));
  },
};

/** Each species' own call. */
const MOTIFS: Record<string, (desk: Desk) => void> = {
  F: (d) => times(2, (i) => d.tone(420, i * 0.14, 0.11, 0.25, 'sawtooth', 360)),
  O: (d) => times(2, (i) => d.tone(392, i * 0.19, 0.16, 0.45, 'sine', 370)),
  T: (d) => times(3, (i) => d.tone(620, i * 0.1, 0.07, 0.3, 'triangle', 480)),
  D: (d) => times(2, (i) => d.tone(300, i * 0.15, 0.12, 0.25, 'sawtooth', 230)),
  P: (d) => times(2, (i) => d.tone(900 + i * 200, i * 0.12, 0.1, 0.2, 'square', 1400)),
  M: (d) => times(6, (i) => d.noise(2600, i * 0.045, 0.03, 0.4, 3)),
  R: (d) => [2093, 2637, 2349, 3136].forEach((pitch, i) => d.tone(pitch, i * 0.08, 0.08, 0.2, 'sine', pitch * 1.1)),
  W: (d) => times(5, (i) => d.tone(i % 2 ? 2500 : 1900, i * 0.06, 0.05, 0.22, 'triangle')),
};
