import { beforeEach, expect, test, vi } from 'vitest';
import { backs, copies, depart, land } from './flights';

let frames: (() => void)[] = [];
let laidOut = 0;

beforeEach(() => {
  document.body.innerHTML = '<div data-place="display"><b class="card">a</b><b class="card">b</b></div><i data-place="hand"></i><i data-place="pile"></i>';
  frames = [];
  laidOut = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.animate = () => ({}) as Animation;
  // The page is laid out when something is measured after it was changed.
  let dirty = false;
  const { append } = Element.prototype;
  Element.prototype.append = function change(...nodes) {
    dirty = true;
    append.apply(this, nodes);
  };
  Element.prototype.getBoundingClientRect = () => {
    if (dirty) laidOut += 1;
    dirty = false;
    return new DOMRect(0, 0, 60, 84);
  };
});

const picture = (): void => {
  for (const frame of frames.splice(0)) frame();
};
const flying = (): number => document.querySelectorAll('.flying').length;

test('flights of one moment are measured together, with the next picture', () => {
  const [first, second] = copies('.card');
  depart(first ? [first] : [], ['hand']);
  depart(second ? [second] : [], ['pile']);
  expect([flying(), frames.length]).toEqual([0, 1]);
  picture();
  expect([flying(), laidOut]).toEqual([2, 0]);
});

test('a card from a pile is measured with the next picture, not while the table changes', () => {
  document.body.append(document.createElement('i'));
  depart(() => backs('display', 1), ['hand']);
  expect([flying(), laidOut]).toEqual([0, 0]);
  picture();
  expect([flying(), laidOut]).toEqual([1, 1]);
});

test('what was to fly is not shown to whoever comes to the screen before', () => {
  depart(copies('.card'), ['hand']);
  land();
  picture();
  expect(flying()).toBe(0);
  depart(copies('.card', 1), ['hand']);
  picture();
  expect(flying()).toBe(1);
  land();
  expect(flying()).toBe(0);
});
