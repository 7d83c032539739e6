import { guardians } from "db/schema/people"
import { inArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, ownRows } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { fold } from "~/utils/names"
import type { SamePayer } from "./account-moves.server"

// Guardians of two families that become one.

export const Adult = z.object({
  id: z.string(),
  familyId: z.string(),
  payerShare: z.number(),
  /** Missing in earlier merges. */
  payerAmountMinor: z.number().nullish(),
  position: z.number(),
  memberId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type Adult = z.output<typeof Adult>

/** Adults who are in both families stay once, with what the other entry knows; the others join without a share. */
export function joinAdults(actor: Actor, keepId: string, adults: readonly Adult[]): SamePayer[] {
  const twice = findTwice(actor, keepId, adults)
  const present = adults.filter(({ familyId }) => familyId === keepId)
  const hasPayer = present.some(({ payerShare }) => payerShare > 0)
  for (const [index, adult] of adults.filter(({ familyId }) => familyId !== keepId).entries()) {
    const same = twice.get(adult.id)
    if (!same) {
      const payerShare = hasPayer ? 0 : adult.payerShare
      const position = present.length + index
      setAdult(actor, adult.id, { familyId: keepId, payerShare, payerAmountMinor: null, position })
      continue
    }
    if (adult.memberId) setAdult(actor, adult.id, { memberId: null })
    setAdult(actor, same.id, {
      memberId: same.memberId ?? adult.memberId,
      email: same.email ?? adult.email,
      phone: same.phone ?? adult.phone,
    })
  }
  return [...twice].map(([from, { id: to }]) => ({ from, to, as: "guardianId" }))
}

/** Adults of the family that goes whom the other has too, each with the entry that stays. */
export function findTwice(actor: Actor, keepId: string, adults: readonly Adult[]): Map<string, Adult> {
  const names = listNames(
    actor,
    adults.map(({ id }) => id),
  )
  const twice = new Map<string, Adult>()
  const free = adults.filter(({ familyId }) => familyId === keepId)
  for (const adult of adults.filter(({ familyId }) => familyId !== keepId)) {
    const at = free.findIndex(
      (one) =>
        (one.email !== null && one.email === adult.email) ||
        (names.get(one.id) === names.get(adult.id) && (one.email === null || adult.email === null)),
    )
    const same = free[at]
    if (!same || (same.memberId && adult.memberId && same.memberId !== adult.memberId)) continue
    // Whoever is in one family twice stays so: what each of the two pays couldn't be told apart again.
    free.splice(at, 1)
    twice.set(adult.id, same)
  }
  return twice
}

const listNames = (actor: Actor, ids: readonly string[]): Map<string, string> =>
  new Map(
    ownRows(actor, guardians, ["id", "name"])
      .where(inArray(guardians.id, [...ids]))
      .all()
      .map(({ id, name }) => [id, fold(name)]),
  )

export const listAdults = (actor: Actor, familyIds: readonly string[]): Adult[] =>
  ownRows(actor, guardians, {
    ...columns(guardians, "id", "familyId", "payerShare", "payerAmountMinor"),
    ...columns(guardians, "position", "memberId", "email", "phone"),
  })
    .where(inArray(guardians.familyId, [...familyIds]))
    .orderBy(guardians.position, guardians.id)
    .all()

/**
 * Each adult in their family with their share as before, in the caller's transaction. What is known of them stays as it is by now,
 * but for what the merge had given the entry that stayed. Logins go first, as one person may be entered twice.
 */
export function returnAdults(actor: Actor, adults: readonly Adult[], same: readonly SamePayer[]) {
  const present = listAdults(actor, [...new Set(adults.map(({ familyId }) => familyId))])
  const byId = (those: readonly Adult[]) => new Map(those.map((adult) => [adult.id, adult]))
  const [was, is] = [byId(adults), byId(present)]
  const known = adults.map((adult) => {
    const { email, phone, memberId } = is.get(adult.id) ?? adult
    return { ...adult, email, phone, memberId }
  })
  const back = byId(known)
  for (const { from, to } of same) {
    const [gave, stayed] = [was.get(from), was.get(to)]
    const [giver, taker] = [back.get(from), back.get(to)]
    if (!gave || !stayed || !giver || !taker) continue
    if (gave.memberId && taker.memberId === gave.memberId) giver.memberId = gave.memberId
    for (const fact of ["memberId", "email", "phone"] as const)
      if (stayed[fact] === null && taker[fact] === gave[fact]) taker[fact] = null
  }
  for (const { id, familyId } of known) setAdult(actor, id, { memberId: null, familyId })
  for (const { id, ...adult } of back.values()) setAdult(actor, id, adult)
}

function setAdult(actor: Actor, guardianId: string, to: Changes<typeof guardians>) {
  change(actor, guardians, guardianId, to)
}
