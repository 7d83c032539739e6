import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { occasionGuests, occasions, programEntries, programPerformers } from "db/schema/teaching-occasions"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { defaultTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, idsOf, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import type { OccasionRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { instantOf, isSkipped } from "~/utils/zones"
import { findGone } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { findFee, findOccasion, isOver, type Occasion } from "./find-occasion.server"
import type { OccasionForm } from "./occasion-form"
import { listGuestIds } from "./occasion-guests.server"
import { takeTellingBack } from "./take-back-telling.server"
import {
  addNews,
  findTelling,
  noTelling,
  type Telling,
  tellFamilies,
  tellFee,
  tellLead,
} from "./tell-occasion.server"

// A recital, an exam, an excursion. A draft is the office's and the teacher's alone; published, every invited family has
// been told of it once, and hears of a new time or place and of its end.

type Wish = Omit<OccasionForm, "intent">
type WishRefusal =
  | "start-skipped"
  | "end-skipped"
  | "unknown-room"
  | "unknown-teacher"
  | "teacher-leaves"
  | "no-fee"
  | "fee-after-event"
type Refused<Reason extends OccasionRefusal> = { ok: false; reason: Reason }

/**
 * Plans an event as a draft. Refused when its room or teacher isn't the school's any longer, or clocks skip its time. A form that is sent again adds
 * nothing.
 */
export function addOccasion(
  actor: Actor,
  { formKey, ...wish }: Wish,
): Result<{ occasionId: string }, WishRefusal | "sent-before"> {
  return transact(() => {
    const earlier = formKey ? findOccasion(actor, madeByForm(actor, formKey)) : undefined
    if (earlier)
      return isSame({ ...earlier, ...findFee(actor, earlier.id) }, factsOf(actor, wish))
        ? { ok: true, occasionId: earlier.id }
        : { ok: false, reason: "sent-before" }
    const refusal = refusalOf(actor, wish)
    if (refusal) return refusal
    const id = add(actor, occasions, { ...factsOf(actor, wish), formKey: formKey || null })
    recordEvent(actor, "occasion.add", id, { after: { name: wish.title } })
    const added = findOccasion(actor, id)
    if (added && !isOver(added)) tellLead(actor, added, "in-charge")
    return { ok: true, occasionId: id }
  })
}

/** Changes an event that isn't canceled. Families who know of it are told of a new day, time or place, and those who said yes of another fee. */
export function changeOccasion(
  actor: Actor,
  occasionId: string,
  wish: Wish,
): Result<
  Telling,
  "not-found" | "is-canceled" | WishRefusal | "in-the-past" | "fee-until-over" | "being-told"
> {
  return transact(() => {
    const before = findOccasion(actor, occasionId)
    if (!before) return { ok: false, reason: "not-found" }
    if (before.state === "canceled") return { ok: false, reason: "is-canceled" }
    const refusal = refusalOf(actor, wish, before)
    if (refusal) return refusal
    const facts = factsOf(actor, wish)
    const fee = findFee(actor, occasionId)
    const isOtherFee = fee.feeMinor !== facts.feeMinor || fee.guestFeeMinor !== facts.guestFeeMinor
    // One person has one email of an event at a time.
    if (isOtherFee && findTelling(actor, occasionId)) return { ok: false, reason: "being-told" }
    // Whoever can't come on the new day could no longer say so without the fee.
    const { feeUntil } = facts
    const isOnAnotherDay = before.state === "published" && before.localDate !== facts.localDate
    if (isOnAnotherDay && feeUntil !== null && feeUntil < todayOf(actor))
      return { ok: false, reason: "fee-until-over" }
    if (before.state === "published" && !isOver(before) && isOver(facts))
      return { ok: false, reason: "in-the-past" }
    change(actor, occasions, occasionId, { ...facts, revision: sql`${occasions.revision} + 1` })
    recordEvent(actor, "occasion.change", occasionId, { after: { name: wish.title } })
    const after = findOccasion(actor, occasionId)
    if (!after || isOver(after)) return { ok: true, ...noTelling }
    const isMoved = isElsewhere(before, after)
    tellLeads(actor, before, after, isMoved)
    if (after.state !== "published") return { ok: true, ...noTelling }
    const ofFee = isOtherFee ? tellFee(actor, occasionId, fee) : noTelling
    if (!isMoved) return { ok: true, ...ofFee }
    addNews(actor, occasionId)
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

const madeByForm = (actor: Actor, formKey: string): string =>
  ownRows(actor, occasions, ["id"]).where(eq(occasions.formKey, formKey)).get()?.id ?? ""

const isSame = (
  one: Occasion & ReturnType<typeof findFee>,
  { startsAt, endsAt, ...facts }: ReturnType<typeof factsOf>,
): boolean =>
  one.startsAt === startsAt &&
  one.endsAt === endsAt &&
  one.kind === facts.kind &&
  one.title === facts.title &&
  one.teacherId === facts.teacherId &&
  one.roomId === facts.roomId &&
  one.place === facts.place &&
  one.note === facts.note &&
  one.feeMinor === facts.feeMinor &&
  one.guestFeeMinor === facts.guestFeeMinor &&
  one.feeUntil === facts.feeUntil &&
  one.paysWithAnswer === facts.paysWithAnswer &&
  one.isFeeTaxed === facts.isFeeTaxed

/** Who is in charge now or was before hears of it; who stays in charge, of a new day, time or place. */
function tellLeads(actor: Actor, before: Occasion, after: Occasion, isMoved: boolean) {
  if (before.teacherId === after.teacherId) {
    if (isMoved) tellLead(actor, after, "changed")
    return
  }
  tellLead(actor, after, "not-in-charge", before.teacherId)
  tellLead(actor, after, "in-charge")
}

const isElsewhere = (before: Occasion, after: Occasion): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt || before.where !== after.where

function factsOf(actor: Actor, { kind, title, date, startTime, endTime, ...rest }: Wish) {
  const { timeZone } = actor.school
  return {
    kind,
    title,
    localDate: date,
    startTime,
    startsAt: instantOf(date, startTime, timeZone),
    endsAt: Math.max(instantOf(date, endTime, timeZone), instantOf(date, startTime, timeZone) + 60_000),
    teacherId: rest.teacherId || null,
    roomId: rest.roomId || null,
    place: rest.place || null,
    note: rest.note || null,
    feeMinor: rest.fee ?? null,
    guestFeeMinor: rest.guestFee ?? null,
    feeUntil: rest.fee || rest.guestFee ? (rest.feeUntil ?? null) : null,
    paysWithAnswer: rest.feePaid === "with-answer",
    isFeeTaxed: rest.feeTax === defaultTax,
  }
}

/** A room or teacher that the event has already may stay, also when the school no longer uses it. */
function refusalOf(
  actor: Actor,
  { teacherId, roomId, date, startTime, endTime, fee, guestFee, feeUntil }: Wish,
  before?: Occasion,
): Refused<WishRefusal> | undefined {
  const zone = actor.school.timeZone
  // A time that it has already may stay, also when the zone has changed since.
  const isAsBefore =
    before?.localDate === date && before.startTime === startTime && before.endTime === endTime
  if (!isAsBefore && isSkipped(date, startTime, zone)) return { ok: false, reason: "start-skipped" }
  if (!isAsBefore && isSkipped(date, endTime, zone)) return { ok: false, reason: "end-skipped" }
  if (feeUntil && fee === undefined && guestFee === undefined) return { ok: false, reason: "no-fee" }
  if (feeUntil && feeUntil > date) return { ok: false, reason: "fee-after-event" }
  const isTeacher =
    !teacherId ||
    teacherId === before?.teacherId ||
    ownRows(actor, teachers, ["id"])
      .where(and(eq(teachers.id, teacherId), isNull(teachers.deactivatedAt)))
      .get()
  if (!isTeacher) return { ok: false, reason: "unknown-teacher" }
  const isNew = teacherId !== before?.teacherId || date !== before?.localDate
  if (teacherId && isNew && findGone(actor, [teacherId], date)) return { ok: false, reason: "teacher-leaves" }
  const isRoom =
    !roomId ||
    roomId === before?.roomId ||
    ownRows(actor, rooms, ["id"])
      .where(and(eq(rooms.id, roomId), isNull(rooms.archivedAt)))
      .get()
  return isRoom ? undefined : { ok: false, reason: "unknown-room" }
}

// A draft becomes public, and is canceled from then on; before that it is deleted.

/** Sends the emails about an event to whom they didn't reach, as after they were stopped. */
export function tellTheOthers(
  actor: Actor,
  occasionId: string,
): Result<Telling, "not-found" | "not-published" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state === "draft") return { ok: false, reason: "not-published" }
    if (isOver(found)) return { ok: false, reason: "over" }
    const underWay = findTelling(actor, occasionId)
    if (underWay) return { ok: true, ...noTelling, taskId: underWay.id }
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Shows an event to the families of its students and emails each of them once. */
export function publishOccasion(
  actor: Actor,
  occasionId: string,
): Result<Telling, "not-found" | "not-a-draft" | "no-guests" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    if (isOver(found)) return { ok: false, reason: "over" }
    const studentIds = listGuestIds(actor, occasionId)
    if (studentIds.length === 0) return { ok: false, reason: "no-guests" }
    change(actor, occasions, occasionId, { publishedAt: now(), revision: sql`${occasions.revision} + 1` })
    recordEvent(actor, "occasion.publish", occasionId, {
      after: { name: found.title, students: studentIds.length },
    })
    addNews(actor, occasionId)
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Calls a published event off for good and tells the families why. */
export function cancelOccasion(
  actor: Actor,
  occasionId: string,
  reason: string,
): Result<Telling, "not-found" | "not-published" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "published") return { ok: false, reason: "not-published" }
    if (isOver(found)) return { ok: false, reason: "over" }
    change(actor, occasions, occasionId, {
      canceledAt: now(),
      cancelReason: reason,
      revision: sql`${occasions.revision} + 1`,
    })
    recordEvent(actor, "occasion.cancel", occasionId, { after: { name: found.title, reason } })
    takeTellingBack(actor, occasionId)
    addNews(actor, occasionId)
    tellLead(actor, { ...found, cancelReason: reason }, "canceled")
    return { ok: true, ...tellFamilies(actor, occasionId) }
  })
}

/** Deletes a draft with its students and its program, into the bin. What families have seen is canceled instead. */
export function deleteOccasion(
  actor: Actor,
  occasionId: string,
): Result<{ title: string }, "not-found" | "not-a-draft"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "draft") return { ok: false, reason: "not-a-draft" }
    const entries = idsOf(actor, programEntries, eq(programEntries.occasionId, occasionId))
    deleteToBin(actor, { noun: "occasion", recordId: occasionId, name: found.title }, () => {
      remove(actor, programPerformers, inArray(programPerformers.entryId, entries))
      remove(actor, programEntries, inArray(programEntries.id, entries))
      remove(actor, occasionGuests, eq(occasionGuests.occasionId, occasionId))
      remove(actor, occasions, occasionId)
    })
    recordEvent(actor, "occasion.delete", occasionId, { before: { name: found.title } })
    if (!isOver(found)) tellLead(actor, found, "not-in-charge")
    return { ok: true, title: found.title }
  })
}

/** Tells who is in charge of a draft again that it was restored from the bin. */
export function tellLeadOfRestored(actor: Actor, occasionId: string) {
  const found = findOccasion(actor, occasionId)
  if (found && !isOver(found)) tellLead(actor, found, "in-charge")
}
