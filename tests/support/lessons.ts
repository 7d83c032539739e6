import { invoiceLines, invoices } from "db/schema/money"
import { families, students, teachers } from "db/schema/people"
import { classes, classPrices, closures, enrollments, rooms, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { BillingMode } from "~/models/teaching/price/price"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { addRows, changeRows } from "./school"

// What a timetable is made of, as rows: for tests of what is made from them.

export function addTeacherRow(actor: Actor, name: string, instruments: string | null = null): string {
  const row = newRow(actor)
  addRows(teachers, { ...row, name, instruments })
  return row.id
}

export function addRoomRow(actor: Actor, name: string): string {
  const row = newRow(actor)
  addRows(rooms, { ...row, name })
  return row.id
}

export function addStudentRow(actor: Actor, firstName: string, lastName: string): string {
  const family = newRow(actor)
  addRows(families, { ...family, name: lastName })
  const row = newRow(actor)
  addRows(students, { ...row, familyId: family.id, firstName, lastName, status: "active" })
  return row.id
}

export function addClassRow(actor: Actor, facts: Partial<typeof classes.$inferInsert> = {}): string {
  const row = newRow(actor)
  addRows(classes, { ...row, name: "Piano", kind: "private", capacity: 1, ...facts })
  return row.id
}

export function addScheduleRow(
  actor: Actor,
  classId: string,
  facts: Partial<typeof schedules.$inferInsert> = {},
): string {
  const row = newRow(actor)
  const startsOn = facts.startsOn ?? "2026-09-01"
  addRows(schedules, {
    ...row,
    classId,
    rrule: "FREQ=WEEKLY;BYDAY=WE",
    startTime: "16:00",
    minutes: 30,
    madeUntil: addDays(startsOn, -1),
    ...facts,
    startsOn,
  })
  return row.id
}

export function addEnrollmentRow(
  actor: Actor,
  classId: string,
  studentId: string,
  facts: { startsOn?: string; endsOn?: string; priceMinor?: number } = {},
): string {
  const row = newRow(actor)
  addRows(enrollments, { ...row, classId, studentId, startsOn: "2026-09-01", ...facts })
  return row.id
}

export function addClosureRow(actor: Actor, startsOn: string, endsOn = startsOn, name = "Holiday") {
  addRows(closures, { ...newRow(actor), name, startsOn, endsOn })
}

// A class with a price, pupils and sessions, as rows: the ground of the tests of attendance.

/** The eight of the guitar ensemble, as on the design's register. */
export const ensemble = [
  "Aiko Lindqvist",
  "Amara Fraser",
  "Arthur Walker",
  "Jonas Schmidt",
  "Ravi Lindqvist",
  "Theo Haddad",
  "Tomás Singh",
  "Wren Adeyemi",
]

/** A class with its price from September 2026 on (none: no one has set one) and its pupils, in the order given. */
export function openClass(
  actor: Actor,
  facts: {
    class?: Partial<typeof classes.$inferInsert>
    price?: { billing?: BillingMode; amountMinor: number; fromDate?: string } | null
    /** by first and last name */
    pupils?: readonly string[]
  } = {},
) {
  const classId = addClassRow(actor, {
    name: "Guitar ensemble",
    kind: "group",
    instrument: "Guitar",
    capacity: 12,
    ...facts.class,
  })
  if (facts.price !== null) addPriceRow(actor, classId, facts.price ?? { amountMinor: 1800 })
  const studentIds = (facts.pupils ?? ensemble).map((name) => {
    const [first = "", ...last] = name.split(" ")
    return addStudentRow(actor, first, last.join(" "))
  })
  const enrollmentIds = studentIds.map((studentId) => addEnrollmentRow(actor, classId, studentId))
  return { classId, studentIds, enrollmentIds }
}

export function addPriceRow(
  actor: Actor,
  classId: string,
  price: { billing?: BillingMode; amountMinor: number; fromDate?: string },
) {
  addRows(classPrices, {
    ...newRow(actor),
    classId,
    billing: "per_session",
    fromDate: "2026-09-01",
    ...price,
  })
}

/** A session of 60 minutes on a day, at 14:30 unless said otherwise: it began 40 minutes ago on the tests' today. */
export function addSessionRow(
  actor: Actor,
  classId: string,
  localDate: string,
  facts: Partial<typeof sessions.$inferInsert> = {},
): string {
  const row = newRow(actor)
  const startTime = facts.startTime ?? "14:30"
  const minutes = facts.minutes ?? 60
  const zone = actor.school.timeZone
  const startsAt = instantOf(localDate, startTime, zone)
  addRows(sessions, {
    ...row,
    classId,
    originalDate: localDate,
    originalStartTime: startTime,
    localDate,
    startTime,
    minutes,
    startsAt,
    endsAt: startsAt + minutes * 60_000,
    ...facts,
  })
  return row.id
}

/** An issued invoice over charges, as rows. Returns its id. */
export function invoiceCharges(
  actor: Actor,
  charged: readonly { chargeId: string; amountMinor: number }[],
  familyId: string,
  sequence: number,
): string {
  const row = newRow(actor)
  const total = charged.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const schoolId = actor.school.id
  addRows(invoices, {
    ...row,
    familyId,
    state: "draft",
    currency: actor.school.currency,
    periodFrom: "2026-11-01",
    periodTo: "2026-11-30",
    dueOn: "2026-12-15",
    sellerName: actor.school.name,
    billTo: "The family",
    totalMinor: Math.max(0, total),
  })
  for (const [position, { chargeId, amountMinor }] of charged.entries())
    addRows(invoiceLines, {
      ...newRow(actor),
      invoiceId: row.id,
      position: position + 1,
      chargeId,
      description: "Lesson",
      reason: "Present",
      occurredOn: "2026-11-18",
      amountMinor,
    })
  issue(schoolId, row.id, sequence)
  return row.id
}

function issue(schoolId: string, invoiceId: string, sequence: number) {
  changeRows(
    invoices,
    { schoolId, id: invoiceId },
    { state: "issued", sequence, number: `2026-${sequence}`, issuedAt: 1, issuedOn: "2026-11-18" },
  )
}
