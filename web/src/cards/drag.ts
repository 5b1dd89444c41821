/**
 * Drags with mouse, pen or finger alike: a copy of the node follows the pointer, and where it is let go the element
 * with `data-drop` is told, or the nearest of those in an element with `data-drops`. Everything a drag does, two taps do
 * as well.
 */
export interface Drag {
  /** May it be dragged now? */
  can: () => boolean;
  onstart?: () => void;
  /** Let go over a `data-drop` element, named by its value. */
  ondrop: (target: string) => void;
}

/** Without a `drag` the node stays where it is. */
export function draggable(node: HTMLElement, drag: Drag | undefined): { update(next: Drag | undefined): void; destroy(): void } {
  let current = drag;
  let start: { x: number; y: number; id: number } | undefined;
  let ghost: HTMLElement | undefined;
  let over: Element | undefined;

  const target = (event: PointerEvent): HTMLElement | undefined => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop], [data-drops]');
    return found && found.dataset.drop === undefined ? nearest(found, event.clientX) : (found ?? undefined);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !current?.can()) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // On the window: a quick pointer has left the card before it is lifted.
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', end);
  };
  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!ghost && Math.hypot(dx, dy) > 10) lift();
    if (!ghost) return;
    ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
    const now = target(event);
    if (now !== over) {
      over?.classList.remove('drop-here');
      now?.classList.add('drop-here');
      over = now;
    }
  };
  const lift = (): void => {
    const box = node.getBoundingClientRect();
    ghost = node.cloneNode(true) as HTMLElement;
    ghost.setAttribute('aria-hidden', 'true');
    ghost.removeAttribute('id');
    ghost.classList.add('drag-ghost');
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    ghost.style.setProperty('--w', getComputedStyle(node).getPropertyValue('--w'));
    document.body.append(ghost);
    current?.onstart?.();
  };
  const up = (event: PointerEvent): void => {
    const dropped = ghost ? target(event) : undefined;
    const dragged = ghost !== undefined;
    end();
    if (dragged) addEventListener('click', swallow, { capture: true, once: true });
    if (dragged) setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
    if (dropped?.dataset.drop) current?.ondrop(dropped.dataset.drop);
  };
  const end = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
    start = undefined;
    ghost?.remove();
    ghost = undefined;
    over?.classList.remove('drop-here');
    over = undefined;
  };
  node.addEventListener('pointerdown', down);
  return {
    update(next) {
      current = next;
    },
    destroy() {
      end();
      node.removeEventListener('pointerdown', down);
    },
  };
}

/** Swallows the click that follows a drag. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Of the places in a row where something can be let go the one nearest to the pointer. */
function nearest(row: HTMLElement, x: number): HTMLElement | undefined {
  const away = (node: HTMLElement): number => {
    const { left, right } = node.getBoundingClientRect();
    return Math.abs((left + right) / 2 - x);
  };
  return [...row.querySelectorAll<HTMLElement>('[data-drop]')].sort((a, b) => away(a) - away(b))[0];
}
