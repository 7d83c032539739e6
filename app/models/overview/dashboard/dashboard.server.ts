import { cacheUntilWrite } from "db/cache-until-write.server"
import { schools } from "db/schema/accounts-schools"
import { eq, sql } from "drizzle-orm"
import { listAbsenceWork } from "~/models/attendance/absence/affected-lessons.server"
import { askedCorrectionsQuery } from "~/models/attendance/correction/ask-correction.server"
import { askedLeavesQuery } from "~/models/attendance/leave/leaves.server"
import { swapsToApproveQuery } from "~/models/attendance/swap/list-swaps.server"
import { openReportsQuery } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { may } from "~/models/foundation/access/permissions"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { viewerKey } from "~/models/foundation/background-read/viewer"
import { anySampleQuery } from "~/models/foundation/sample-record/sample-record.server"
import { waitingChargesQuery } from "~/models/money/auto-pay/list-auto-pay.server"
import { moneySummary } from "~/models/money/ledger/money-summary.server"
import { anyDisputeQuery, listDisputes } from "~/models/money/payment/open-dispute.server"
import { uninvitedQuery } from "~/models/people/invitation/uninvited.server"
import { askedChangesQuery } from "~/models/people/own-data/changes.server"
import { askedProofsQuery, countLacking } from "~/models/people/proof/proofs.server"
import { hasManyStudents } from "~/models/people/student/list-students.server"
import { becameText } from "~/models/teaching/closure/closure-lesson"
import { listWaitingEmails, waitingQuery } from "~/models/teaching/closure/closure-notice.server"
import { expiringCreditsQuery, expiringSpan } from "~/models/teaching/credit/credit.server"
import { countMissingByTeacher } from "~/models/teaching/missing-register/missing-registers.server"
import { noticesQuery } from "~/models/teaching/seat/notice-list.server"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { countStranded } from "~/models/teaching/session/stranded-causes.server"
import { listSkipped, skippedQuery } from "~/models/teaching/waiting-list/offer-spot.server"
import { now } from "~/utils/clock.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { findSuggestion } from "./suggestion.server"
import {
  activeStudentsByMonth,
  attendanceByMonth,
  attendanceTrend,
  besideYearBefore,
  studentsTrend,
} from "./trends.server"

/** So many classes are named. */
const mostClasses = 5
/** And so many closures. */
const mostClosures = 5

/** Families on waiting lists whom no offer reaches, emails that wait, and what people agreed on or asked for and the actor is to approve. */
function listToApprove(
  actor: Actor,
  { swaps, corrections, familyChanges, reports, areSkipped, areUnsent }: ReturnType<typeof countForOffice>,
) {
  const skipped = may(actor, "class:write") && areSkipped ? listSkipped(actor) : []
  const unsent = may(actor, "school:settings") && areUnsent ? listWaitingEmails(actor) : []
  return [
    ...unsent.slice(0, mostClosures).map(({ id, name, others, ...untold }) => ({
      n: untold.lessons,
      to: paths.closureLessons(id),
      label: `${others > 0 ? `${name} and ${countOf(others, "other closure")}` : name}, emails about ${countOf(untold.lessons, "lesson")}`,
      act: "Send emails",
      about: `not sent yet, so no one knows that ${untold.lessons === 1 ? "it was" : "they were"} ${becameText(untold)}`,
    })),
    ...skipped.slice(0, mostClasses).map(({ classId, className, names: [first = "", ...others] }) => ({
      n: 1,
      to: paths.waitingList(classId),
      label: `${className}, waiting list`,
      act: "View waiting list",
      about: `automatic offers skip ${others.length > 0 ? `${first} and ${countOf(others.length, "other")}` : first}, as no working email reaches the family`,
    })),
    {
      n: reports,
      to: paths.messageReports(),
      label: countOf(reports, "message report"),
      act: "Review reports",
      about: "readers ask you to look into it",
    },
    {
      n: swaps,
      to: paths.swaps(),
      label: `${countOf(swaps, "lesson swap")} to approve`,
      act: "Review swaps",
      about: "the families agree",
    },
    {
      n: familyChanges,
      to: paths.familyChanges(),
      label: `${countOf(familyChanges, "change")} by families to approve`,
      act: "Review changes",
      about: "what you have stays until you do",
    },
    {
      n: corrections,
      to: paths.corrections(),
      label: `${countOf(corrections, "attendance correction")} to approve`,
      act: "Review corrections",
      about: "teachers can’t change attendance that’s locked",
    },
  ].flatMap(({ n, ...item }) => (n > 0 ? [item] : []))
}

