import { sampleRecords } from "db/schema/foundation-sample"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, lte, or } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import type { StudentStatus } from "~/models/people/student/student"
import { day, neededChoice } from "~/utils/form-text"
import { countOf, formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { listLacking } from "../prerequisite/prerequisite.server"
import { prerequisiteReason } from "../prerequisite/prerequisite-form"
import { type Price, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { priceText } from "../price/price-text"
import { firstClashes } from "../session/joining-clashes.server"
import { comesBackLater, endsByEnrolling } from "./active-by-enrolling.server"
import { countedUntil, enrollSeveral, listSessionsFrom } from "./enroll-several.server"
import { type ClassFacts, findClass } from "./find-class.server"
import { findStay, removeStay } from "./leave-class.server"
import { listOfferedStays } from "./offered-spots.server"

// What enrolling many students in a class, one after the other, would come to. Enrolling each and taking it back would cost
// some fifteen statements a student; here what decides is read once for all. A test compares both.

type Chosen = { id: string; name: string; birthDate: string | null; status: StudentStatus }

type Wish = { startsOn: string; prerequisiteReason?: string | undefined }

/** What the enrolling of each comes to. */
type Effect = { sessions: number; until: string; price: Price | null }

type Decision =
  | { ok: true }
  | { ok: false; reason: "full" | "already-enrolled" | "ended" }
  | { ok: false; reason: "prerequisite"; lacks: readonly string[] }
  | { ok: false; reason: "limit-reached"; planName: string }
  | { ok: false; reason: "clash"; clash: string }

/** Decides in the order given: each who fits takes a spot of the class, and who becomes active by that one of the plan's. */
function planEnrolling(
  actor: Actor,
  found: ClassFacts,
  chosen: readonly Chosen[],
  { startsOn, prerequisiteReason }: Wish,
): { effect: Effect; decisions: Decision[] } {
  const { id: classId, endedOn: endsOn } = found
  const ahead = listSessionsFrom(actor, classId, startsOn)
  const { until, counted } = countedUntil(startsOn, ahead)
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const price = priceOf({ billing: null, priceMinor: null }, prices, startsOn)
  const effect = { sessions: counted.length, until, price }
  if (endsOn !== null && endsOn < startsOn)
    return { effect, decisions: chosen.map(() => ({ ok: false, reason: "ended" })) }
  const lacking = new Map(
    prerequisiteReason
      ? []
      : listLacking(actor, classId, chosen, startsOn).map(({ id, lacks }) => [id, lacks]),
  )
  const spots = countSpots(actor, found, startsOn)
  const places = countPlaces(actor, found, startsOn)
  const clashes = firstClashes(
    actor,
    { classId, startsOn, endsOn, sessionIds: ahead.map(({ id }) => id) },
    chosen.filter(({ id }) => !lacking.has(id) && !spots.isIn(id)),
  )
  const decide = (student: Chosen): Decision => {
    const lacks = lacking.get(student.id)
    if (lacks) return { ok: false, reason: "prerequisite", lacks }
    const refused = spots.refusal(student.id) ?? places.refusal(student)
    if (refused) return refused
    const clash = clashes.get(student.id)
    if (clash !== undefined) return { ok: false, reason: "clash", clash }
    spots.take(student.id)
    places.take(student)
    return { ok: true }
  }
  return { effect, decisions: chosen.map(decide) }
}

/** The spots of a class from a day on: those taken, and those offered to others. */
function countSpots(actor: Actor, { id: classId, capacity, endedOn }: ClassFacts, startsOn: string) {
  const others = ownRows(actor, enrollments, ["studentId", "startsOn", "endsOn"])
    .where(
      and(
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, startsOn)),
        endedOn ? lte(enrollments.startsOn, endedOn) : undefined,
      ),
    )
    .all()
  let offered = listOfferedStays(actor, classId).filter((offer) => !endedOn || offer.startsOn <= endedOn)
  const present = new Set(others.map(({ studentId }) => studentId))
  // Who joins stays until the class ends, so that each makes every day fuller by one.
  let joined = 0
  const offeredToOthers = (studentId: string) => offered.filter((offer) => offer.studentId !== studentId)
  return {
    isIn: (studentId: string) => present.has(studentId),
    refusal: (studentId: string): Decision | undefined => {
      if (present.has(studentId)) return { ok: false, reason: "already-enrolled" }
      const most = mostPresent([...others, ...offeredToOthers(studentId)], startsOn)
      return most + joined >= capacity ? { ok: false, reason: "full" } : undefined
    },
    take: (studentId: string) => {
      joined += 1
      offered = offeredToOthers(studentId)
    },
  }
}

type Stay = { startsOn: string; endsOn: string | null }

/** How many of them are there at once, at most, from a day on. The number only rises on days on which someone starts. */
function mostPresent(stays: readonly Stay[], from: string): number {
  const starts = stays.map(({ startsOn }) => (startsOn > from ? startsOn : from)).sort()
  const ends = stays.flatMap(({ endsOn }) => endsOn ?? []).sort()
  let [most, ended] = [0, 0]
  for (const [index, day] of starts.entries()) {
    while (ended < ends.length && (ends[ended] ?? "") < day) ended += 1
    most = Math.max(most, index + 1 - ended)
  }
  return most
}

/**
 * The places of the plan, of which a lead or a former student takes one who becomes active by being enrolled; who comes back later
 * needs one, and takes it then.
 */
