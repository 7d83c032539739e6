import { students } from "db/schema/people"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { and, eq, gte, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { nameWithClass } from "~/models/people/student/class-title"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { agreedOn } from "./agreed-on.server"
import { lateChargesBack } from "./late-price.server"
import { billingModes, type Price, priceOf } from "./price"
import { findAgreed, findOwnPrice, listClassPrices, setOwnPrice } from "./price.server"
import { belowZeroRefusal, isBelowZero, PriceStepForm, readPriceStep, stepPrice } from "./price-step.server"
import { priceText } from "./price-text"

// A price from a day on for many students: one for each class they are in. It becomes what was agreed with them, and the
// class price stays as it is.

const Row = z
  .object({ billing: z.enum(billingModes).nullable(), amountMinor: z.number().nullable() })
  .nullable()
/** The agreement of the same day that was replaced, and the amount that replaced it. */
const Before = z.object({ fromDate: z.string(), setMinor: z.number(), row: Row })

/** Sets or changes what students pay from a day on, in each of their classes. */
export const setOwnPrices: BulkAct<PriceStepForm> = {
  permission: "class:price",
  choice: PriceStepForm,
  kind: "set-own-prices",
  plan: planPrices,
  work: {
    about: PriceStepForm,
    atMost: 10,
    carryOut: (actor, { price, fromDate }, { subjectId }) => {
      const enrollment = findEnrollment(actor, subjectId)
      if (!enrollment) return { ok: false, reason: "No longer enrolled." }
      const step = readPriceStep(price)
      const present = priceNow(actor, enrollment, fromDate)
      if (!step) return { ok: false, reason: "The new price isn’t readable." }
      if (!present && !("to" in step)) return { ok: false, reason: "Has no price to change." }
      if (present && isBelowZero(present.amountMinor, step)) return { ok: false, reason: belowZeroRefusal }
      const amountMinor = stepPrice(present?.amountMinor ?? 0, step)
      const row = findRow(actor, subjectId, fromDate)
      const set = setOwnPrice(actor, subjectId, { fromDate, amountMinor, billing: present?.billing })
      if (!set.ok) return { ok: false, reason: outside[set.reason] }
      return {
        ok: true,
        note: `${text(present, actor)} → ${priceText(set.price, actor.school.currency)}`,
        before: { fromDate, setMinor: amountMinor, row },
      }
    },
    undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, Before.parse(before)),
  },
}

const outside = {
  "no-enrollment": "No longer enrolled.",
  "before-start": "Starts after that day.",
  "after-end": "Leaves before that day.",
}

const text = (price: Price | null, actor: Actor) => priceText(price, actor.school.currency)

function takeBack(
  actor: Actor,
  enrollmentId: string,
  { fromDate, setMinor, row }: z.output<typeof Before>,
): ItemOutcome {
  const present = findRow(actor, enrollmentId, fromDate)
  if (!present) return { ok: false, reason: "This price is no longer there." }
  if (present.amountMinor !== setMinor)
    return {
      ok: false,
      reason: `Was changed again, to ${formatMoney(present.amountMinor ?? 0, actor.school.currency, actor.school)}.`,
    }
  const before = findAgreed(actor, enrollmentId, fromDate)
  remove(actor, ownPrices, and(eq(ownPrices.enrollmentId, enrollmentId), eq(ownPrices.fromDate, fromDate)))
  if (row) add(actor, ownPrices, { enrollmentId, fromDate, ...row })
  const after = findAgreed(actor, enrollmentId, fromDate)
  const enrollment = findEnrollment(actor, enrollmentId)
  if (enrollment)
    lateChargesBack(actor, { classId: enrollment.classId, enrollmentId, since: present.createdAt })
  recordEvent(actor, "enrollment.set-price", enrollmentId, {
    before: { amountMinor: before?.priceMinor ?? null, billing: before?.billing ?? null },
    after: { amountMinor: after?.priceMinor ?? null, billing: after?.billing ?? null, fromDate },
  })
  return { ok: true, note: enrollment ? text(priceNow(actor, enrollment, fromDate), actor) : undefined }
}

type Enrollment = { id: string; classId: string }

/** What an enrollment costs on a date: its own price, or the class's. */
const priceNow = (actor: Actor, enrollment: Enrollment, date: string): Price | null =>
  findOwnPrice(actor, enrollment, date) ??
  priceOf(null, listClassPrices(actor, [enrollment.classId]).get(enrollment.classId) ?? [], date)

const findEnrollment = (actor: Actor, enrollmentId: string): Enrollment | undefined =>
  ownRows(actor, enrollments, ["id", "classId"]).where(eq(enrollments.id, enrollmentId)).get()

const findRow = (actor: Actor, enrollmentId: string, fromDate: string) =>
  ownRows(actor, ownPrices, ["billing", "amountMinor", "createdAt"])
    .where(and(eq(ownPrices.enrollmentId, enrollmentId), eq(ownPrices.fromDate, fromDate)))
    .get() ?? null

function planPrices(
  actor: Actor,
  studentIds: readonly string[],
  { price, fromDate }: PriceStepForm,
): PlannedItem[] {
  const step = readPriceStep(price)
  const rows = listEnrolled(actor, studentIds, fromDate)
  const prices = listClassPrices(actor, [...new Set(rows.map(({ classId }) => classId))])
  const enrolled = new Set(rows.map(({ studentId }) => studentId))
  const lines = rows.flatMap((row): PlannedItem[] => {
    if (!step) return []
    const line = { id: row.enrollmentId, name: nameWithClass(fullName(row), row.className) }
    if (row.startsOn > fromDate) return [{ ...line, text: "Starts after that day.", can: false }]
    const present = priceOf(row, prices.get(row.classId) ?? [], fromDate)
    if (!present && !("to" in step)) return [{ ...line, text: "Has no price to change.", can: false }]
    if (present && isBelowZero(present.amountMinor, step))
      return [{ ...line, text: belowZeroRefusal, can: false }]
    const amountMinor = stepPrice(present?.amountMinor ?? 0, step)
    if (present?.amountMinor === amountMinor)
      return [{ ...line, text: `Is ${text(present, actor)} already.`, can: false }]
    const after = { billing: present?.billing ?? ("per_session" as const), amountMinor }
    const change = `${text(present, actor)} → ${text(after, actor)}`
    return [{ ...line, text: change, can: true, ...(present ? {} : { isFirst: true }) }]
  })
  const none = listStudents(actor, studentIds)
    .filter(({ id }) => !enrolled.has(id))
    .map((student) => ({
      id: student.id,
      name: fullName(student),
      text: "Not enrolled in any class.",
      can: false,
    }))
  return [...lines, ...none]
}

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(among(students.id, studentIds))
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`)
    .all()
}

function listEnrolled(actor: Actor, studentIds: readonly string[], fromDate: string) {
  return select({
    enrollmentId: enrollments.id,
    studentId: enrollments.studentId,
    classId: enrollments.classId,
    className: classes.name,
    startsOn: enrollments.startsOn,
    firstName: students.firstName,
    lastName: students.lastName,
    ...agreedOn(fromDate),
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        among(enrollments.studentId, studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, fromDate)),
        or(isNull(classes.endedOn), gte(classes.endedOn, fromDate)),
      ),
    )
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      sql`${classes.name} collate nocase`,
    )
    .all()
}
