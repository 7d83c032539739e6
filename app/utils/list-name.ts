// Names of choices among what may change. A browser that draws a page again, as after Back, checks boxes by their name and their index
// in it: it would check another time than was chosen once the list has changed. So the name says which list the page showed.

const mark = "~"

/** FNV-1a, which needs no secret: lists that differ have other names. */
function hashOf(values: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const letter of values.join(" ")) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The name of a choice among these values: `time~1x2y3z`. */
export const nameOfList = (name: string, values: readonly string[]): string =>
  `${name}${mark}${hashOf(values)}`

/** What was sent, with names as the schema has them. */
export function withoutListNames(sent: FormData): FormData {
  const plain = new FormData()
  for (const [name, value] of sent) plain.append(name.replace(/~[0-9a-z]{1,7}$/, ""), value)
  return plain
}
