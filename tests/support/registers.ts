import { invoiceLines, invoices } from "db/schema/money"
import { type classes, classPrices } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { BillingMode } from "~/models/teaching/price/price"
import { instantOf } from "~/utils/zones"
import { addClassRow, addEnrollmentRow, addStudentRow } from "./lessons"
import { addRows, changeRows } from "./rows"

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
