/** What only one seat may know of an event. The server takes it out for others; a device that several people share must do so again. */
import type { Event } from '../../wire';

/** The secret of an event for this reader; empty if it is somebody else's. */
export const secretFor = ({ seat, secret = '' }: Event, reader: number): string => (reader >= 0 && seat === reader ? secret : '');

/** Events as this seat, or an onlooker (-1), may know them. */
export function seenBy(events: readonly Event[], seat: number): Event[] {
  return events.map((event) => {
    if (!event.secret || secretFor(event, seat)) return event;
    const { secret: _, ...open } = event;
    return open;
  });
}
