import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, changeSchool, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { actingOf } from "~/models/foundation/access/rights"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import {
  type DividedPart,
  listBilledParts,
  listOpenParts,
  listReceivedParts,
  type Parts,
  partsOfInvoices,
} from "~/models/money/income-split/income-split.server"
import { sumReceivedIn } from "~/models/money/ledger/money-summary.server"
import { countCredits } from "~/models/teaching/credit/credit.server"
import { weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"
import { readInBackground } from "~/providers/threads/background-read.server"
import { now } from "~/utils/clock.server"
import { addMonths, daysBetween, monthBounds, monthOf } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { countOf, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { localDate, localTime, today } from "~/utils/zones"
import { activeStudentsByMonth, type MonthSpan } from "../dashboard/trends.server"
import { readTaught } from "../lesson-totals/keep-lesson-totals.server"
import { addUp, type Taught } from "../lesson-totals/lesson-totals"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, isOf } from "./counted"
import { joinedIn, leftIn } from "./growth"
import { listStatusHistories } from "./growth.server"

export type MoneyMonth = {
  first: string
  last: string
  /** Minor units: totals of invoices issued in the month that still stand. */
  billedMinor: number
  /** Minor units received in the month, for whatever invoice, less what was refunded. */
  collectedMinor: number
}

/** What was billed and what came in, month by month. */
function moneyByMonth(actor: Actor, months: readonly MonthSpan[]): MoneyMonth[] {
  const billed = askAll<{ index: number; sum: number }>(sql`
    select m.key as "index", coalesce(sum(i.total_minor), 0) as sum
    from json_each(${JSON.stringify(months)}) m
    left join invoices i on i.school_id = ${actor.school.id} and i.state = 'issued'
      and i.issued_on between m.value ->> 'first' and m.value ->> 'last'
    group by m.key`)
  const billedOf = new Map(billed.map(({ index, sum }) => [index, sum]))
  const received = sumReceivedIn(
    actor,
    months.map(({ first, last }) => ({ from: first, to: last })),
  )
  return months.map((span, index) => ({
    ...span,
    billedMinor: billedOf.get(index) ?? 0,
    collectedMinor: received[index] ?? 0,
  }))
}

export type AgeBand = { key: string; label: string; invoices: number; openMinor: number }

const bands: { key: string; label: string; fewest: number; most: number }[] = [
  { key: "not-due", label: "Not due yet", fewest: Number.NEGATIVE_INFINITY, most: 0 },
  { key: "30", label: "1 to 30 days overdue", fewest: 1, most: 30 },
  { key: "60", label: "31 to 60 days overdue", fewest: 31, most: 60 },
  { key: "90", label: "61 to 90 days overdue", fewest: 61, most: 90 },
  { key: "older", label: "More than 90 days overdue", fewest: 91, most: Number.POSITIVE_INFINITY },
]

/** The key of the age of what has been overdue so many days. */
export const ageOf = (daysLate: number): string | undefined =>
  bands.find(({ fewest, most }) => fewest <= daysLate && daysLate <= most)?.key

/** What an age is called; a reason for leaving as it was written. */
const ageBand = (part: string): string => bands.find(({ key }) => key === part)?.label ?? part

type Claim = { invoiceId: string; daysLate: number; openMinor: number }

/** What is open by how long it has been overdue, an installment by its own day: an invoice with a plan can be in several bands. */
export const inBands = (open: readonly Claim[]): AgeBand[] =>
  bands.map(({ key, label }) => {
    const those = open.filter(({ daysLate }) => ageOf(daysLate) === key)
    return {
      key,
      label,
      invoices: new Set(those.map(({ invoiceId }) => invoiceId)).size,
      openMinor: those.reduce((sum, { openMinor }) => sum + openMinor, 0),
    }
  })

// The part of a figure that a link asks for: an age, a start month, a weekday, a class, or a reason as it was written.

/** Whether a row belongs to the part asked for: of a start month also "3", everyone after three months. */
export function hasPart(of: string, has: string | undefined, asked: string): boolean {
  if (has === asked) return true
  return of === "cohort-kept" && has?.split(" ")[1] === asked
}

/** What the part is called above its rows; empty where they say it themselves. */
export function partText(of: string, part: string): string {
  if (of === "open-part") return ageBand(part)
  if (of === "group-spots") return ""
  if (of === "hours-of-week") return weekdayText(part)
  const [, month, step] = /^(?:(\d{4}-\d\d)\b)?(?: ?(\d+))?$/.exec(part) ?? []
  if (of === "students-then" && month) return formatDate(`${month}-01`, "month")
  if (!of.startsWith("cohort-") || !(month || step)) return part
  const started = month ? `joined in ${formatDate(`${month}-01`, "month")}` : "all start months"
  return step ? `${started}, after ${countOf(Number(step), "month")}` : started
}

/** "1" is Monday, "1 15" what begins there from 3 to 4 in the afternoon. */
function weekdayText(part: string): string {
  const [day = "", hour] = part.split(" ")
  const name = weekdayOfHours({ weekday: Number(day) })
  return hour ? `${name}, beginning in the hour from ${formatTime(`${hour.padStart(2, "0")}:00`)}` : name
}

// Invoices, payments and what is open by teacher and instrument, as the rows of their cards.

/** What several figures narrowed alike read of the same invoices. */
export const partsFor = (actor: Actor, { teacher }: Narrowing): Parts =>
  partsOfInvoices(actor, teacher === none ? undefined : teacher)

/** What was billed in a span of days, and what came in, mostly for the same invoices: `parts` of those that are known. */
export function listMoneyParts(
  actor: Actor,
  span: MonthSpan,
  narrowing: Narrowing,
  parts = partsFor(actor, narrowing),
): Counted[] {
  return [
    ...countedAs("billed-part", listBilledParts(actor, span, parts), narrowing),
    ...countedAs("received-part", listReceivedParts(actor, span, parts), narrowing),
  ]
}

/** What is left to pay at the end of a day. */
export function listOutstandingParts(
  actor: Actor,
  day: string,
  narrowing: Narrowing,
  parts = partsFor(actor, narrowing),
): Counted[] {
  return countedAs("open-part", listOpenParts(actor, day, parts), narrowing).map((row) => ({
    ...row,
    part: ageOf(daysBetween(row.on ?? day, day)),
  }))
}

const countedAs = (metric: MetricKey, parts: readonly DividedPart[], narrowing: Narrowing): Counted[] =>
  parts.filter((part) => isOf(part, narrowing)).map((part) => ({ ...part, of: [metric], minutes: null }))

type MonthFigure = { label: string; text: string; isMoney: boolean }

/**
 * The figures of a month that is over (`YYYY-MM`), each with the month before: the same as on /analytics. Empty for a school
 * in which nothing has happened.
 */
export function findMonthFigures(actor: Actor, month: string): MonthFigure[] {
  const span = monthBounds(month)
  const before = monthBounds(monthOf(addMonths(span.first, -1)))
  const [students, studentsBefore] = activeStudentsByMonth(actor, [span, before]).map(({ count }) => count)
  const histories = listStatusHistories(actor)
  const [taught = addUp([]), taughtBefore = addUp([])] = readTaught(actor, [span, before])
  const [money, moneyBefore] = moneyByMonth(actor, [span, before])
  const [lessons, lessonsBefore] = [lessonsOf(taught), lessonsOf(taughtBefore)]
  if (!students && lessons.count === 0 && !money?.collectedMinor && !money?.billedMinor) return []
  const figure = (label: string, is: string, was: string, isMoney = false) => ({
    label,
    text: `${is} (${was})`,
    isMoney,
  })
  const number = (count: number | undefined) => formatNumber(count ?? 0)
  const amount = (minor: number | undefined) => formatMoney(minor ?? 0, actor.school.currency)
  return [
    figure("Active and trial students", number(students), number(studentsBefore)),
    figure("Joined", number(joinedIn(histories, span).length), number(joinedIn(histories, before).length)),
    figure("Left", number(leftIn(histories, span).length), number(leftIn(histories, before).length)),
    figure("Lessons given", number(lessons.count), number(lessonsBefore.count)),
    figure("Hours taught", durationText(lessons.minutes), durationText(lessonsBefore.minutes)),
    figure("Attendance", rateOf(taught), rateOf(taughtBefore)),
    figure("Billed", amount(money?.billedMinor), amount(moneyBefore?.billedMinor), true),
    figure("Received", amount(money?.collectedMinor), amount(moneyBefore?.collectedMinor), true),
    { label: "Make-up credits open today", text: number(countCredits(actor).open), isMoney: false },
  ]
}

const lessonsOf = ({ parts }: Taught) => ({
  count: parts.reduce((sum, { sessions }) => sum + sessions, 0),
  minutes: parts.reduce((sum, { minutes }) => sum + minutes, 0),
})

const rateOf = ({ marked, attended }: Taught) =>
  marked > 0 ? `${Math.round((attended / marked) * 100)}%` : "–"

// Emails the figures of a month that is over to everyone who sees reports. Each month is sent once, however often the job
// runs; who doesn't want it turns the topic off.

const from = "08:00"
/** A school that couldn't be served on the first of a month gets them a little later, and after that not at all. */
const lastDayOfMonth = "03"

/** The month (`YYYY-MM`) whose figures are due in a school now, from the morning of the first day of the next one on. */
export function findMonthToMail(actor: Actor): string | null {
  const { timeZone, id } = actor.school
  const day = today(timeZone, now())
  if (day.slice(8) > lastDayOfMonth || localTime(now(), timeZone) < from) return null
  const month = monthOf(addMonths(`${monthOf(day)}-01`, -1))
  const school = select().from(schools).where(eq(schools.id, id)).get()
  if (!school || (school.figuresMailedFor ?? "") >= month) return null
  if (monthOf(localDate(school.createdAt, timeZone)) > month) return null
  return findSubscriptionStatus(actor) === "active" ? month : null
}

/** Sends a month's figures, unless they were sent. Returns to how many. */
export async function mailMonthFigures(actor: Actor, month: string): Promise<number> {
  const figures = await readInBackground(schoolWork(actor, "month-figures", findMonthFigures, month))
  const { id: schoolId } = actor.school
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    if (!school || (school.figuresMailedFor ?? "") >= month) return 0
    changeSchool(actor, { figuresMailedFor: month })
    if (figures.length === 0) return 0
    const readers = listReaders(actor)
    for (const { name, email, seesMoney } of readers)
      mailTo(actor, { email, name }, "month-figures", {
        month,
        monthText: formatDate(`${month}-01`, "month", actor.school),
        figures: shownTo(figures, seesMoney),
      })
    return readers.length
  })
}

const shownTo = (figures: readonly MonthFigure[], seesMoney: boolean): [string, string][] =>
  figures.flatMap(({ label, text, isMoney }) => (isMoney && !seesMoney ? [] : [[label, text]]))

/** Who sees reports and has an address. */
function listReaders(actor: Actor): { name: string; email: string; seesMoney: boolean }[] {
  return select({ name: users.name, email: users.email, role: members.role, rights: members.rights })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), ne(members.role, "student"), isNull(members.deactivatedAt)))
    .orderBy(asc(members.createdAt))
    .all()
    .flatMap(({ name, email, ...member }) => {
      const holder = actingOf(member)
      return email && may(holder, "analytics:read")
        ? [{ name, email, seesMoney: may(holder, "invoice:read") }]
        : []
    })
}
