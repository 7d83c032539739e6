// What a lane is called where a letter or two must do. Safe in the browser.

type Named = { name: string; short: string }

/** From the shortest on: "R", "R2" of "Room 2", "SH" of "Small hall", "No" of "Novak", "BA" of Beatriz Alvarez. */
const shapes: ((lane: Named) => string)[] = [
  ({ short }) => first(short, 1),
  ({ short }) => `${first(short, 1)}${/\d+/.exec(short)?.[0] ?? ""}`,
  ({ short }) => initialsOf(short),
  ({ short }) => first(short, 2),
  ({ short }) => first(short, 3),
  ({ name }) => initialsOf(name),
]

const first = (text: string, letters: number) => [...text.trim()].slice(0, letters).join("")

const initialsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => first(word, 1).toUpperCase())
    .join("")

/** A short label for each lane, none twice: a letter, and more only where lanes share it. */
export function laneLabels(lanes: readonly Named[]): string[] {
  const letters = lanes.map(({ short }) => first(short, 1))
  const labels = lanes.map((_, index) => {
    const alike = lanes.filter((__, other) => letters[other] === letters[index])
    const shape = shapes.find((each) => areDistinct(alike.map(each)))
    const lane = lanes[index]
    return shape && lane ? shape(lane) : ""
  })
  const used = new Set<string>()
  return labels.map((label, index) => {
    let own = label
    for (let number = 1; own === "" || used.has(own) || (own !== label && labels.includes(own)); number += 1)
      own = `${letters[index]}${number}`
    used.add(own)
    return own
  })
}

const areDistinct = (labels: readonly string[]) => new Set(labels).size === labels.length

/** The last word of a name; what stands in parentheses behind it is no part of it. */
export const surnameOf = (name: string): string =>
  name
    .replace(/\s*\([^()]*\)\s*$/, "")
    .trim()
    .split(/\s+/)
    .at(-1) || name
