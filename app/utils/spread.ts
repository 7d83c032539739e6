/** So many of a list at most, evenly spread from its first to its last. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (list.length - 1)) / Math.max(1, most - 1)),
  ).flatMap((index) => list.slice(index, index + 1))
}
