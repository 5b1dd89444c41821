/** Players of one table with the same name, told apart by their seats: evenings count by names. */
export function apart(names: readonly string[]): string[] {
  const told: string[] = [];
  names.forEach((name, seat) => {
    let shown = name;
    for (let number = seat + 1; told.includes(shown); number += 1) shown = `${name} ${number}`;
    told.push(shown);
  });
  return told;
}
