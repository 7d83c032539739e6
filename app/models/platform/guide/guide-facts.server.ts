import { schools } from "db/schema/accounts-schools"
import { conversations } from "db/schema/communication"
import { sampleRecords } from "db/schema/foundation-sample"
import { invoices } from "db/schema/money"
import { students, teachers } from "db/schema/people"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, count, countDistinct, eq, gte, isNotNull, isNull, or, type SQL } from "drizzle-orm"
import { findStripeAccount } from "~/models/accounts/stripe-account/stripe-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { countSample, type SampleNoun } from "~/models/foundation/sample-record/sample-record.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { usesPayPal } from "~/utils/paypal-use"
import { countRegisters } from "./count-registers.server"
import type { GuideStepId } from "./guide"

/** What the school's data shows of each step, as text; null where there is nothing to see. */
export function seenInData(actor: Actor): Record<GuideStepId, string | null> {
  const schoolId = actor.school.id
  const solo = actor.school.kind === "solo"
  const first = (row: { n: number } | undefined) => row?.n ?? 0
  // As the list of classes has it: one that ends on a later day is still there.
  const day = todayOf(actor)
  const notEnded = or(isNull(classes.endedOn), gte(classes.endedOn, day))
  const taught = first(
    select({ n: count() })
      .from(teachers)
      .where(and(own(actor, teachers), isNull(teachers.deactivatedAt)))
      .get(),
  )
  const open = first(
    select({ n: count() })
      .from(classes)
      .where(and(own(actor, classes), notEnded))
      .get(),
  )
  const everybody = first(select({ n: count() }).from(students).where(own(actor, students)).get())
  const scheduled = keepScheduled([schoolId, day], () => first(scheduledQuery(actor, notEnded).get()))
  const registers = countRegisters(actor)
  const issued = keepIssued([schoolId], () => first(issuedQuery(actor).get()))
  const school = select({ address: schools.address, payeeEmail: schools.payeeEmail })
    .from(schools)
    .where(eq(schools.id, schoolId))
    .get()
  const talks = first(select({ n: count() }).from(conversations).where(own(actor, conversations)).get())
  const lesson = solo ? "lesson" : "class"
  const sample = countSample(actor)
  const withSample = (text: string | null, noun: SampleNoun) =>
    text && sample[noun] ? `${text}, ${sampleText(text, sample[noun])}` : text
  const sampled = sample.class && registers > 0 ? countSampleRegisters(actor) : 0
  return {
    teachers: withSample(counted(taught, "teacher", "added"), "teacher"),
    classes: withSample(counted(open, lesson, "created"), "class"),
    students: withSample(counted(everybody, "student", "added"), "student"),
    schedules: withSample(counted(scheduled, lesson, "scheduled"), "schedule"),
    attendance: attendanceText(registers, sampled),
    invoices: counted(issued, "invoice", "issued"),
    communication: counted(talks, "conversation", "started"),
    "school-settings": school?.address
      ? school.payeeEmail && usesPayPal()
        ? "Address and PayPal account are set"
        : findStripeAccount(actor)
          ? "Address and card payments are set"
          : "Address is set"
      : null,
  }
}

const keepScheduled = keepUnchanged<number>(100)

const scheduledQuery = (actor: Actor, notEnded: SQL | undefined) =>
  select({ n: countDistinct(schedules.classId) })
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .where(and(own(actor, schedules), notEnded))

const keepIssued = keepUnchanged<number>(100)

const issuedQuery = (actor: Actor) =>
  select({ n: count() })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.state, "issued")))

const countSampleRegisters = (actor: Actor): number =>
  select({ n: count() })
    .from(sessions)
    .innerJoin(sampleRecords, joined(sampleRecords.nounId, sessions.classId))
    .where(and(own(actor, sessions), eq(sampleRecords.noun, "class"), isNotNull(sessions.registerTakenAt)))
    .get()?.n ?? 0

function attendanceText(registers: number, sampled: number): string | null {
  if (registers === 0) return null
  const text = `Attendance taken for ${countOf(registers, "lesson")}`
  return sampled === 0 ? text : `${text}, ${sampleShare(sampled === registers, sampled)}`
}

/** "3 teachers added"; nothing for none. */
const counted = (n: number, noun: string, done: string): string | null =>
  n === 0 ? null : `${countOf(n, noun, noun === "class" ? "classes" : undefined)} ${done}`

/** How many of "7 students added" are a sample. */
const sampleText = (text: string, sampled: number) =>
  sampleShare(text.startsWith(`${formatNumber(sampled)} `), sampled)

const sampleShare = (isAll: boolean, sampled: number) =>
  isAll ? "all sample data" : `${formatNumber(sampled)} of them sample data`
