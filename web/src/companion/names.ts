/** Players of one table with the same name, told apart by their seats: evenings count by names. */
export const apart = (names: readonly string[]): string[] => names.map((name, seat) => (names.indexOf(name) < seat ? `${name} ${seat + 1}` : name));
