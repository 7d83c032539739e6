import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { conversations } from "db/schema/communication"
import { sampleRecords } from "db/schema/foundation-sample"
import { invoices } from "db/schema/money"
import { students, teachers } from "db/schema/people"
import { guideMarks } from "db/schema/platform"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, countDistinct, eq, gte, isNotNull, isNull, or, type SQL } from "drizzle-orm"
import { findStripeAccount } from "~/models/accounts/stripe-account/stripe-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { countSample, type SampleNoun } from "~/models/foundation/sample-record/sample-record.server"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatNumber } from "~/utils/formats"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { type GuideStepId, guideStepsFor, type MarkedStep, seenSteps } from "./guide"

// How many lessons have attendance. A school of 5,000 students has hundreds of thousands after some years, and no index says
// which. So it is counted which don't: what is left of all lessons without the planned and the canceled ones that have none.

/** All lessons of the school with attendance. */
export const countRegisters = (actor: Actor): number => countOthers(actor) - countMissing(actor)

const keepMissing = cacheUntilWrite<number>(100)

/** Planned lessons without attendance, which have an index. */
const countMissing = (actor: Actor): number =>
  keepMissing([actor.school.id], () =>
    countThose(actor, isNull(sessions.registerTakenAt), eq(sessions.state, "planned")),
  )

/** All lessons but the canceled ones without attendance. */
const countOthers = (actor: Actor): number =>
  keepOthers(
    [actor.school.id],
    () =>
      countThose(actor) -
      countThose(actor, eq(sessions.state, "cancelled"), isNull(sessions.registerTakenAt)),
  )

const keepOthers = cacheUntilWrite<number>(100)

const countThose = (actor: Actor, ...conditions: SQL[]): number =>
  ownRows(actor, sessions, { n: count() })
    .where(and(...conditions))
    .get()?.n ?? 0

type Seen = Pick<MarkedStep, "seen" | "isSample">

/** What the school's data shows of each step, as text; null where there is nothing to see. */
function seenInData(actor: Actor): Record<GuideStepId, Seen> {
  const schoolId = actor.school.id
  const solo = actor.school.kind === "solo"
  const first = (row: { n: number } | undefined) => row?.n ?? 0
  // As the list of classes has it: one that ends on a later day is still there.
  const day = todayOf(actor)
  const notEnded = or(isNull(classes.endedOn), gte(classes.endedOn, day))
  const taught = first(ownRows(actor, teachers, { n: count() }).where(isNull(teachers.deactivatedAt)).get())
  const open = first(ownRows(actor, classes, { n: count() }).where(notEnded).get())
  const everybody = first(ownRows(actor, students, { n: count() }).where(isNull(students.erasedAt)).get())
  const scheduled = keepScheduled([schoolId, day], () => first(scheduledQuery(actor, notEnded).get()))
  const registers = countRegisters(actor)
  const issued = keepIssued([schoolId], () => first(issuedQuery(actor).get()))
  const school = select({ address: schools.address, payeeEmail: schools.payeeEmail })
    .from(schools)
    .where(eq(schools.id, schoolId))
    .get()
  const talks = first(ownRows(actor, conversations, { n: count() }).get())
  const lesson = solo ? "lesson" : "class"
  const sample = countSample(actor)
  const sampledAs = (text: string | null, n: number, noun: SampleNoun) =>
    withSample(text, n, sample[noun] ?? 0)
  const real = (seen: string | null): Seen => ({ seen, isSample: false })
  const sampled = sample.class && registers > 0 ? countSampleRegisters(actor) : 0
  return {
    teachers: sampledAs(counted(taught, "teacher", "added"), taught, "teacher"),
    classes: sampledAs(counted(open, lesson, "created"), open, "class"),
    students: sampledAs(counted(everybody, "student", "added"), everybody, "student"),
    schedules: sampledAs(counted(scheduled, lesson, "scheduled"), scheduled, "schedule"),
    attendance: withSample(attendanceText(registers), registers, sampled),
    invoices: real(counted(issued, "invoice", "issued")),
    communication: real(counted(talks, "conversation", "started")),
    "school-settings": real(
      school?.address
        ? school.payeeEmail && hasPlatformProvider()
          ? `Address and ${platformProvider} account are set`
          : findStripeAccount(actor)
            ? "Address and card payments are set"
            : "Address is set"
        : null,
    ),
  }
}

const keepScheduled = cacheUntilWrite<number>(100)

const scheduledQuery = (actor: Actor, notEnded: SQL | undefined) =>
  select({ n: countDistinct(schedules.classId) })
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .where(and(own(actor, schedules), notEnded))

const keepIssued = cacheUntilWrite<number>(100)

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

const attendanceText = (registers: number): string | null =>
  registers === 0 ? null : `Attendance taken for ${countOf(registers, "lesson")}`

/** "3 teachers added"; nothing for none. */
const counted = (n: number, noun: string, done: string): string | null =>
  n === 0 ? null : `${countOf(n, noun, noun === "class" ? "classes" : undefined)} ${done}`

/** How many of "7 students added" are a sample. */
function withSample(seen: string | null, n: number, sampled: number): Seen {
  if (seen === null || sampled === 0) return { seen, isSample: false }
  const isSample = sampled === n
  return {
    seen: `${seen}, ${isSample ? "all sample data" : `${formatNumber(sampled)} of them sample data`}`,
    isSample,
  }
}

// What a member has ticked off on Getting Started. Each member ticks for themself; the marks live with the membership.

/** The member's steps in order, with their marks and what the data already shows. */
export function listGuideSteps(actor: Actor): MarkedStep[] {
  const marked = new Set(
    ownRows(actor, guideMarks, ["step"])
      .where(eq(guideMarks.memberId, memberOf(actor)))
      .all()
      .map(({ step }) => step),
  )
  const seen = seenInData(actor)
  return guideStepsFor(actor.role).map((step) => ({
    ...step,
    completed: marked.has(step.id),
    ...seen[step.id],
  }))
}

/** Marks a step complete or incomplete; doing so twice changes nothing. Refuses a step the role does not have. */
export function markGuideStep(
  actor: Actor,
  step: GuideStepId,
  completed: boolean,
): Result<{ title: string }, "no-such-step"> {
  const found = guideStepsFor(actor.role).find(({ id }) => id === step)
  if (!found) return { ok: false, reason: "no-such-step" }
  const memberId = memberOf(actor)
  return transact(() => {
    if (completed) addUnlessThere(actor, guideMarks, { memberId, step })
    else remove(actor, guideMarks, and(eq(guideMarks.memberId, memberId), eq(guideMarks.step, step)))
    return { ok: true, title: found.title }
  })
}

/** Marks every step complete that the school's own data shows; answers how many it hadn't been. */
export function markSeenSteps(actor: Actor): number {
  const open = seenSteps(listGuideSteps(actor))
  transact(() => {
    for (const { id } of open) addUnlessThere(actor, guideMarks, { memberId: memberOf(actor), step: id })
  })
  return open.length
}

function memberOf({ memberId }: Actor): string {
  if (!memberId) throw new Error("A job has no guide.")
  return memberId
}
