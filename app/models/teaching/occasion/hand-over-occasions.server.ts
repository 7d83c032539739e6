import { teachers } from "db/schema/people"
import { occasions } from "db/schema/teaching-occasions"
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { teachesOn } from "../session/slot.server"
import { findOccasion } from "./find-occasion.server"
import { whenText } from "./occasion"
import { tellLead } from "./tell-occasion.server"

// The events to come that a teacher is in charge of, or that are in a room: someone who leaves hands theirs over.

const mostListed = 100

const isToCome = (actor: Actor) =>
  and(own(actor, occasions), isNull(occasions.canceledAt), gt(occasions.endsAt, now()))

const listToCome = (actor: Actor, which: ReturnType<typeof eq>) =>
  select({ id: occasions.id })
    .from(occasions)
    .where(and(isToCome(actor), which))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .limit(mostListed)
    .all()
    .flatMap(({ id }) => findOccasion(actor, id) ?? [])
    .map((occasion) => ({
      id: occasion.id,
      title: occasion.title,
      when: whenText(occasion),
      date: occasion.localDate,
    }))

/** The events to come that a teacher is in charge of, drafts too. */
export const listLedOccasions = (actor: Actor, teacherId: string) =>
  listToCome(actor, eq(occasions.teacherId, teacherId))

/** The events to come in a room. */
export const listOccasionsInRoom = (actor: Actor, roomId: string) =>
  listToCome(actor, eq(occasions.roomId, roomId))

/**
 * Puts someone else in charge of the events to come of a teacher who leaves, those after a last day, or no one for now, in the
 * caller's transaction. Who takes one over gets an email: answers those.
 */
export function handOverOccasions(
  actor: Actor,
  teacherId: string,
  takers: ReadonlyMap<string, string | null>,
  lastDay?: string,
): { name: string; email: string }[] {
  return listLedOccasions(actor, teacherId).flatMap(({ id, title, date }) => {
    if (lastDay !== undefined && date <= lastDay) return []
    const taker = takers.get(id) ?? null
    change(actor, occasions, id, { teacherId: taker, revision: sql`${occasions.revision} + 1` })
    recordEvent(actor, "occasion.hand-over", id, {
      after: { name: title, teacher: taker ? nameOf(actor, taker) : null },
    })
    const after = findOccasion(actor, id)
    return after ? tellLead(actor, after, "in-charge") : []
  })
}

/** Puts a teacher who is back in charge of events again that have had no other lead since; both are told. In the caller's transaction. */
export function takeOccasionsBack(
  actor: Actor,
  teacherId: string,
  handedOver: readonly (readonly [id: string, taker: string | null])[],
): number {
  const back = handedOver.filter(([id, taker]) => {
    const occasion = findOccasion(actor, id)
    if (!occasion || occasion.teacherId !== taker || occasion.canceledAt !== null || occasion.endsAt <= now())
      return false
    change(actor, occasions, id, { teacherId, revision: sql`${occasions.revision} + 1` })
    recordEvent(actor, "occasion.hand-over", id, {
      after: { name: occasion.title, teacher: nameOf(actor, teacherId) },
    })
    tellLead(actor, occasion, "not-in-charge")
    tellLead(actor, occasion, "in-charge", teacherId)
    return true
  })
  return back.length
}

/** An event whose chosen taker can't be put in charge; undefined when all can. */
export const findUnknownLead = (
  actor: Actor,
  teacherId: string,
  takers: ReadonlyMap<string, string | null>,
): string | undefined =>
  listLedOccasions(actor, teacherId).find(({ id, date }) => {
    const taker = takers.get(id)
    return taker && (taker === teacherId || !teachesOn(actor, taker, date))
  })?.id

const nameOf = (actor: Actor, teacherId: string) => find(actor, teachers, teacherId)?.name ?? null
