/**
 * Cards on their way: from the display to a hand, from a fence to a seat, from the wire to a box. Only copies fly, so
 * nothing waits for them and the table underneath is already as it is. Places are elements with `data-place`.
 */
import { calm } from '../page/settings.svelte';
import { imageOf } from './images';

const TIME = 220;
const EASE = 'cubic-bezier(.2,.8,.3,1)';

/**
 * Flights that begin with the next picture of the page. All of them are measured before any begins, so that the page is
 * laid out once for all.
 */
let waiting: (() => () => void)[] = [];

function takeOff(measure: () => () => void): void {
  if (calm() || document.hidden || waiting.push(measure) > 1) return;
  requestAnimationFrame(() => {
    const ready = waiting.map((each) => each());
    waiting = [];
    for (const begin of ready) begin();
  });
}

/** A picture of cards as they are now, to be sent off after the table has changed. */
export interface Copy {
  node: HTMLElement;
  box: DOMRect;
}

export function copies(selector: string, limit = 99): Copy[] {
  if (calm()) return [];
  return [...document.querySelectorAll<HTMLElement>(selector)].slice(0, limit).map(copy);
}

function copy(card: HTMLElement): Copy {
  const node = card.cloneNode(true) as HTMLElement;
  node.style.setProperty('--w', getComputedStyle(card).getPropertyValue('--w'));
  return { node, box: card.getBoundingClientRect() };
}

/** Face-down cards on a place, as if they lay there. Unlike what leaves, the place stays: it is measured when they fly. */
export function backs(place: string, count: number): Copy[] {
  const box = boxOf(place);
  if (!box) return [];
  return Array.from({ length: count }, () => {
    const node = new Image();
    node.src = imageOf('back') ?? '';
    node.className = 'flying-back';
    return { node, box: new DOMRect(box.x, box.y, 60, 84) };
  });
}

/** The visible element of a place: one place may be drawn differently on a phone. */
function boxOf(...places: string[]): DOMRect | undefined {
  for (const place of places) {
    for (const element of document.querySelectorAll(`[data-place="${place}"]`)) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) return box;
    }
  }
  return undefined;
}

/** The way from the middle of a box to another, whose cards lie in its upper left corner if it is large. */
const way = (from: DOMRect, to: DOMRect): [number, number] => [
  to.x + Math.min(to.width, 120) / 2 - from.x - from.width / 2, to.y + Math.min(to.height, 120) / 2 - from.y - from.height / 2,
];

/** Lets copies fly to the first of these places that can be seen, and disappear there. */
export function depart(flying: Copy[] | (() => Copy[]), to: string[], options: { flap?: boolean } = {}): void {
  takeOff(() => {
    const target = boxOf(...to);
    const found = typeof flying === 'function' ? flying() : flying;
    return () => target && found.forEach(({ node, box }, i) => {
      prepare(node, box);
      const [dx, dy] = way(box, target);
      const away = { transform: `translate(${dx}px, ${dy}px) scale(0.4) rotate(4deg)`, opacity: 0.2 };
      const flap = [{ transform: 'translateY(-9px) rotate(-3deg)', offset: 0.2 }, { transform: 'translateY(0) rotate(2deg)', offset: 0.35 }, { transform: 'translateY(-9px) rotate(-2deg)', offset: 0.5 }];
      const frames: Keyframe[] = [{ transform: 'none', opacity: 1 }, ...(options.flap ? flap : []), away];
      const flight = node.animate(frames, { duration: options.flap ? 250 : TIME, delay: i * 25, easing: EASE, fill: 'both' });
      flight.onfinish = () => node.remove();
      flight.oncancel = () => node.remove();
    });
  });
}

/** Lets elements fly from a place to where they are. */
export function arrive(selector: string, from: string): void {
  takeOff(() => {
    const source = boxOf(from);
    const ways = source && [...document.querySelectorAll<HTMLElement>(selector)].map((node) => ({ node, by: way(node.getBoundingClientRect(), source) }));
    return () => ways?.forEach(({ node, by: [dx, dy] }, i) => {
      node.animate([{ transform: `translate(${dx}px, ${dy}px) scale(0.5)`, opacity: 0.4 }, { transform: 'none', opacity: 1 }], { duration: TIME, delay: i * 25, easing: EASE, fill: 'backwards' });
    });
  });
}

function prepare(node: HTMLElement, box: DOMRect): void {
  node.removeAttribute('id');
  node.removeAttribute('data-stop');
  node.setAttribute('aria-hidden', 'true');
  node.setAttribute('tabindex', '-1');
  node.inert = true;
  node.classList.add('flying');
  Object.assign(node.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  sky().append(node);
}

/** What flies is laid out by itself. */
function sky(): HTMLElement {
  const known = document.getElementById('flights');
  if (known) return known;
  const made = document.createElement('div');
  made.id = 'flights';
  document.body.append(made);
  return made;
}

/** Ends what is under way or about to be. */
export function land(): void {
  waiting.length = 0;
  for (const node of document.querySelectorAll('.flying')) node.remove();
}