// The office's home screen: today's tasks, overdue tasks and expected income. Every figure links to the rows it counts,
// and none is stored.

/**
 * The content of the dashboard, formatted for the school. An office opens it all day: it is read once between two writes and
 * once a minute, and of a large school in the background.
 */
export const findDashboard = (actor: Actor): Promise<Dashboard> =>
  keepDashboard([actor.school.id, viewerKey(actor), Math.floor(now() / 60_000)], {
    work: schoolWork(actor, "dashboard", readDashboard),
    isLong: hasManyStudents(actor),
  })

type Dashboard = Readonly<ReturnType<typeof readDashboard>>
const keepDashboard = keepReads<Dashboard>(20)

/** The same as it is read now. */
export function readDashboard(actor: Actor) {
  const { timeZone } = actor.school
  const day = today(timeZone, now())
  const schedule = findSchedulePage(actor, {
    view: "day",
    date: day,
    by: "teacher",
    teacherId: undefined,
    roomId: undefined,
    page: 1,
  })
  const score = schedule.body.kind === "score" ? schedule.body : undefined
  const todaysDay = score?.days[0]
  const parts = todaysDay?.parts ?? []
  // A lesson of two teachers is on both of their lines, and one without a teacher on a line of its own.
  const lessons = new Set(parts.flatMap(({ cells }) => cells.map(({ id }) => id)))
  const figures = keepFigures([actor.school.id, actor.role, actor.rights, Math.floor(now() / 60_000)], () =>
    figuresOf(actor, day),
  )
  const { money, learning, attended } = figures
  return {
    isEmpty: schedule.isEmpty,
    date: formatDate(day, "weekday"),
    expression: daySummary(
      schedule.lines?.sessions ?? lessons.size,
      actor.school.kind === "school"
        ? (schedule.lines?.named ?? parts.filter(({ key }) => key !== "none").length)
        : null,
    ),
    figures: {
      registersMissing: figures.registersMissing,
      unbilled: money.unbilled.charges,
      noticesToday: figures.noticesToday,
      creditsExpiring: figures.creditsExpiring,
    },
    score:
      score && todaysDay
        ? { day: todaysDay, columns: score.columns, hours: score.hours, lines: schedule.lines }
        : null,
    missingByTeacher: figures.missingByTeacher,
    oldestMissing: figures.oldestMissing,
    absences: {
      requests: figures.requests,
      toArrange: figures.absences,
    },
    toSettle: figures.stranded,
    toApprove: figures.toApprove,
    disputes: figures.disputes,
    waitingCharges: figures.waitingCharges,
    proofs: figures.proofs,
    suggestion: figures.suggestion,
    money: moneyOf(actor, money),
    isWithoutMoney:
      [money.due, money.overdue, money.later, money.unbilled].every(({ amountMinor }) => amountMinor === 0) &&
      money.receivedThisMonthMinor === 0 &&
      money.receivedLastMonthByThisDayMinor === 0,
    students: studentsTrend(actor, ...sinceFirst(learning)),
    learning: learning.months.at(-1)?.count ?? 0,
    attendance: attendanceTrend(actor, attended.months, attended),
    hasUninvited: figures.hasUninvited,
    welcome: figures.welcome,
    isSample: figures.isSample,
  }
}

/** The months from the first one with a student: a young school's chart has none from before it began. */
function sinceFirst<Month extends { count: number }>({
  months,
  before,
}: {
  months: Month[]
  before: Month[]
}) {
  const from = months.findIndex(({ count }, index) => count > 0 || (before[index]?.count ?? 0) > 0)
  const first = from < 0 ? months.length : from
  return [months.slice(first), { before: before.slice(first) }] as const
}

/** These read the whole history of a school, and are the same for all who share a role. */
const keepFigures = cacheUntilWrite<ReturnType<typeof figuresOf>>(500)

