import { transact } from "db/client.server"
import { inquiries } from "db/schema/people-inquiries"
import { classes, classPrices, schedules } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { and, desc, eq, lte } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { VerbOf } from "~/models/foundation/audit/events"
import { makeOneTimeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import { mailTo, queueMail } from "~/models/foundation/outbox/outbox.server"
import { listOfferReaders } from "~/models/people/family/contacts.server"
import {
  type loseInquiry,
  noteOffered,
  type removeInquiry,
} from "~/models/people/inquiry/answer-inquiry.server"
import { findInquiry, findKnown, type Inquiry } from "~/models/people/inquiry/inquiries.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { startClass } from "../class/class.server"
import { endClass } from "../class/end-class.server"
import { refusalToEnroll } from "../class/enroll.server"
import { findClass } from "../class/find-class.server"
import { listRoster } from "../class/roster.server"
import type { Lacking } from "../prerequisite/prerequisite"
import { listLacking } from "../prerequisite/prerequisite.server"
import { isKnownRoom, isKnownTeacher, type Override } from "../session/slot.server"
import type { OfferState } from "../shown-offer/shown-offer"
import { offerFacts } from "../shown-offer/shown-offer.server"
import { loseWithTrial, removeWithTrial } from "../trial-lesson/trial-booking.server"
import { mostDays, type NewOffer } from "./offer"

// The office offers someone who asked for lessons a spot in a class, or a weekly time of their own that a class without a student
// holds meanwhile. It is held until the family answers, the offer ends, or the office takes it back.

/** Of a link that has ended the page says so, for as long. */
const saysSoFor = 90 * 86_400_000

export type OfferRow = typeof offers.$inferSelect

/** How the class is called that holds a weekly time. */
const heldName = "Offered weekly time"

type Started = Extract<ReturnType<typeof startClass>, { ok: false }>
export type OfferRefusal =
  | {
      ok: false
      reason:
        | "not-found"
        | "is-student"
        | "is-lost"
        | "no-email"
        | "offered-since"
        | "in-the-past"
        | "too-late"
        | "no-class"
        | "class-ended"
        | "class-full"
        | "in-it"
    }
  | { ok: false; reason: "prerequisite"; lacking: Lacking[] }
  | { ok: false; reason: "not-started"; refused: Started }

/**
 * Offers a class or a weekly time, holds it, and mails the family the link that answers. An offer that stood before is replaced by it,
 * where whoever sends it could know of that.
 * Refused without an address to write to, for a day that has come, where there is no spot or the time is taken; a reason accepts a
 * double booking as with any class.
 */
export function makeOffer(
  actor: Actor,
  inquiryId: string,
  form: NewOffer,
  override?: Override,
): { ok: true; name: string; until: number } | OfferRefusal {
  return allOrNothing(() => {
    const inquiry = findInquiry(actor, inquiryId)
    if (!inquiry) return { ok: false, reason: "not-found" } as const
    if (inquiry.stage === "won") return { ok: false, reason: "is-student" } as const
    if (inquiry.stage === "lost") return { ok: false, reason: "is-lost" } as const
    const readers = readersOf(actor, inquiry)
    if (readers.length === 0) return { ok: false, reason: "no-email" } as const
    const day = todayOf(actor)
    if (form.answerBy < day || form.date <= day) return { ok: false, reason: "in-the-past" } as const
    if (form.answerBy > addDays(day, mostDays)) return { ok: false, reason: "too-late" } as const
    const before = findOpenOffer(actor, inquiryId)
    if (before && form.isFirst) return { ok: false, reason: "offered-since" } as const
    if (before) close(actor, before, "replaced")
    const place = hold(actor, inquiry, form, override)
    if (!place.ok) return place
    const expiresAt = instantOf(addDays(form.answerBy, 1), "00:00", actor.school.timeZone)
    const isAgreed = !place.holdsTime && form.amount !== undefined
    const offerId = add(actor, offers, {
      ...{ inquiryId, classId: place.classId, holdsTime: place.holdsTime, startsOn: form.date, expiresAt },
      ...{ billing: isAgreed ? form.billing : null, priceMinor: isAgreed ? (form.amount ?? null) : null },
      ...{ terms: form.terms || null, documents: form.documents.join(" ") },
      ...{ depositMinor: form.deposit || null },
    })
    noteOffered(actor, inquiryId, form.by)
    const row = findRow(actor, offerId)
    const facts = row && offerFacts(actor, row, inquiry.name)
    if (facts)
      for (const { name, email } of readers)
        queueMail({
          template: "offer-made",
          schoolId: actor.school.id,
          recipient: email,
          data: {
            ...{ schoolName: actor.school.name, recipientName: name, studentName: inquiry.name },
            // Each has their own, so that it is known who accepts.
            linkId: makeOneTimeLink({
              ...{ purpose: "offer", schoolId: actor.school.id, subjectId: offerId, email },
              lifetimeMs: expiresAt - now() + saysSoFor,
            }),
            ...{ what: facts.className, times: facts.times, teacherName: facts.teacherName },
            ...{ roomName: facts.roomName, price: facts.price, terms: facts.terms, until: facts.until },
            ...{ startsOn: facts.startsOn, deposit: facts.deposit, isChanged: before !== undefined },
          },
        })
    return { ok: true, name: inquiry.name, until: expiresAt } as const
  })
}

/** Whom an offer is written to: who asked, or once there is a student their family. */
function readersOf(actor: Actor, { email, guardianName, firstName, studentId }: Inquiry) {
  if (email) return [{ name: guardianName ?? firstName, email }]
  return studentId ? listOfferReaders(actor, studentId) : []
}

/** Checks that there is a spot in the class, or makes the class that holds the time. */
function hold(actor: Actor, inquiry: Inquiry, form: NewOffer, override: Override | undefined) {
  const { classId, date, startTime, minutes, teacherId, roomId, billing, amount } = form
  if (!classId) {
    const started = startClass(
      actor,
      {
        ...{ name: heldName, kind: "private", instrument: inquiry.instrument ?? undefined, capacity: 1 },
        ...{ teacherId, roomId, billing, amount, weekdays: [weekday(date)], everyWeeks: 1, rotation: [] },
        ...{ startTime, minutes, startsOn: date, ends: "open", students: [] },
      },
      override,
    )
    return started.ok
      ? ({ ok: true, classId: started.classId, holdsTime: true } as const)
      : ({ ok: false, reason: "not-started", refused: started } as const)
  }
  // A class has its own; what isn't there is refused all the same.
  const unknown =
    teacherId && !isKnownTeacher(actor, teacherId)
      ? "unknown-teacher"
      : roomId && !isKnownRoom(actor, roomId)
        ? "unknown-room"
        : undefined
  if (unknown) return { ok: false, reason: "not-started", refused: { ok: false, reason: unknown } } as const
  const found = findClass(actor, classId)
  if (!found) return { ok: false, reason: "no-class" } as const
  if (found.endedOn !== null && found.endedOn < date) return { ok: false, reason: "class-ended" } as const
  const { name, birthDate } = inquiry
  const studentId = inquiry.studentId ?? findKnown(actor, inquiry).student?.id ?? ""
  const lacking = listLacking(actor, classId, [{ id: studentId, name, birthDate }], date)
  if (lacking.length > 0) return { ok: false, reason: "prerequisite", lacking } as const
  const refusal = refusalToEnroll(actor, { classId, studentId, startsOn: date })
  if (refusal) return { ok: false, reason: refusal === "full" ? "class-full" : "in-it" } as const
  return { ok: true, classId, holdsTime: false } as const
}

const findRow = (actor: Actor, offerId: string): OfferRow | undefined => find(actor, offers, offerId)

const findOpenOffer = (actor: Actor, inquiryId: string): OfferRow | undefined =>
  ownRows(actor, offers)
    .where(and(eq(offers.inquiryId, inquiryId), eq(offers.state, "open")))
    .get()

/** The last offer to someone who asked, whatever became of it. */
export const findLastOffer = (actor: Actor, inquiryId: string): OfferRow | undefined =>
  ownRows(actor, offers)
    .where(eq(offers.inquiryId, inquiryId))
    .orderBy(desc(offers.createdAt), desc(offers.id))
    .limit(1)
    .get()

/** Ends an offer in the caller's transaction, and frees the time that it held unless it was accepted. */
export function close(
  actor: Actor,
  { id, classId, holdsTime }: OfferRow,
  state: Exclude<OfferState, "open">,
) {
  const isFreed = holdsTime && classId !== null && state !== "accepted"
  change(actor, offers, id, { state, closedAt: now(), ...(isFreed ? { classId: null } : {}) })
  if (isFreed) freeTime(actor, classId)
}

/** Removes the class that held a time; one that has a student by now, or that something else refers to, stays or is only ended. */
function freeTime(actor: Actor, classId: string) {
  if (listRoster(actor, classId).present.length > 0) return
  endClass(actor, classId, { lastDay: todayOf(actor), reason: "The offer ended" })
  try {
    transact(() => {
      for (const table of [schedules, classPrices]) remove(actor, table, eq(table.classId, classId))
      remove(actor, classes, classId)
    })
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) throw error
  }
}

