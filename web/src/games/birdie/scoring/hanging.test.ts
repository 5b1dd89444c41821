import { describe, expect, test } from 'vitest';
import { gapSpot, hang, slotWidth } from './hanging';

describe('a row on its wire', () => {
  const room = (width: number, slots: boolean, cuts: boolean[] = []) => ({ width, tall: 800, cuts, slots });

  test.each([320, 390, 699, 768, 1024, 1440])('at %i px no place for a card covers one, or sticks out', (width) => {
    for (let cards = 1; cards <= 16; cards += 1) {
      const row = hang(cards, room(width, true));
      const slot = slotWidth(width);
      for (let gap = -1; gap < cards; gap += 1) {
        const { x, line } = gapSpot(row, gap, width);
        expect(x - slot / 2).toBeGreaterThanOrEqual(0);
        expect(x + slot / 2).toBeLessThanOrEqual(width);
        for (const spot of row.spots.filter((each) => each.line === line)) {
          const covered = Math.min(x + slot / 2, spot.x + row.w) - Math.max(x - slot / 2, spot.x);
          expect(covered).toBeLessThanOrEqual(0.5);
        }
      }
    }
  });

  test.each([320, 390, 768, 1440])('at %i px every card is whole and in the window', (width) => {
    for (let cards = 1; cards <= 32; cards += 1) {
      const row = hang(cards, room(width, false, Array.from({ length: cards }, (_, gap) => gap % 3 === 0)));
      expect(row.w).toBeGreaterThanOrEqual(40);
      for (const { x } of row.spots) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + row.w).toBeLessThanOrEqual(width);
      }
    }
  });
});