function countPlaces(actor: Actor, { kind }: ClassFacts, startsOn: string) {
  const { planName, students } = findPlanUsage(actor)
  const samples = new Set(listSampleStudents(actor).map(({ id }) => id))
  let left = seatsLeft(students)
  const takesOne = ({ id, status }: Chosen) =>
    endsByEnrolling(status) && !countsTowardPlan(status) && kind !== "trial" && !samples.has(id)
  return {
    refusal: (student: Chosen): Decision | undefined =>
      takesOne(student) && left <= 0 ? { ok: false, reason: "limit-reached", planName } : undefined,
    take: (student: Chosen) => {
      if (takesOne(student) && !comesBackLater(actor, { ...student, startsOn })) left -= 1
    },
  }
}

const listSampleStudents = (actor: Actor) =>
  ownRows(actor, sampleRecords, { id: sampleRecords.nounId }).where(eq(sampleRecords.noun, "student")).all()

// Many students into one class. Each is enrolled alone: who doesn't fit is an exception, not the end of it.

const EnrollManyForm = z.object({
  classId: neededChoice("Choose a class."),
  startsOn: day("Enter the first day."),
  prerequisiteReason,
})
type EnrollManyForm = z.output<typeof EnrollManyForm>

const Before = z.object({ enrollmentId: z.string() })

/** Enrolls students in a class from a day on. */
export const enrollStudents: BulkAct<EnrollManyForm> = {
  permission: "class:write",
  choice: EnrollManyForm,
  kind: "enroll-students",
  plan: (actor, studentIds, wish) => {
    const chosen = listStudents(actor, studentIds)
    const found = findClass(actor, wish.classId)
    const none = (text: string): PlannedItem[] =>
      chosen.map((student) => ({ id: student.id, name: fullName(student), text, can: false }))
    if (!found) return none("This class no longer exists.")
    const coming = chosen.map((student) => ({ ...student, name: fullName(student) }))
    const { effect, decisions } = planEnrolling(actor, found, coming, wish)
    return coming.map(({ id, name, status }, index): PlannedItem => {
      const line = { id, name }
      const decision = decisions[index]
      if (!decision) return { ...line, text: "No longer in the school.", can: false }
      if (!decision.ok) return { ...line, text: reasonOf(decision), can: false }
      return { ...line, text: effectText(actor, wish.startsOn, effect, status === "paused"), can: true }
    })
  },
  work: {
    about: EnrollManyForm,
    atMost: 2,
    carryOut: (actor, wish, { subjectId }) => {
      const tried = tryOne(actor, subjectId, wish)
      if (!tried.ok) return { ok: false, reason: tried.text }
      const stay = findStay(actor, wish.classId, subjectId, wish.startsOn)
      return { ok: true, note: tried.text, made: subjectId, before: { enrollmentId: stay } }
    },
    undo: (actor, _about, { before }) => takeBack(actor, Before.parse(before)),
  } satisfies TaskWork<EnrollManyForm>,
}

function tryOne(
  actor: Actor,
  studentId: string,
  { classId, startsOn, prerequisiteReason: reason }: EnrollManyForm,
): { ok: boolean; text: string } {
  const enrolled = enrollSeveral(actor, classId, {
    studentIds: [studentId],
    startsOn,
    prerequisites: reason ? { reason } : undefined,
  })
  if (enrolled.ok) {
    const [effect] = enrolled.effect
    return { ok: true, text: effectText(actor, startsOn, effect, Boolean(effect?.paused)) }
  }
  if (enrolled.reason === "prerequisite")
    return { ok: false, text: lackingText(enrolled.lacking.flatMap(({ lacks }) => lacks)) }
  if (enrolled.reason === "clash") return { ok: false, text: clashingText(enrolled.clashes[0]) }
  return { ok: false, text: reasonOf(enrolled) }
}

function effectText(actor: Actor, startsOn: string, effect: Effect | undefined, isPaused: boolean): string {
  const lessons = effect
    ? `${countOf(effect.sessions, "lesson")} until ${formatDate(effect.until, "short")}`
    : ""
  const price =
    effect?.price && seesFamilyMoney(actor) ? `, ${priceText(effect.price, actor.school.currency)}` : ""
  const paused = isPaused ? ". Still paused. Lessons are scheduled anyway" : ""
  return `From ${formatDate(startsOn, "short")}: ${lessons}${price}${paused}`
}

type Refused = Exclude<ReturnType<typeof enrollSeveral>, { ok: true }>
type Told = Extract<Decision, { ok: false }> | Exclude<Refused, { reason: "prerequisite" | "clash" }>

function reasonOf(refusal: Told): string {
  switch (refusal.reason) {
    case "full":
      return "No spot left."
    case "already-enrolled":
      return "Already in this class."
    case "prerequisite":
      return lackingText(refusal.lacks)
    case "limit-reached":
      return `Your ${refusal.planName} plan has no room for another student.`
    case "no-class":
      return "This class no longer exists."
    case "no-student":
      return "No longer in the school."
    case "ended":
      return "The class ends before that day."
    case "clash":
      return clashingText(refusal.clash)
    default:
      return "The school is closed then."
  }
}

const lackingText = (lacks: readonly string[]) => `${lacks.join(" ")} Enter a reason to enroll anyway.`

const clashingText = (clash = "") => `Another lesson at the same time: ${clash}`

function takeBack(actor: Actor, { enrollmentId }: z.output<typeof Before>): ItemOutcome {
  const removed = removeStay(actor, enrollmentId)
  if (removed === "gone") return { ok: false, reason: "Has left the class already." }
  if (removed === "seated") return { ok: false, reason: "Attendance has been recorded in this class." }
  if (removed === "billed") return { ok: false, reason: "The monthly fee is on an invoice or was changed." }
  return { ok: true, note: "No longer in the class" }
}

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return ownRows(actor, students, ["id", "firstName", "lastName", "birthDate", "status"])
    .where(among(students.id, studentIds))
    .orderBy(...inNameOrder)
    .all()
}
