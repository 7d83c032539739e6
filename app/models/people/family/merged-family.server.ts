import { families } from "db/schema/people"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"

/** A family merged into another that was itself merged: more often than this it is no chain. */
const longestChain = 20

/** The family that goes on for one that was merged; itself where it wasn't. */
export function livingFamily(actor: Actor, familyId: string): string {
  let living = familyId
  for (let step = 0; step < longestChain; step += 1) {
    const next = find(actor, families, living)?.mergedInto
    if (!next) return living
    living = next
  }
  return living
}

/** The same for several families, however many, in a statement for each link of the longest chain. */
export function livingFamilies(actor: Actor, familyIds: readonly string[]): (familyId: string) => string {
  const livingOf = new Map(familyIds.map((id) => [id, id]))
  for (let step = 0; step < longestChain; step += 1) {
    const next = listMerged(actor, [...new Set(livingOf.values())])
    if (next.size === 0) break
    for (const [id, living] of livingOf) livingOf.set(id, next.get(living) ?? living)
  }
  return (familyId) => livingOf.get(familyId) ?? familyId
}

const listMerged = (actor: Actor, familyIds: readonly string[]): Map<string, string> =>
  new Map(
    ownRows(actor, families, ["id", "mergedInto"])
      .where(and(among(families.id, familyIds), isNotNull(families.mergedInto)))
      .all()
      .flatMap(({ id, mergedInto }) => (mergedInto ? [[id, mergedInto] as const] : [])),
  )

/** The family that one was merged into, with its name; undefined where it wasn't. */
export function findMergedInto(actor: Actor, familyId: string): { id: string; name: string } | undefined {
  const other = alias(families, "other")
  return select({ id: other.id, name: other.name })
    .from(families)
    .innerJoin(other, joined(other, families.mergedInto))
    .where(own(actor, families, familyId))
    .get()
}

/** Whether students can join a family: it is the school's, and goes on by itself. */
export const takesStudents = (actor: Actor, familyId: string): boolean =>
  hasRow(actor, families, and(eq(families.id, familyId), isNull(families.mergedInto)))

/** Notes that a family was merged into another, or that it goes on by itself again; in the caller's transaction. */
export function setMergedInto(actor: Actor, familyId: string, keepId: string | null) {
  change(actor, families, familyId, { mergedInto: keepId })
}
