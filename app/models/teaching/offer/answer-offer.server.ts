import { events } from "db/schema/foundation-audit"
import { guardians, students } from "db/schema/people"
import { classes, waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { and, eq, isNull, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, ownRows } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { findLink, type OneTimeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { handOverAnswers, keepStrangersAnswers } from "~/models/people/consent/answers.server"
import { readAgreed } from "~/models/people/consent/consent"
import { listOfferReaders } from "~/models/people/family/contacts.server"
import { findInquiry, findKnown, type Inquiry } from "~/models/people/inquiry/inquiries.server"
import { inviteAdultStudent, inviteGuardian } from "~/models/people/invitation/invite.server"
import { listStudentsNamed } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { fold } from "~/utils/names"
import type { Result } from "~/utils/result"
import { enrollSeveral } from "../class/enroll-several.server"
import type { ShownOffer } from "../shown-offer/shown-offer"
import { firstDay, lessonsFor, offerFacts, spotFacts } from "../shown-offer/shown-offer.server"
import { admitToTrial, linkToTrial } from "../trial-lesson/trial-booking.server"
import { acceptSpot, declineSpot, tellOfficeOfSpot } from "../waiting-list/offer-spot.server"
import { close, findLastOffer, type OfferRow, tellOffice } from "./make-offer.server"
import type { AnswerRefusal } from "./offer"

// A family answers an offer by the link in its letter, without a login: an offer to someone who asked for lessons, or a spot for a
// student on a waiting list.

export type OfferLink = OneTimeLink & { schoolId: string }

/** The link behind a token; undefined for one that isn't of an offer. What became of the offer, the offer says. */
export function findOfferLink(token: string): OfferLink | undefined {
  const link = findLink(["offer", "spot-offer"], token)
  return link?.schoolId ? { ...link, schoolId: link.schoolId } : undefined
}

type Behind =
  | { kind: "offer"; offer: OfferRow; inquiry: Inquiry; shown: ShownOffer }
  | { kind: "spot"; spot: typeof waitingSpots.$inferSelect; shown: ShownOffer }

/**
 * What a link is about now: an offer that was replaced leads to the one that replaced it. Nothing once its reader is no one whom the
 * school writes to about the student, as after a child has moved to another family.
 */
function findBehind(actor: Actor, link: OfferLink): Behind | undefined {
  const { purpose, subjectId } = link
  if (purpose === "spot-offer") {
    const spot = find(actor, waitingSpots, subjectId)
    const [student] =
      spot && isContact(actor, spot.studentId, link) ? listStudentsNamed(actor, [spot.studentId]) : []
    return spot && student && { kind: "spot", spot, shown: spotFacts(actor, spot, student.name) }
  }
  const first = find(actor, offers, subjectId)
  const offer = first?.state === "replaced" ? findLastOffer(actor, first.inquiryId) : first
  const inquiry = offer && findInquiry(actor, offer.inquiryId)
  if (inquiry?.studentId && wasStudent(actor, inquiry, link) && !isContact(actor, inquiry.studentId, link))
    return undefined
  return offer && inquiry && { kind: "offer", offer, inquiry, shown: offerFacts(actor, offer, inquiry.name) }
}

const isContact = (actor: Actor, studentId: string, { email }: OfferLink): boolean =>
  listOfferReaders(actor, studentId).some((each) => fold(each.email) === fold(email))

/** Whether the link was made once there was a student, for who is written to about them; before, it was for who asked. */
const wasStudent = (actor: Actor, { id }: Inquiry, { createdAt }: OfferLink): boolean =>
  hasRow(
    actor,
    events,
    and(
      ...[eq(events.noun, "inquiry"), eq(events.nounId, id), eq(events.verb, "admit")],
      lt(events.createdAt, createdAt),
    ),
  )

/** What the page of a link shows; undefined once the offer or the person it was for is gone. */
export const findOffer = (actor: Actor, link: OfferLink): ShownOffer | undefined =>
  findBehind(actor, link)?.shown

type Answer = Result<void, AnswerRefusal>
const refused = (reason: AnswerRefusal): { ok: false; reason: AnswerRefusal } => ({ ok: false, reason })

/** Writes the invoice of a deposit to whoever accepted, and answers its id; undefined where none can be written. */
export type WriteDeposit = (
  actor: Actor,
  deposit: { studentId: string; email: string; amountMinor: number },
) => string | undefined

/**
 * Accepts what a link offers: the student, with family and guardian where the school has none, is in the class from the first day, at
 * the price that was offered, and whoever accepts is invited to the family pages and gets the invoice of its deposit. Refused once the
 * offer is over, or says something else than the page did (`seen`); where the student can't join any more, nothing is made and the offer
 * stands.
 */
export function acceptOffer(
  actor: Actor,
  link: OfferLink,
  given: { seen: string; consents: readonly string[]; name?: string | undefined; address: string },
  writeDeposit: WriteDeposit,
): Answer {
  return allOrNothing((): Answer => {
    const behind = findBehind(actor, link)
    if (!behind) return refused("not-found")
    const { shown } = behind
    if (shown.state === "accepted") return { ok: true }
    if (shown.state !== "open") return refused("over")
    if (shown.seen !== given.seen) return refused("changed")
    if (behind.kind === "spot") return acceptSpotOf(actor, behind.spot.id)
    const { offer, inquiry } = behind
    keepStrangersAnswers(actor, inquiry.id, {
      versions: readAgreed(shown.documents, given.consents).versions,
      ...{
        name: given.name ?? inquiry.guardianName ?? inquiry.name,
        address: given.address,
        createdAt: now(),
      },
    })
    const studentId = studentOf(actor, inquiry)
    if (!studentId) return refused("not-found")
    if (inquiry.studentId) handOverAnswers(actor, inquiry.id, { studentId, email: fold(link.email) })
    const settled = settle(actor, { ...offer, inquiry }, { studentId, email: link.email })
    if (!settled.ok || !offer.depositMinor) return settled
    const about = { studentId, email: link.email, amountMinor: offer.depositMinor }
    const invoiceId = writeDeposit(actor, about)
    if (!invoiceId) return refused("no-invoice")
    change(actor, offers, offer.id, { invoiceId })
    return { ok: true }
  })
}

/** Enrolls whom an offer was for, at its price, and tells everyone. */
function settle(
  actor: Actor,
  { inquiry, ...offer }: OfferRow & { inquiry: Inquiry },
  { studentId, email }: { studentId: string; email: string },
): Answer {
  const startsOn = firstDay(actor, offer)
  // Before anyone is enrolled: what is held for this offer is theirs.
  close(actor, offer, "accepted")
  const enrolled = enrollSeveral(actor, offer.classId ?? "", {
    ...{ studentIds: [studentId], startsOn, prerequisites: "known" },
    ...{ billing: offer.billing, priceMinor: offer.priceMinor },
  })
  // Whom the office has enrolled meanwhile has what was offered.
  if (!enrolled.ok && enrolled.reason !== "already-enrolled") return refused(whyNot(enrolled.reason))
  if (offer.holdsTime && offer.classId) change(actor, classes, offer.classId, { name: nameOfClass(inquiry) })
  tellOffice(actor, offer, "accept-offer", { studentName: inquiry.name })
  const isInvited = invite(actor, studentId, email)
  const shown = offerFacts(actor, offer, inquiry.name)
  change(actor, offers, offer.id, { agreedPrice: shown.price })
  if (email)
    queueMail({
      template: "offer-accepted",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        ...{ schoolName: actor.school.name, studentName: inquiry.name, what: shown.className },
        ...{ times: shown.times, startsOn: shown.startsOn, price: shown.price, isInvited },
        calendar: lessonsFor(actor, offer.classId ?? "", startsOn, { studentId, name: inquiry.name }),
      },
    })
  return { ok: true }
}

/** How the class of one student is called. */
const nameOfClass = ({ name, instrument }: Inquiry) =>
  (instrument ? `${name}, ${instrument.toLowerCase()}` : name).slice(0, 120)

/** The student of an inquiry: whom it was made already, whom the family has by that name, or a new one. */
function studentOf(actor: Actor, inquiry: Inquiry): string | undefined {
  if (inquiry.studentId) return inquiry.studentId
  const { student, families, seen } = findKnown(actor, inquiry)
  const [family] = families
  if (student) return linkToTrial(actor, inquiry.id, student.id).ok ? student.id : undefined
  // A family that is on record with this very email is theirs, as the letter went there.
  const admitted = admitToTrial(actor, inquiry.id, {
    ...{ status: "lead", seen },
    family: families.length === 1 && family ? family.id : "new",
  })
  return admitted.ok ? admitted.studentId : undefined
}

/** Invites whoever accepted to the family pages, unless they have access. Answers whether an invitation leaves. */
function invite(actor: Actor, studentId: string, email: string): boolean {
  const student = find(actor, students, studentId)
  if (!student) return false
  const adult = ownRows(actor, guardians, ["id", "email"])
    .where(and(eq(guardians.familyId, student.familyId), isNull(guardians.memberId)))
    .all()
    .find((each) => fold(each.email ?? "") === fold(email))
  if (adult) return inviteGuardian(actor, adult.id).ok
  return fold(student.email ?? "") === fold(email) && student.memberId === null
    ? inviteAdultStudent(actor, studentId).ok
    : false
}

function whyNot(reason: string): AnswerRefusal {
  if (reason === "limit-reached") return "plan-full"
  return reason === "full" || reason === "no-class" || reason === "ended" ? "no-place" : "clash"
}

/** By the rules of the waiting list. */
function acceptSpotOf(actor: Actor, spotId: string): Answer {
  const accepted = acceptSpot(actor, spotId)
  if (accepted.ok) return accepted
  const { reason } = accepted
  if (reason === "prerequisite" || reason === "plan-full" || reason === "clash") return refused(reason)
  return refused(reason === "run-out" || reason === "not-offered" ? "over" : "no-place")
}

/** Declines what a link offers: the place is free, or goes to the next in line. The same again does nothing. */
export function declineOffer(actor: Actor, link: OfferLink): Answer {
  return allOrNothing((): Answer => {
    const behind = findBehind(actor, link)
    if (!behind) return refused("not-found")
    if (behind.shown.state === "declined") return { ok: true }
    if (behind.shown.state !== "open") return refused("over")
    if (behind.kind === "spot") return declineSpot(actor, behind.spot.id).ok ? { ok: true } : refused("over")
    close(actor, behind.offer, "declined")
    tellOffice(actor, behind.offer, "decline-offer", { studentName: behind.inquiry.name })
    return { ok: true }
  })
}

/** Asks for another time than what a link offers, which stays theirs until it ends. The office reads the same words once. */
export function askOtherTime(actor: Actor, link: OfferLink, wish: string): Answer {
  return allOrNothing((): Answer => {
    const behind = findBehind(actor, link)
    if (!behind) return refused("not-found")
    const { shown } = behind
    if (shown.state === "accepted") return refused("over")
    if (shown.wish === wish) return { ok: true }
    const { studentName } = shown
    if (behind.kind === "offer") {
      change(actor, offers, behind.offer.id, { wish })
      tellOffice(actor, behind.offer, "ask-other-time", { studentName, wish })
      return { ok: true }
    }
    change(actor, waitingSpots, behind.spot.id, { wish })
    tellOfficeOfSpot(actor, behind.spot, "ask-other-time", wish)
    return { ok: true }
  })
}
