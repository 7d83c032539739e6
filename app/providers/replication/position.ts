// Where a database is in its history, as LiteFS counts: each transaction has the next number. Written as 16 hexadecimal
// digits, so that texts compare as numbers do.

/** 16 lower-case hexadecimal digits. */
export type Position = string

const shape = /^([0-9a-f]{16})\/[0-9a-f]{16}\s*$/

/** Parses LiteFS's `<database>-pos` file; undefined when it isn't a position. */
export const parsePosition = (text: string): Position | undefined => shape.exec(text)?.[1]

/** One time in which one node was the primary. */
export type Term = { term: number; beganAfter: Position }

/** What a person has seen or written: the position, and the term in which it was reached. */
export type Seen = { term: number; position: Position }

export type PositionStatus = "reached" | "not-yet" | "lost"

/**
 * @Whether a node has what a person saw. A position is lost when an older term wrote it after the point from which the
 * next term continued, and on the primary also when no node has it any more.
 * @param terms the newest terms this node knows, in any order
 */
export function positionStatus(
  seen: Seen,
  node: { isPrimary: boolean; position: Position; terms: readonly Term[] },
): PositionStatus {
  const newest = Math.max(0, ...node.terms.map(({ term }) => term))
  const next = node.terms
    .filter(({ term }) => term > seen.term)
    .reduce<Term | undefined>((first, each) => (first && first.term < each.term ? first : each), undefined)
  if (next) return seen.position > next.beganAfter ? "lost" : "reached"
  if (seen.term <= newest && seen.position <= node.position) return "reached"
  return node.isPrimary ? "lost" : "not-yet"
}
