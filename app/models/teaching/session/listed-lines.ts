// The schedule's filters list the teachers and rooms of a school. Where there are many, they list only the one chosen, and
// the others are found by name, as students and classes are. Safe in the browser.

/** More than these are found by name. */
const mostListed = 50

export const areSearched = (lines: readonly unknown[]): boolean => lines.length > mostListed

/** What a filter lists. */
export const listedLines = <Line extends { id: string }>(
  lines: readonly Line[],
  chosen: string | undefined,
): readonly Line[] => (areSearched(lines) ? lines.filter(({ id }) => id === chosen) : lines)

/** What the search looks for, in words: "Student, class or teacher", and "students, classes or teachers". */
export function soughtTexts({ teachers, rooms }: { teachers: boolean; rooms: boolean }) {
  const oneOf = (words: string[]) => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
  return {
    one: oneOf(["Student", "class", ...(teachers ? ["teacher"] : []), ...(rooms ? ["room"] : [])]),
    many: oneOf(["students", "classes", ...(teachers ? ["teachers"] : []), ...(rooms ? ["rooms"] : [])]),
  }
}
