import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { guardians, students } from "db/schema/people"
import { classes, waitingSpots } from "db/schema/teaching"
import { and, asc, eq, gte, inArray, isNull, lte, not, notExists, or, type SQL, sql } from "drizzle-orm"
import { instantWithOwnTime } from "~/models/accounts/profile/own-time"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  find,
  ownRows,
  type Params,
  query,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { changeRule } from "~/models/foundation/audit/audit.server"
import { makeOneTimeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { mailTo, queueMail } from "~/models/foundation/outbox/outbox.server"
import { listOfferReaders } from "~/models/people/family/contacts.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import type { WaitingRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { inFormats } from "~/utils/formats.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { enrollSeveral } from "../class/enroll-several.server"
import { findClass } from "../class/find-class.server"
import type { Lacking } from "../prerequisite/prerequisite"
import { listLacking } from "../prerequisite/prerequisite.server"
import { findFirstPrice } from "../price/first-price.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { lessonsFor, spotFacts } from "../shown-offer/shown-offer.server"
import { usualOfferDays } from "./waiting-list"
import { findFreeSpots, findStudentName, findWaiting, listWaiting, setWaiting } from "./waiting-list.server"

/**
 * The students whose family hears of an offer: someone of it has an address that mail reaches. What no one hears would hold a
 * spot for days, so automatic offers go past the others, and the office calls them. One query.
 */
export function listMailable(actor: Actor, studentIds: readonly string[]): ReadonlySet<string> {
  if (studentIds.length === 0) return new Set()
  const rows = selectDistinct({ id: students.id })
    .from(students)
    .leftJoin(guardians, joined(guardians.familyId, students.familyId))
    .where(
      and(
        own(actor, students),
        among(students.id, studentIds),
        or(isReached(sql`${students.email}`), isReached(sql`${guardians.email}`)),
      ),
    )
    .all()
  return new Set(rows.map(({ id }) => id))
}

/** Classes on whose waiting lists are families that automatic offers go past. */
export type Skipped = { classId: string; className: string; names: string[] }

/** The classes with such families, by name, until the office has reached them or they left the line. One query. */
export function listSkipped(actor: Actor): Skipped[] {
  // Few are left: sorted here, by class, and there as they wait.
  const rows = skippedQuery(actor, todayOf(actor))
    .all()
    .sort((a, b) => a.className.localeCompare(b.className, "en") || a.createdAt - b.createdAt)
  return [...groupBy(rows, ({ classId }) => classId)].map(([classId, those]) => ({
    classId,
    className: those[0]?.className ?? "",
    names: those.map(fullName),
  }))
}

/** Exported for the test that reads its plan. */
export function skippedQuery(actor: Actor, date: string) {
  const reachedGuardian = select({ one: sql`1` })
    .from(guardians)
    .where(and(joined(guardians.familyId, students.familyId), isReached(sql`${guardians.email}`)))
  return select({
    classId: waitingSpots.classId,
    createdAt: waitingSpots.createdAt,
    className: classes.name,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(waitingSpots)
    .innerJoin(classes, joined(classes, waitingSpots.classId))
    .innerJoin(students, joined(students, waitingSpots.studentId))
    .where(
      and(
        own(actor, waitingSpots),
        // Written out rather than as a parameter: only then can SQLite use the index of those who wait.
        sql`${waitingSpots.state} = 'waiting'`,
        or(isNull(classes.endedOn), gte(classes.endedOn, date)),
        not(isReached(sql`${students.email}`)),
        notExists(reachedGuardian),
      ),
    )
}

/** An address, and no mail to it came back. */
const isReached = (email: SQL) =>
  sql`(${email} is not null and not exists (select 1 from returned_addresses r where r.address = lower(trim(${email}))))`

// A free spot is offered to a student on the waiting list and held until the family answers or the offer expires.

type Answer = Result<void, WaitingRefusal>
/** They lack what the class requires by now. */
type Unmet = { ok: false; reason: "prerequisite"; lacking: Lacking[] }
const dayMs = 86_400_000
/** Of a link that has ended the page says so, for as long. */
const saysSoFor = 90 * dayMs

/**
 * Offers a free spot to someone in line for some days, and tells the family by mail: one that is free today, else the next that will
 * be, from that day (`from`, 2026-12-10). Refused when none is, and once the class is over.
 */
export function offerSpot(
  actor: Actor,
  classId: string,
  waitingId: string,
  days: number = usualOfferDays,
): Result<{ name: string; until: number; from: string | null }, WaitingRefusal> {
  return transact(() => {
    const row = listWaiting(actor, classId).find(({ id }) => id === waitingId)
    if (!row) return { ok: false, reason: "not-found" }
    if (findClass(actor, classId)?.isOver !== false) return { ok: false, reason: "ended" }
    const { free, from } = findFreeSpots(actor, classId)
    if (free === 0) return { ok: false, reason: "no-place" }
    const until = now() + days * dayMs
    const set = { state: "offered" as const, offerUntil: until, offerFrom: from, wish: null }
    setWaiting(actor, { ...row, classId }, set, "offer-place")
    tellFamily(actor, classId, row, { until, from })
    return { ok: true, name: row.name, until, from }
  })
}

/**
 * Takes an offered spot: the student is enrolled from the day on which it is free, or from a later one. Asked by the family whose student it is, or by
 * the office, maybe with a reason. Refused for a past day, when the offer ran out, another lesson is at the time, or they lack what the class requires
 * today; a reason that they joined the line with, or the office's, accepts that. The family is emailed what it has.
 */
export function acceptSpot(
  actor: Actor,
  waitingId: string,
  { student, reason, startsOn }: Accepting = {},
): Answer | Unmet {
  if (student?.as === "child") return { ok: false, reason: "a-child" }
  const day = todayOf(actor)
  if (startsOn && startsOn < day) return refused("past")
  return allOrNothing((): Answer | Unmet => {
    const row = findWaiting(actor, waitingId)
    if (!row || (student && row.studentId !== student.id)) return refused("not-found")
    if (row.state !== "offered" || row.offerUntil === null) return refused("not-offered")
    if (row.offerUntil <= now()) return refused("run-out")
    const known = row.prerequisiteReason ?? reason
    const from = startsOn ?? laterOf(day, row.offerFrom ?? day)
    const { price: agreedPrice } = findFirstPrice(actor, row.classId, { startsOn: from })
    const enrolled = enrollSeveral(actor, row.classId, {
      ...{ studentIds: [row.studentId], startsOn: from },
      ...(known ? { prerequisites: { reason: known } } : {}),
    })
    if (!enrolled.ok && enrolled.reason === "prerequisite") return enrolled
    if (!enrolled.ok) return refused(whyNot(enrolled.reason))
    setWaiting(actor, row, { state: "taken", closedAt: now(), agreedPrice }, "accept-place")
    if (isFamily(actor, student)) tellOfficeOfSpot(actor, row, "accept-offer")
    tellAccepted(actor, row.id, from)
    return { ok: true }
  })
}

/** Whoever is written to about the student reads what was accepted, with its lessons for their calendar. */
function tellAccepted(actor: Actor, waitingId: string, from: string) {
  const spot = find(actor, waitingSpots, waitingId)
  if (!spot) return
  const { classId, studentId } = spot
  const studentName = findStudentName(actor, studentId) ?? ""
  const { className, times, price, ...facts } = spotFacts(actor, spot, studentName)
  const startsOn = laterOf(facts.startsOn, from)
  const data: MailData["offer-accepted"] = {
    ...{ schoolName: actor.school.name, studentName, what: className, times, price, startsOn },
    ...{ isInvited: false, isSpot: true },
    calendar: lessonsFor(actor, classId, startsOn, { studentId, name: studentName }),
  }
  for (const { email } of listOfferReaders(actor, studentId))
    queueMail({ template: "offer-accepted", schoolId: actor.school.id, recipient: email, data })
}

/** In the portal, or by the link in an email; otherwise the office answers for them. */
const isFamily = (actor: Actor, student: object | undefined): boolean =>
  student !== undefined || actor.memberId === null

/** Emails the office what a family answers to an offered spot. */
export function tellOfficeOfSpot(
  actor: Actor,
  { classId, studentId }: { classId: string; studentId: string },
  answer: MailData["offer-answered"]["answer"],
  wish: string | null = null,
) {
  const studentName = findStudentName(actor, studentId) ?? "a student"
  for (const person of listOffice(actor))
    mailTo(actor, person, "offer-answered", { studentName, answer, wish, ...{ inquiryId: null, classId } })
}

type Accepting = {
  student?: Pick<PortalStudent, "id" | "as">
  reason?: string | undefined
  /** The first day. */
  startsOn?: string | undefined
}

const refused = (reason: WaitingRefusal): { ok: false; reason: WaitingRefusal } => ({ ok: false, reason })

function whyNot(reason: string): WaitingRefusal {
  if (reason === "full") return "no-place"
  if (reason === "already-enrolled") return "in-it"
  if (reason === "limit-reached") return "plan-full"
  return reason === "ended" ? "ended" : "clash"
}

/** Declines an offered spot, or leaves the line; what was offered goes to the next in line who is emailed and can take it. */
export function declineSpot(
  actor: Actor,
  waitingId: string,
  student?: Pick<PortalStudent, "id" | "as">,
): Answer {
  if (student?.as === "child") return { ok: false, reason: "a-child" }
  return transact(() => {
    const row = findWaiting(actor, waitingId)
    if (!row || row.closedAt !== null || (student && row.studentId !== student.id))
      return refused("not-found")
    const wasOffered = row.state === "offered"
    setWaiting(
      actor,
      row,
      { state: wasOffered ? "declined" : "withdrawn", closedAt: now() },
      wasOffered ? "decline-place" : "leave-waiting-list",
    )
    if (wasOffered && isFamily(actor, student)) tellOfficeOfSpot(actor, row, "decline-offer")
    if (wasOffered) offerNext(actor, row.classId)
    return { ok: true }
  })
}

/** Drops the other time that a family asked for: automatic offers no longer go past them. */
export function clearWish(actor: Actor, waitingId: string): Answer {
  return transact(() => {
    const row = findWaiting(actor, waitingId)
    if (!row || row.closedAt !== null) return refused("not-found")
    if (row.wish) setWaiting(actor, row, { wish: null }, "clear-wish")
    return { ok: true }
  })
}

/**
 * Ends the school's offers that have run out, tells the office, and passes each on to the next in line. Who asked for another time stays in
 * line until the office answers. Answers how many ended.
 */
export function passOnOffers(actor: Actor): number {
  return transact(() => {
    const over = ownRows(actor, waitingSpots)
      .where(and(eq(waitingSpots.state, "offered"), lte(waitingSpots.offerUntil, now())))
      .all()
    for (const row of over) {
      const isOver = { state: "expired", closedAt: now() } as const
      const stays = { state: "waiting", offerUntil: null, offerFrom: null } as const
      setWaiting(actor, row, row.wish ? stays : isOver, "let-offer-run-out")
      tellOfficeOfSpot(actor, row, "let-offer-run-out", row.wish)
    }
    for (const { classId } of over) offerNext(actor, classId)
    return over.length
  })
}

/**
 * Those who wait and may be offered a spot without the office, the first to come first: they haven't left the school, the family hears
 * of it, and can accept it, as nothing that the class requires is lacking without a reason.
 */
function listNextToOffer(actor: Actor, classId: string) {
  const waiting = listWaiting(actor, classId).filter(
    ({ state, wish, status }) => state === "waiting" && !wish && status !== "former",
  )
  const mailable = listMailable(
    actor,
    waiting.map(({ studentId }) => studentId),
  )
  const unmet = listUnmet(actor, classId)
  return waiting.filter(({ studentId }) => mailable.has(studentId) && !unmet.has(studentId))
}

/** Who waits or is offered a spot and lacks what the class requires today, without a reason that accepts it: what, by student. */
export function listUnmet(actor: Actor, classId: string): ReadonlyMap<string, string[]> {
  const joining = select({ id: students.id, name: students.firstName, birthDate: students.birthDate })
    .from(waitingSpots)
    .innerJoin(students, joined(students, waitingSpots.studentId))
    .where(
      and(
        own(actor, waitingSpots),
        eq(waitingSpots.classId, classId),
        inArray(waitingSpots.state, ["waiting", "offered"]),
        isNull(waitingSpots.prerequisiteReason),
      ),
    )
    .all()
  const day = todayOf(actor)
  return new Map(listLacking(actor, classId, joining, day).map(({ id, lacks }) => [id, lacks]))
}

function offerNext(actor: Actor, classId: string) {
  const [next] = listNextToOffer(actor, classId)
  if (next) offerSpot(actor, classId, next.id)
}

/** What these students wait for or are offered in classes that aren't over, offers first; `until` is UTC ms. */
export function listSpotsOf(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  return spotsQuery.all(actor, { studentIds: JSON.stringify(studentIds) }).flatMap((spot) => {
    const found = findClass(actor, spot.classId)
    const isOffered = spot.state === "offered" && spot.until !== null && spot.until > now()
    return found && (found.endedOn ?? day) >= day ? [{ ...spot, isOffered, class: found }] : []
  })
}

const spotsQuery = query((p: Params<{ studentIds: string }>, own) =>
  select({
    id: waitingSpots.id,
    studentId: waitingSpots.studentId,
    firstName: students.firstName,
    classId: waitingSpots.classId,
    state: waitingSpots.state,
    until: waitingSpots.offerUntil,
    from: waitingSpots.offerFrom,
  })
    .from(waitingSpots)
    .innerJoin(students, joined(students, waitingSpots.studentId))
    .where(
      and(
        own(waitingSpots),
        among(waitingSpots.studentId, p.studentIds),
        inArray(waitingSpots.state, ["waiting", "offered"]),
      ),
    )
    .orderBy(asc(waitingSpots.state), asc(waitingSpots.createdAt)),
)

function tellFamily(
  actor: Actor,
  classId: string,
  { id, studentId, name }: { id: string; studentId: string; name: string },
  { until, from }: { until: number; from: string | null },
) {
  const contacts = listOfferReaders(actor, studentId)
  const found = inFormats(actor.school, () => findClass(actor, classId))
  const timesFor = (zone: string | null) =>
    found?.rules
      .map((rule) => {
        const day = from ?? todayOf(actor)
        const reader = { schoolZone: actor.school.timeZone, zone, from: laterOf(day, rule.startsOn) }
        return inFormats(actor.school, () => patternWithOwnTime(rule.text, rule, reader))
      })
      .join("; ")
  for (const contact of contacts)
    mailTo(actor, contact, "place-offered", {
      studentName: name,
      className: found?.name ?? "",
      times: timesFor(contact.zone) || "Times to be arranged",
      until: instantWithOwnTime(until, actor.school, contact.zone),
      from,
      hasPages: contact.hasPages,
      // Each has their own, so that it ends with who they are to the student.
      linkId: makeOneTimeLink({
        ...{ purpose: "spot-offer", schoolId: actor.school.id, subjectId: id, email: contact.email },
        lifetimeMs: until - now() + saysSoFor,
      }),
    })
}

// Where a school wants it, a free spot is offered to the first on the waiting list without the office.

export const offersFreeSpots = (actor: Actor): boolean =>
  select({ isOn: schools.offersFreeSpots }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.isOn ?? false

/** Changes it for spots that are free, or will be, from now on. */
export function setOffersFreeSpots(actor: Actor, isOn: boolean) {
  changeRule(actor, { offersFreeSpots: isOn }, "school.change-waiting-lists", () => ({
    before: { isOn: offersFreeSpots(actor) },
    after: { isOn },
  }))
}

/**
 * Offers every free spot of a class to the next in its line whose family hears of it and can accept, for as long as the office's offers last.
 * Answers how many.
 */
export function offerFreeSpots(actor: Actor): number {
  if (!offersFreeSpots(actor)) return 0
  return transact(() => {
    const classIds = selectDistinct({ id: waitingSpots.classId })
      .from(waitingSpots)
      // Written out rather than as a parameter: only then can SQLite use the index of those who wait.
      .where(and(own(actor, waitingSpots), sql`${waitingSpots.state} = 'waiting'`))
      .all()
    return classIds.reduce((sum, { id }) => sum + offerSpotsOf(actor, id), 0)
  })
}

function offerSpotsOf(actor: Actor, classId: string): number {
  if (findClass(actor, classId)?.isOver !== false) return 0
  const { free } = findFreeSpots(actor, classId)
  const next = free > 0 ? listNextToOffer(actor, classId).slice(0, free) : []
  return next.filter(({ id }) => offerSpot(actor, classId, id).ok).length
}
