import { sampleRecords } from "db/schema/foundation-sample"
import { extraWork, paySlipLines, paySlips } from "db/schema/money-pay"
import type { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { periodText } from "~/models/money/invoice/invoice-paper"
import { listTaught } from "~/models/money/pay/paid-sessions.server"
import { now } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { loginOf } from "./compare-students.server"
import type { MergeClash } from "./person-merge"

// What stands in the way of one profile of a teacher: two logins, and payslips that would say two things of one period.

type Teacher = Pick<typeof teachers.$inferSelect, "id" | "name" | "memberId">
type Pair = { keep: Teacher; gone: Teacher }

/** What a person has to settle first. */
export function findTeacherClashes(actor: Actor, { keep, gone }: Pair): MergeClash[] {
  const clashes: MergeClash[] = []
  if (loginOf(actor, { keep, gone }) === undefined)
    clashes.push({
      text: "Both can log in. Deactivate the profile that isn’t used, which locks its login.",
      to: { path: paths.deactivateTeacher(gone.id), label: `Deactivate ${gone.name}` },
    })
  const isSample = and(eq(sampleRecords.noun, "teacher"), inArray(sampleRecords.nounId, [keep.id, gone.id]))
  if (idsOf(actor, sampleRecords, isSample).length > 0)
    clashes.push({ text: "Sample data isn’t merged. Remove it when you no longer need it." })
  const slips = { keep: listSlips(actor, keep.id), gone: listSlips(actor, gone.id) }
  return [
    ...clashes,
    ...slips.gone.flatMap((slip) => samePeriod(slip, slips.keep, gone)),
    ...slips.keep.flatMap((slip) => leavesOut(actor, slip, { of: keep, others: slips.gone, other: gone })),
    ...slips.gone.flatMap((slip) => leavesOut(actor, slip, { of: gone, others: slips.keep, other: keep })),
  ].slice(0, 20)
}

type Slip = { id: string; periodFrom: string; periodTo: string; state: "approved" | "locked" }

const listSlips = (actor: Actor, teacherId: string): Slip[] =>
  ownRows(actor, paySlips, ["id", "periodFrom", "periodTo", "state"])
    .where(eq(paySlips.teacherId, teacherId))
    .orderBy(asc(paySlips.periodFrom))
    .all()

const isSamePeriod = (one: Slip, other: Slip) =>
  one.periodFrom === other.periodFrom && one.periodTo === other.periodTo

function samePeriod(slip: Slip, ofKeep: Slip[], gone: Teacher): MergeClash[] {
  const same = ofKeep.find((other) => isSamePeriod(other, slip))
  if (!same) return []
  const both = `Both have a payslip for ${periodText(slip.periodFrom, slip.periodTo)}.`
  if (slip.state === "locked" && same.state === "locked")
    return [{ text: `${both} Locked payslips don’t change, so these two can’t be merged.` }]
  return [
    {
      text: `${both} Reopen one that isn’t locked.`,
      to: { path: paths.teacherPay(gone.id, { period: slip.periodFrom }), label: "Pay" },
    },
  ]
}

/** What the other one did in a period that is paid already, and that no payslip names: it would never be paid. */
function leavesOut(
  actor: Actor,
  slip: Slip,
  { of, other, others }: { of: Teacher; other: Teacher; others: Slip[] },
): MergeClash[] {
  if (others.some((each) => isSamePeriod(each, slip))) return []
  const { periodFrom: from, periodTo: to } = slip
  const works = and(
    eq(extraWork.teacherId, other.id),
    between(extraWork.workedOn, from, to),
    isNull(extraWork.removedAt),
  )
  const paid = new Set(
    ownRows(actor, paySlipLines, { sessionId: paySlipLines.sessionId, workId: paySlipLines.extraWorkId })
      .where(eq(paySlipLines.teacherId, other.id))
      .all()
      .map(({ sessionId, workId }) => sessionId ?? workId),
  )
  const done = [
    ...listTaught(actor, { from, to, teacherId: other.id }).map(({ sessionId }) => sessionId),
    ...idsOf(actor, extraWork, works),
  ]
  const missing = done.filter((id) => !paid.has(id)).length
  if (missing === 0) return []
  const what = `${of.name} has a payslip for ${periodText(from, to)} without ${countOf(missing, "lesson or extra work", "lessons or extra work")} of ${other.name}.`
  return slip.state === "locked"
    ? [{ text: `${what} It’s locked, so these two can’t be merged.` }]
    : [
        {
          text: `${what} Reopen it first.`,
          to: { path: paths.teacherPay(of.id, { period: from }), label: "Pay" },
        },
      ]
}

/** What is settled by itself, and how. */
export function teacherRemarks(actor: Actor, { keep, gone }: Pair): string[] {
  const together = listTogether(actor, keep.id, gone.id).length
  const overlaps = listOverlaps(actor, keep.id, gone.id)
  const shown = overlaps.slice(0, 5).map(({ one, other, date }) => `${one} and ${other} on ${date}`)
  const more = overlaps.length - shown.length
  const hasSlips = [keep, gone].some(({ id }) => listSlips(actor, id).length > 0)
  return [
    ...(together > 0
      ? [`Both give ${countOf(together, "lesson")} together. ${keep.name} gives them alone afterward.`]
      : []),
    ...(shown.length > 0
      ? [
          `These lessons overlap: ${shown.join("; ")}${more > 0 ? `; and ${countOf(more, "other pair")}` : ""}. Move one of each pair on the schedule.`,
        ]
      : []),
    ...(hasSlips
      ? ["Payslips keep what they say. Lessons not on a payslip yet are paid by the rates you keep."]
      : []),
  ]
}

const ofTeacher = (actor: Actor, teacherId: string) =>
  and(own(actor, bookings), eq(bookings.resource, "teacher"), eq(bookings.resourceId, teacherId))

/** Coming lessons that both give. */
function listTogether(actor: Actor, keepId: string, goneId: string) {
  const other = alias(bookings, "other")
  return select({ id: bookings.id })
    .from(bookings)
    .innerJoin(
      other,
      and(
        joined(other.sessionId, bookings.sessionId),
        eq(other.resource, "teacher"),
        eq(other.resourceId, goneId),
      ),
    )
    .where(and(ofTeacher(actor, keepId), gt(bookings.endsAt, now())))
    .all()
}

/** Coming lessons of the two in the same minutes. */
function listOverlaps(actor: Actor, keepId: string, goneId: string) {
  const other = alias(bookings, "other")
  const pairs = select({ one: bookings.sessionId, other: other.sessionId })
    .from(bookings)
    .innerJoin(
      other,
      and(
        joined(other.resource, bookings.resource),
        eq(other.resourceId, goneId),
        ne(other.sessionId, bookings.sessionId),
        sql`${other.startsAt} < ${bookings.endsAt} and ${other.endsAt} > ${bookings.startsAt}`,
      ),
    )
    .where(and(ofTeacher(actor, keepId), gt(bookings.endsAt, now())))
    .orderBy(asc(bookings.startsAt))
    .all()
  const named = new Map(
    select({ id: sessions.id, name: classes.name, date: sessions.localDate })
      .from(sessions)
      .innerJoin(classes, joined(classes, sessions.classId))
      .where(
        and(
          own(actor, sessions),
          inArray(
            sessions.id,
            pairs.slice(0, 5).flatMap((pair) => [pair.one, pair.other]),
          ),
        ),
      )
      .all()
      .map(({ id, ...lesson }) => [id, lesson]),
  )
  return pairs.map((pair) => ({
    one: named.get(pair.one)?.name ?? "",
    other: named.get(pair.other)?.name ?? "",
    date: formatDate(named.get(pair.one)?.date ?? "2000-01-01", "day"),
  }))
}
