import { guardians, portalAccess, students } from "db/schema/people"
import { and, eq, gte, inArray, notExists, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, remove, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { listAdults } from "./join-adults.server"

// Whose students the guardians of two families see in their pages, once these are one and once that is undone.

/** Every guardian of the family who can log in sees each of its students. Answers the new rows. */
export function shareAccess(actor: Actor, familyId: string, studentIds: readonly string[]): string[] {
  const memberIds = [...new Set(listAdults(actor, [familyId]).flatMap(({ memberId }) => memberId ?? []))]
  return memberIds.flatMap((memberId) =>
    studentIds.flatMap((studentId) => {
      const row = newRow(actor)
      return addUnlessThere(actor, portalAccess, { ...row, memberId, studentId, as: "guardian" })
        ? [row.id]
        : []
    }),
  )
}

type Shared = { keepId: string; goneId: string; access: readonly string[]; mergedAt: number | null }

/**
 * Ends what a merge let them see, in the caller's transaction, once everyone is back in their family: also what they were given
 * since, as by an invitation, of students whose family isn't theirs.
 */
export function endAccess(actor: Actor, { keepId, goneId, access, mergedAt }: Shared) {
  const familyIds = [keepId, goneId]
  const memberIds = listAdults(actor, familyIds).flatMap(({ memberId }) => memberId ?? [])
  const theirs = select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), inArray(students.familyId, familyIds)))
  const isOfFamily = select({ one: sql`1` })
    .from(students)
    .innerJoin(guardians, and(own(actor, guardians), eq(guardians.familyId, students.familyId)))
    .where(
      and(
        own(actor, students),
        eq(students.id, portalAccess.studentId),
        eq(guardians.memberId, portalAccess.memberId),
      ),
    )
  const isSince =
    mergedAt === null
      ? undefined
      : and(
          eq(portalAccess.as, "guardian"),
          inArray(portalAccess.memberId, memberIds),
          inArray(portalAccess.studentId, theirs),
          gte(portalAccess.createdAt, mergedAt),
          notExists(isOfFamily),
        )
  remove(actor, portalAccess, or(inArray(portalAccess.id, [...access]), isSince))
}