type Answered = Extract<
  VerbOf<"inquiry">,
  "accept-offer" | "ask-other-time" | "decline-offer" | "let-offer-run-out"
>

/** Notes what the family answered, or that it didn't, and tells the office, in the caller's transaction. */
export function tellOffice(
  actor: Actor,
  { id, inquiryId }: OfferRow,
  verb: Answered,
  { studentName, wish = null }: { studentName: string; wish?: string | null },
) {
  const by = verb === "let-offer-run-out" ? {} : { by: "The link in an email" }
  recordEvent(actor, `inquiry.${verb}`, inquiryId, { after: { offerId: id }, ...by })
  for (const person of listOffice(actor))
    mailTo(actor, person, "offer-answered", {
      studentName,
      answer: verb,
      wish,
      ...{ inquiryId, classId: null },
    })
}

/** Takes an offer back: the place is free, the family is told, and the page of its link says so. */
export function withdrawOffer(actor: Actor, inquiryId: string): { ok: boolean } {
  return transact(() => {
    const offer = findOpenOffer(actor, inquiryId)
    const inquiry = offer && findInquiry(actor, inquiryId)
    if (!offer || !inquiry) return { ok: false }
    const { className } = offerFacts(actor, offer, inquiry.name)
    close(actor, offer, "withdrawn")
    recordEvent(actor, "inquiry.withdraw-offer", inquiryId)
    for (const { name, email } of readersOf(actor, inquiry))
      mailTo(actor, { email, name }, "offer-withdrawn", { studentName: inquiry.name, what: className })
    return { ok: true }
  })
}

