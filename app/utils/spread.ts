import { groupBy } from "./group-by"

/** So many of a list at most, evenly spread from its first to its last. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (list.length - 1)) / Math.max(1, most - 1)),
  ).flatMap((index) => list.slice(index, index + 1))
}

/** The first of a list in order of days, and of each later day a few, evenly spread: what is soon is whole, what is far isn't endless. */
export function thinnedOut<T extends { date: string }>(
  list: readonly T[],
  { soon, ofLaterDay }: { soon: number; ofLaterDay: number },
): T[] {
  const first = list.slice(0, soon)
  const lastDay = first.at(-1)?.date ?? ""
  const later = groupBy(
    list.filter(({ date }) => date > lastDay),
    ({ date }) => date,
  )
  return [...first, ...[...later.values()].flatMap((ofDay) => spread(ofDay, ofLaterDay))]
}