function figuresOf(actor: Actor, day: string) {
  const counts = countForOffice(actor, day)
  const missing = countMissingByTeacher(actor)
  const { requests, absences } = listAbsenceWork(actor)
  return {
    registersMissing: missing.reduce((sum, { lessons }) => sum + lessons, 0),
    missingByTeacher: actor.school.kind === "school" ? missing : [],
    oldestMissing: [...missing].sort((a, b) => a.since - b.since)[0]?.oldestId,
    noticesToday: counts.notices,
    creditsExpiring: counts.expiring,
    requests,
    absences: absences.filter(({ toArrange }) => toArrange > 0),
    stranded: countStranded(actor),
    toApprove: listToApprove(actor, counts),
    waitingCharges: counts.waitingCharges,
    disputes: counts.wereDisputed ? listDisputes(actor) : [],
    proofs: { waiting: counts.proofs, lacking: countLacking(actor) },
    suggestion: may(actor, "school:settings") ? findSuggestion(actor) : null,
    hasUninvited: counts.hasUninvited,
    welcome: counts.welcome,
    isSample: counts.isSample,
    money: moneySummary(actor),
    learning: besideYearBefore(actor, activeStudentsByMonth),
    attended: besideYearBefore(actor, attendanceByMonth),
  }
}

function moneyOf(actor: Actor, summary: ReturnType<typeof moneySummary>) {
  const { currency, timeZone } = actor.school
  const { due, overdue, later, unbilled, receivedThisMonthMinor, receivedLastMonthByThisDayMinor } = summary
  const difference = receivedThisMonthMinor - receivedLastMonthByThisDayMinor
  const show = (minor: number) => formatMoney(minor, currency)
  const day = today(timeZone, now())
  return {
    due: show(due.amountMinor),
    overdue: { amount: show(overdue.amountMinor), families: overdue.families },
    unbilled: show(unbilled.amountMinor),
    later: later.amountMinor > 0 ? show(later.amountMinor) : null,
    toCome: show(due.amountMinor + overdue.amountMinor + later.amountMinor + unbilled.amountMinor),
    hasReceived: receivedThisMonthMinor !== 0 || receivedLastMonthByThisDayMinor !== 0,
    received: show(receivedThisMonthMinor),
    receivedSpan: { from: monthBounds(monthOf(day)).first, to: day },
    month: formatDate(day, "month").split(" ")[0] ?? "",
    comparison:
      difference === 0
        ? "the same as at this point last month"
        : `${show(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than at this point last month`,
  }
}

/**
 * The school's day in a line: "15 lessons today with 5 teachers". `teachers` is null where there is only one, and not
 * named while no lesson has one.
 */
export function daySummary(lessons: number, teachers: number | null): string {
  if (lessons === 0) return "No lessons today"
  const summary = `${countOf(lessons, "lesson")} today`
  return !teachers ? summary : `${summary} with ${countOf(teachers, "teacher")}`
}

/**
 * What the dashboard only counts, in one statement: absences reported from a day on, swaps, corrections and changes by families to approve, whether a
 * guardian of a current student could be invited, and how far the school's welcome is.
 */
function countForOffice(actor: Actor, day: string) {
  const counted = (query: { getSQL(): ReturnType<typeof sql> }) => sql<number>`(${query.getSQL()})`
  const any = (query: { getSQL(): ReturnType<typeof sql> }) =>
    sql`exists (${query.getSQL()})`.mapWith(Boolean)
  const found = select({
    notices: counted(noticesQuery(actor, day)),
    swaps: counted(swapsToApproveQuery(actor)),
    familyChanges: may(actor, "student:write")
      ? sql<number>`(${askedChangesQuery(actor).getSQL()}) + (${askedLeavesQuery(actor).getSQL()})`
      : sql<number>`0`,
    reports: may(actor, "message:all") ? counted(openReportsQuery(actor)) : sql<number>`0`,
    corrections: may(actor, "register:unlock") ? counted(askedCorrectionsQuery()) : sql<number>`0`,
    expiring: counted(expiringCreditsQuery()),
    proofs: counted(askedProofsQuery(actor)),
    hasUninvited: any(uninvitedQuery(actor)),
    areSkipped: any(skippedQuery(actor, day)),
    areUnsent: any(waitingQuery(actor)),
    waitingCharges: counted(waitingChargesQuery(actor)),
    wereDisputed: any(anyDisputeQuery(actor)),
    welcome: schools.welcome,
    isSample: any(anySampleQuery(actor)),
  })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get({ schoolId: actor.school.id, ...expiringSpan(actor) })
  if (!found) throw new Error("A member’s school is there.")
  return found
}
