import { students } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, inArray, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { NoPlaceInPlan } from "~/models/people/student/plan-room.server"
import { findPlanned } from "~/models/people/student/set-status.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { Lacking } from "../prerequisite/prerequisite"
import { listLacking } from "../prerequisite/prerequisite.server"
import { type BillingMode, pricedFrom, priceOf } from "../price/price"
import { isTrialFree, listClassPrices } from "../price/price.server"
import { settleClashes } from "../session/settle-clashes.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import type { EnrolledEffect } from "./class-effects"
import { enroll } from "./enroll.server"
import { findClass } from "./find-class.server"

type Wish = {
  studentIds: readonly string[]
  startsOn: string
  /** Where they leave before the class ends. */
  endsOn?: string | null
  /** Overrides of the class's own price for these students, in minor units. */
  billing?: BillingMode | null
  priceMinor?: number | null
  override?: Override
  /** Whether those who are paused are active again from the first day. */
  resumes?: boolean
  /** Why those join who lack what the class requires; "known" where the school decided on that before. */
  prerequisites?: { reason: string } | "known" | undefined
}

type Refusal =
  | { reason: "no-class" | "ended" | "no-student" }
  | { reason: "full"; capacity: number; name: string }
  | { reason: "already-enrolled"; name: string }
  | { reason: "prerequisite"; lacking: Lacking[] }
  | Omit<NoPlaceInPlan, "ok">

/**
 * Puts several students into a class from a day on, all or none. Refused when the class is full on any of the days, when
 * one of them is in it already, lacks what the class requires, or has another session at the same time; a reason accepts
 * the last two.
 */
export function enrollSeveral(
  actor: Actor,
  classId: string,
  { override, ...wish }: Wish,
): { ok: true; effect: EnrolledEffect[] } | ({ ok: false } & Refusal) | SlotRefusal {
  return allOrNothing(() => {
    const joined = joinUnasked(actor, classId, wish)
    if (!joined.ok) return joined
    const ids = new Set(wish.studentIds)
    const settled = settleClashes(
      actor,
      listSessionsFrom(actor, classId, wish.startsOn).map(({ id }) => id),
      { override, concerns: ({ resource, resourceId }) => resource === "student" && ids.has(resourceId) },
    )
    return settled.ok ? ({ ok: true, effect: joined.effect() } as const) : settled
  })
}

/**
 * The same without asking what clashes: of a new class, whose lessons are made and asked about afterwards. `effect` is what its
 * lessons come to once they are there.
 */
export function joinUnasked(
  actor: Actor,
  classId: string,
  { studentIds, prerequisites, resumes, ...wish }: Omit<Wish, "override">,
): { ok: true; effect: () => EnrolledEffect[] } | ({ ok: false } & Refusal) {
  const found = findClass(actor, classId)
  if (!found) return { ok: false, reason: "no-class" }
  if (found.endedOn !== null && found.endedOn < wish.startsOn) return { ok: false, reason: "ended" }
  const chosen = listByName(actor, studentIds)
  if (chosen.length !== new Set(studentIds).size) return { ok: false, reason: "no-student" }
  const lacking = prerequisites === "known" ? [] : listLacking(actor, classId, named(chosen), wish.startsOn)
  if (lacking.length > 0 && prerequisites === undefined) return { ok: false, reason: "prerequisite", lacking }
  const without = new Set(lacking.map(({ id }) => id))
  for (const student of chosen) {
    const name = fullName(student)
    const prerequisiteReason =
      typeof prerequisites === "object" && without.has(student.id) ? prerequisites.reason : null
    const enrolled = enroll(
      actor,
      {
        ...wish,
        classId,
        studentId: student.id,
        endsOn: wish.endsOn ?? found.endedOn,
        ...(prerequisiteReason ? { prerequisiteReason } : {}),
      },
      { resumes },
    )
    if (!enrolled.ok && enrolled.reason === "full")
      return { ok: false, reason: "full", capacity: found.capacity, name }
    if (!enrolled.ok && enrolled.reason === "limit-reached") return enrolled
    if (!enrolled.ok) return { ok: false, reason: "already-enrolled", name }
  }
  const isFreeTrial = isTrialFree(actor, found.kind)
  const ahead = () => listSessionsFrom(actor, classId, wish.startsOn)
  return {
    ok: true,
    effect: () =>
      effectOf(actor, classId, { ...wish, resumes }, chosen, ahead()).map((each) => ({
        ...each,
        isFreeTrial,
      })),
  }
}

const named = (chosen: ReturnType<typeof listByName>) =>
  chosen.map((student) => ({ ...student, name: fullName(student) }))

function effectOf(
  actor: Actor,
  classId: string,
  {
    startsOn,
    billing = null,
    priceMinor = null,
    resumes = false,
  }: Pick<Wish, "startsOn" | "billing" | "priceMinor" | "resumes">,
  chosen: ReturnType<typeof listByName>,
  ahead: ReturnType<typeof listSessionsFrom>,
): Omit<EnrolledEffect, "isFreeTrial">[] {
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const price = priceOf({ billing, priceMinor }, prices, startsOn)
  const { until, counted } = countedUntil(startsOn, ahead)
  const amountMinor =
    price === null
      ? null
      : price.billing === "per_session"
        ? price.amountMinor * counted.length
        : price.amountMinor
  const first = ahead[0]
  return chosen.map((student) => ({
    studentId: student.id,
    name: fullName(student),
    price,
    pricedFrom: price ? null : pricedFrom(prices, startsOn),
    firstSession: first ? { localDate: first.localDate, startTime: first.startTime } : null,
    sessions: counted.length,
    until,
    amountMinor,
    paused: student.status === "paused" && !resumes ? { until: returnOf(actor, student.id) } : null,
  }))
}

export const areSomePaused = (actor: Actor, studentIds: readonly string[]): boolean =>
  listByName(actor, studentIds).some(({ status }) => status === "paused")

/** The day on which a paused student is active again, where one is planned. */
function returnOf(actor: Actor, studentId: string): string | null {
  const planned = findPlanned(actor, studentId)
  return planned?.status === "active" ? planned.fromDate : null
}

/** The lessons that the effect of joining counts: of the month of the first day and the next. */
export function countedUntil<Lesson extends { localDate: string }>(
  startsOn: string,
  ahead: readonly Lesson[],
): { until: string; counted: Lesson[] } {
  const until = monthBounds(monthOf(addMonths(`${monthOf(startsOn)}-01`, 1))).last
  return { until, counted: ahead.filter(({ localDate }) => localDate <= until) }
}

function listByName(actor: Actor, studentIds: readonly string[]) {
  return ownRows(actor, students, ["id", "firstName", "lastName", "birthDate", "status"])
    .where(inArray(students.id, [...studentIds]))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
}

/** The lessons of a class that a student would join from a day on. */
export function listSessionsFrom(actor: Actor, classId: string, from: string) {
  return ownRows(actor, sessions, ["id", "localDate", "startTime"])
    .where(
      and(
        eq(sessions.classId, classId),
        eq(sessions.state, "planned"),
        gte(sessions.localDate, from),
        lte(sessions.localDate, addMonths(from, 24)),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .all()
}
