import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, eq, gte, inArray, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { installmentOf } from "~/models/teaching/price/price"
import { todayOf } from "~/utils/clock.server"
import { addMonths, earliestDay, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { PreviewedMonth } from "./charge"
import { monthsDue } from "./due-enrollments.server"
import { monthFees, readFeeTerms, readMonths } from "./month-fee.server"

/**
 * What the coming months cost students of a class that is billed by the month, as their enrollments are now: asked inside a
 * rehearsal, as they would be. This month and two more, or every installment of a course, from the day a student starts to
 * the day they end. `withMissed` also the months before this one that a new enrollment is charged with right away.
 */
export function previewMonths(
  actor: Actor,
  classId: string,
  studentIds: readonly string[],
  { withMissed = false } = {},
): PreviewedMonth[] {
  const day = todayOf(actor)
  const rows = listEnrolled(actor, classId, studentIds, [day])
  const present = new Set(rows.map(({ enrollmentId }) => enrollmentId))
  const earliest = rows.map(({ startsOn }) => (startsOn > day ? startsOn : day)).sort()[0]
  if (earliest === undefined) return []
  const terms = readFeeTerms(actor, [classId])
  const first = monthOf(earliest)
  const course = (terms.prices.get(classId) ?? []).filter(installmentOf)
  const missed = new Set(withMissed ? listMissed(actor, rows, first) : [])
  const asked = new Set([
    ...missed,
    ...[0, 1, 2].map((ahead) => monthOf(addMonths(`${first}-01`, ahead))),
    ...course.map(({ fromDate }) => monthOf(fromDate)).filter((month) => month >= first),
  ])
  const months = [...asked].sort()
  const firstDays = months.map((month) => monthBounds(month).first)
  const enrolled = listEnrolled(actor, classId, studentIds, firstDays)
  const read = readMonths(actor, months, enrolled)
  return months.flatMap((month) => {
    const { first: firstDay, last } = monthBounds(month)
    const inMonth = enrolled.filter(
      ({ day: on, startsOn, enrollmentId }) =>
        on === firstDay && startsOn <= last && (!missed.has(month) || present.has(enrollmentId)),
    )
    const feeOf = monthFees(actor, month, inMonth, terms, undefined, read)
    return inMonth.flatMap((enrollment) => {
      const fee = feeOf(enrollment)
      return fee
        ? [
            {
              studentId: enrollment.studentId,
              name: enrollment.name,
              month,
              amountMinor: fee.due.amountMinor,
              reason: fee.reason,
              ...(missed.has(month) ? { isMissed: true } : {}),
            },
          ]
        : []
    })
  })
}

/** The months before one for which enrollments that begin earlier are charged, too. */
function listMissed(actor: Actor, rows: readonly { startsOn: string }[], month: string): string[] {
  const since = monthOf(earliestDay(rows.map(({ startsOn }) => startsOn)))
  return since < month ? monthsDue(actor).filter((each) => each >= since && each < month) : []
}

/** What the months of an enrollment from one on were charged with: the fees that stand and what corrects them. */
export function listChargedMonths(
  actor: Actor,
  enrollmentId: string,
  from: string,
): Pick<PreviewedMonth, "month" | "amountMinor" | "reason">[] {
  const standing = ownRows(actor, charges, {
    month: sql<string>`${charges.month}`,
    amountMinor: charges.amountMinor,
    reason: charges.reason,
  })
    .where(
      and(
        eq(charges.enrollmentId, enrollmentId),
        inArray(charges.source, ["flat", "correction"]),
        isNull(charges.withdrawnAt),
        gte(charges.month, from),
      ),
    )
    .orderBy(charges.id)
    .all()
  return [...groupBy(standing, ({ month }) => month)].map(([month, ofMonth]) => ({
    month,
    amountMinor: ofMonth.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    // that of the fee, which came before its corrections
    reason: ofMonth[0]?.reason ?? "",
  }))
}

/** Who is enrolled on each of some days or later, with what is agreed for them then. */
const listEnrolled = (
  actor: Actor,
  classId: string,
  studentIds: readonly string[],
  days: readonly string[],
) =>
  enrolledQuery
    .all(actor, { classId, studentIds: JSON.stringify(studentIds), days: JSON.stringify(days) })
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))

const enrolledQuery = query((p: Params<{ classId: string; studentIds: string; days: string }>, own) => {
  const day = sql<string>`asked.value`
  return select({
    day,
    enrollmentId: enrollments.id,
    classId: enrollments.classId,
    studentId: enrollments.studentId,
    familyId: students.familyId,
    firstName: students.firstName,
    lastName: students.lastName,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
    ...agreedOn(sql`max(enrollments.starts_on, ${day})`),
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(students, joined(students, enrollments.studentId))
    .crossJoin(sql`json_each(${p.days}) asked`)
    .where(
      and(
        own(enrollments),
        eq(enrollments.classId, p.classId),
        among(enrollments.studentId, p.studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
        sql`(${classes.kind} <> 'trial' or exists (select 1 from ${schools}
          where ${schools.id} = ${classes.schoolId} and ${schools.trialPrice} = 'class'))`,
      ),
    )
})
