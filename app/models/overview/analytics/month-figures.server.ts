import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { and, asc, eq, isNull, ne } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { actingOf } from "~/models/foundation/access/rights"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { countCredits } from "~/models/teaching/credit/credit.server"
import { readAside } from "~/providers/threads/aside.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { localDate, localTime, today } from "~/utils/zones"
import { activeStudentsByMonth } from "../dashboard/trends.server"
import { readTaught } from "../taught/read-taught.server"
import { addUp, type Taught } from "../taught/taught"
import { joinedIn, leftIn } from "./growth"
import { listStatusHistories } from "./growth.server"
import { moneyByMonth } from "./money-figures.server"

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
  const figures = await readAside({
    name: "month-figures",
    input: { schoolId: actor.school.id, month },
    here: () => findMonthFigures(actor, month),
  })
  const { id: schoolId, name: schoolName } = actor.school
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    if (!school || (school.figuresMailedFor ?? "") >= month) return 0
    changeSchool(actor, { figuresMailedFor: month })
    if (figures.length === 0) return 0
    const readers = listReaders(actor)
    for (const { name, email, seesMoney } of readers)
      queueMail({
        template: "month-figures",
        schoolId,
        recipient: email,
        data: {
          schoolName,
          recipientName: name,
          month,
          monthText: formatDate(`${month}-01`, "month", actor.school),
          figures: shownTo(figures, seesMoney),
        },
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
