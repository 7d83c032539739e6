import { teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, gte, isNotNull, isNull, or } from "drizzle-orm"
import { ownTimeText, withOwnTime } from "~/models/accounts/profile/own-time"
import { findOwnZone } from "~/models/accounts/profile/own-time.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, selectDistinct } from "~/models/foundation/access/door.server"
import { among, columns, joined } from "~/models/foundation/access/own.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { periodOf } from "~/models/teaching/session/schedule-period"
import { todayOf } from "~/utils/clock.server"
import { addDays, monthOf } from "~/utils/dates"
import { countOf, dayName, formatDate, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { isNotComing, type PortalSession, portalTitle } from "./portal-session"
import { listPortalSessions } from "./portal-sessions.server"

// A family's lessons, as a list of four weeks from a day on, or as a month.

/** Days of a list. */
export const listedDays = 28

const closureOn = (closures: ReturnType<typeof listClosures>, date: string) =>
  closures.find(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)?.name ?? null

/** The days from a date on that have a lesson or on which the school is closed. */
export function listFamilyDays(actor: Actor, children: readonly PortalStudent[], from: string) {
  const to = addDays(from, listedDays - 1)
  const byDate = groupBy(listPortalSessions(actor, children, from, to), ({ localDate }) => localDate)
  const closures = listClosures(actor, from, to)
  const zone = findOwnZone(actor)
  const dates = new Set([
    ...byDate.keys(),
    ...closures.map(({ startsOn }) => (startsOn < from ? from : startsOn)),
  ])
  return [...dates].sort().map((date) => ({
    date,
    heading: formatDate(date, "weekday"),
    closure: closureOn(closures, date),
    sessions: (byDate.get(date) ?? []).map((session) => ({
      ...session,
      ownTime: ownTimeText(session, zone),
    })),
  }))
}

/** A month in whole weeks. */
export function findFamilyMonth(actor: Actor, children: readonly PortalStudent[], date: string) {
  const days = periodOf(
    { view: "month", date, by: "teacher", teacherId: undefined, roomId: undefined, page: 1 },
    actor.school.weekStart,
  )
  const [first = date, last = date] = [days[0], days.at(-1)]
  const byDate = groupBy(listPortalSessions(actor, children, first, last), ({ localDate }) => localDate)
  const closures = listClosures(actor, first, last)
  const zone = findOwnZone(actor)
  const present = todayOf(actor)
  const cells = days.map((day) => {
    const planned = (byDate.get(day) ?? []).filter(({ state }) => state === "planned")
    return {
      date: day,
      number: day.endsWith("-01") ? formatDate(day, "day") : String(Number(day.slice(8))),
      dayName: dayName(day, "short"),
      isToday: day === present,
      isOutside: monthOf(day) !== monthOf(date),
      closure: closureOn(closures, day),
      count: countText(planned.length),
      first: planned.map((session) => lineOf(session, children.length > 1, zone)),
    }
  })
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const countText = (n: number) => (n === 0 ? "" : countOf(n, "lesson"))

const lineOf = (session: PortalSession, withName: boolean, zone: string | null) =>
  [
    withOwnTime(formatTime(session.startTime), session, zone),
    withName ? `${session.studentName},` : "",
    `${portalTitle(session)}${isNotComing(session) ? ", not coming" : ""}`,
  ]
    .filter(Boolean)
    .join(" ")

/** Who teaches these students and has said something of themself. */
export const listTeachersOf = (actor: Actor, children: readonly PortalStudent[]) =>
  teachersQuery.all(actor, {
    studentIds: JSON.stringify(children.map(({ id }) => id)),
    day: todayOf(actor),
  })

const teachersQuery = query((p: Params<{ studentIds: string; day: string }>, own) =>
  selectDistinct(columns(teachers, "id", "name", "instruments", "about"))
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(teachers, joined(teachers, classes.teacherId))
    .where(
      and(
        own(enrollments),
        among(enrollments.studentId, p.studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
        isNotNull(teachers.about),
        isNull(teachers.deactivatedAt),
      ),
    )
    .orderBy(asc(teachers.name)),
)
