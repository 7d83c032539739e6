import { sampleRecords } from "db/schema/foundation-sample"
import { enrollments, waitingSpots } from "db/schema/teaching"
import { and, eq, gt, gte, isNull, lte, or } from "drizzle-orm"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { StudentStatus } from "~/models/people/student/student"
import { now } from "~/utils/clock.server"
import { listLacking } from "../prerequisite/prerequisite.server"
import { type Price, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { firstClashes } from "../session/joining-clashes.server"
import { comesBackLater, endsByEnrolling } from "./active-by-enrolling.server"
import { countedUntil, listSessionsFrom } from "./enroll-several.server"
import type { ClassFacts } from "./find-class.server"

// What enrolling many students in a class, one after the other, would come to. Enrolling each and taking it back would cost
// some fifteen statements a student; here what decides is read once for all. A test compares both.

type Chosen = { id: string; name: string; birthDate: string | null; status: StudentStatus }

type Wish = { startsOn: string; prerequisiteReason?: string | undefined }

/** What the enrolling of each comes to. */
export type Effect = { sessions: number; until: string; price: Price | null }

export type Decision =
  | { ok: true }
  | { ok: false; reason: "full" | "already-enrolled" | "ended" }
  | { ok: false; reason: "prerequisite"; lacks: readonly string[] }
  | { ok: false; reason: "limit-reached"; planName: string }
  | { ok: false; reason: "clash"; clash: string }

/** Decides in the order given: each who fits takes a spot of the class, and who becomes active by that one of the plan's. */
export function planEnrolling(
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

/** The spots of a class from a day on: those taken, and those offered to others from its waiting list. */
function countSpots(actor: Actor, { id: classId, capacity, endedOn }: ClassFacts, startsOn: string) {
  const others = select({
    studentId: enrollments.studentId,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
  })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, startsOn)),
        endedOn ? lte(enrollments.startsOn, endedOn) : undefined,
      ),
    )
    .all()
  const offered = new Map<string, number>()
  for (const { studentId } of listOffered(actor, classId))
    offered.set(studentId, (offered.get(studentId) ?? 0) + 1)
  const present = new Set(others.map(({ studentId }) => studentId))
  // Who joins stays until the class ends, so that each makes every day fuller by one.
  let most = mostPresent(others, startsOn)
  let allOffered = [...offered.values()].reduce((sum, n) => sum + n, 0)
  return {
    isIn: (studentId: string) => present.has(studentId),
    refusal: (studentId: string): Decision | undefined => {
      if (present.has(studentId)) return { ok: false, reason: "already-enrolled" }
      const free = capacity - (allOffered - (offered.get(studentId) ?? 0))
      return most >= free ? { ok: false, reason: "full" } : undefined
    },
    take: (studentId: string) => {
      most += 1
      allOffered -= offered.get(studentId) ?? 0
      offered.delete(studentId)
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

const listOffered = (actor: Actor, classId: string) =>
  select({ studentId: waitingSpots.studentId })
    .from(waitingSpots)
    .where(
      and(
        own(actor, waitingSpots),
        eq(waitingSpots.classId, classId),
        eq(waitingSpots.state, "offered"),
        gt(waitingSpots.offerUntil, now()),
      ),
    )
    .all()

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
  select({ id: sampleRecords.nounId })
    .from(sampleRecords)
    .where(and(own(actor, sampleRecords), eq(sampleRecords.noun, "student")))
    .all()