/** Ends the school's offers that no one answered in time, frees what they held, and tells the office. Answers how many. */
export function expireOffers(actor: Actor): number {
  return transact(() => {
    const over = ownRows(actor, offers, { offer: offers })
      .where(and(eq(offers.state, "open"), lte(offers.expiresAt, now())))
      .all()
    for (const { offer } of over) {
      close(actor, offer, "expired")
      const studentName = findInquiry(actor, offer.inquiryId)?.name ?? ""
      tellOffice(actor, offer, "let-offer-run-out", { studentName })
    }
    return over.length
  })
}

/** Marks an inquiry as lost: its trial lesson to come is canceled, its offer withdrawn. */
export const loseWithOffer: typeof loseInquiry = (actor, inquiryId, lostReason) =>
  allOrNothing(() => {
    const lost = loseWithTrial(actor, inquiryId, lostReason)
    if (lost.ok) withdrawOffer(actor, inquiryId)
    return lost
  })

/** Deletes an inquiry for good, with its trial lesson to come and its offer. */
export const removeWithOffer: typeof removeInquiry = (actor, inquiryId) =>
  allOrNothing(() => {
    withdrawOffer(actor, inquiryId)
    return removeWithTrial(actor, inquiryId)
  })

/** Frees what is held for someone who is erased, before their inquiries go: of one inquiry, or of a student. */
export function forgetOffers(actor: Actor, of: { inquiryId: string } | { studentId: string }) {
  const which = "inquiryId" in of ? eq(offers.inquiryId, of.inquiryId) : eq(inquiries.studentId, of.studentId)
  const open = select({ offer: offers })
    .from(offers)
    .innerJoin(inquiries, joined(inquiries, offers.inquiryId))
    .where(and(own(actor, offers), which, eq(offers.state, "open")))
    .all()
  for (const { offer } of open) close(actor, offer, "withdrawn")
}
