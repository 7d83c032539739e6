import { cacheUntilWrite } from "db/cache-until-write.server"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, selectDistinct } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { earnedBy, type PayRate, rateFor } from "~/models/money/pay/pay"
import { readRates } from "~/models/money/pay/pay-reads.server"
import { teachesIt } from "~/models/people/teacher/instruments"
import { withTaughtInstruments } from "~/models/people/teacher/taught-instruments.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { listLastDays } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { type SessionRow, sessionEnd } from "~/models/teaching/session/session"
import { isTooFar, type Stay } from "~/models/teaching/session/travel"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { listAllHours } from "~/models/teaching/teacher-time/availability.server"
import { isWithinHours } from "~/models/teaching/teacher-time/teacher-limits.server"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { addDays, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/names"
import { instrumentWord } from "~/utils/word-within"
import { instantOf } from "~/utils/zones"
import type { LessonPay, Substitute } from "./absence"
import { asAsked } from "./diary.server"
import { type DaysAway, listDaysAway } from "./teacher-facts.server"

type RatesByTeacher = ReadonlyMap<string, readonly PayRate[]>

const keepRates = cacheUntilWrite<RatesByTeacher>(100)

/** Everyone's pay rates, by teacher; read once until one changes. */
const ratesByTeacher = (actor: Actor): RatesByTeacher =>
  keepRates([actor.school.id], () => groupBy(readRates(actor), ({ teacherId }) => teacherId))

/** What a teacher with these rates is paid for a lesson that takes place. */
function payOf(rates: readonly PayRate[], lesson: SessionRow): LessonPay {
  const rate = rateFor(rates, {
    localDate: lesson.localDate,
    classKind: lesson.kind,
    minutes: lesson.minutes,
    students: lesson.students.length,
  })
  if (!rate) return { kind: "unset" }
  // What a share of the charges comes to is known once attendance is taken.
  if (rate.kind === "percent") return { kind: "share" }
  return {
    kind: "amount",
    minor: earnedBy(rate, { minutes: lesson.minutes, paidPercent: 100, chargedMinor: 0 }),
  }
}

/** Whether the viewer sees what teachers are paid. A teacher who is the whole school pays no one. */
export const seesPay = (actor: Actor): boolean => may(actor, "teacher:read") && actor.school.kind !== "solo"

/** What the teacher who is away would be paid for each lesson; null for those who don’t see it. */
export function readTeacherPay(actor: Actor, teacherId: string): (lesson: SessionRow) => LessonPay | null {
  if (!seesPay(actor)) return () => null
  const rates = ratesByTeacher(actor).get(teacherId) ?? []
  return (lesson) => payOf(rates, lesson)
}

// Who could teach a lesson instead of its teacher: everyone who is free then and hasn't left by that day, those first who teach the instrument, within
// their hours, know the student, and have the fewest lessons that week.

const mostOffered = 8

/**
 * The substitutes for each of some lessons of one teacher, the best first. Eight queries, however many lessons, until something
 * is written that they depend on.
 */
export function rankSubstitutes(
  actor: Actor,
  lessons: readonly SessionRow[],
  absentId: string,
  away: DaysAway = listDaysAway(actor, lessons),
): (lesson: SessionRow) => readonly Substitute[] {
  const { id: schoolId, timeZone } = actor.school
  const ranked = keepRanked([schoolId, timeZone, absentId, lessons.map(asAsked), away], () => {
    const facts = readFacts(actor, lessons, absentId, away)
    return new Map(lessons.map((lesson) => [lesson.id, rankFor(lesson, facts)]))
  })
  return ({ id }) => ranked.get(id) ?? []
}

const keepRanked = cacheUntilWrite<ReadonlyMap<string, readonly Substitute[]>>(50)

const rankFor = (lesson: SessionRow, facts: Facts): Substitute[] =>
  facts.teachers
    .filter(
      ({ id }) =>
        lesson.localDate <= (facts.lastDays.get(id) ?? lesson.localDate) && isFree(id, lesson, facts),
    )
    .map((teacher) => rank(teacher, lesson, facts))
    .sort((a, b) => a.distance - b.distance || a.substitute.name.localeCompare(b.substitute.name))
    .slice(0, mostOffered)
    .map(({ substitute }) => substitute)

type Facts = ReturnType<typeof readFacts>
type Teacher = Facts["teachers"][number]

function readFacts(actor: Actor, lessons: readonly SessionRow[], absentId: string, away: DaysAway) {
  const travel = findTravel(actor)
  const teachers = withTaughtInstruments(
    actor,
    listTeachers(actor).filter(({ id }) => id !== absentId),
  )
  const dates = lessons.map(({ localDate }) => localDate).sort()
  const [first = "", last = ""] = [dates[0], dates.at(-1)]
  const zone = actor.school.timeZone
  const ids = teachers.map(({ id }) => id)
  const isAsked = lessons.length > 0 && ids.length > 0
  const busy = new Map<string, Stay[]>()
  if (isAsked) {
    const period = {
      startsAt: instantOf(addDays(first, 1 - weekday(first)), "00:00", zone),
      endsAt: instantOf(addDays(last, 8 - weekday(last)), "00:00", zone),
    }
    for (const [id, stays] of groupBy(listStays(actor, travel, ids, period), ({ resourceId }) => resourceId))
      busy.set(id, stays)
  }
  return {
    teachers,
    travel,
    busy,
    away,
    hours: listAllHours(actor),
    lastDays: listLastDays(actor),
    rates: ratesByTeacher(actor),
    taught: isAsked ? listTaught(actor, lessons) : new Set<string>(),
  }
}

/** Which teacher has taught which student so far, as "teacher student". */
function listTaught(actor: Actor, lessons: readonly SessionRow[]): Set<string> {
  const ids = [...new Set(lessons.flatMap(({ students }) => students.map(({ id }) => id)))]
  const rows = taughtQuery.all(actor, { ids: JSON.stringify(ids) })
  return new Set(rows.map(({ teacherId, studentId }) => `${teacherId} ${studentId}`))
}

const taughtQuery = query((p: Params<{ ids: string }>, own) =>
  selectDistinct({ teacherId: sessions.teacherId, studentId: seats.studentId })
    .from(seats)
    // a cross join keeps SQLite from starting with all the sessions of a school
    .crossJoin(sessions)
    .where(
      and(
        own(seats),
        among(seats.studentId, p.ids),
        joined(sessions, seats.sessionId),
        isNotNull(sessions.registerTakenAt),
      ),
    ),
)

function isFree(id: string, lesson: SessionRow, { busy, travel, away }: Facts): boolean {
  const at = { date: lesson.localDate, from: lesson.startTime, to: sessionEnd(lesson) }
  return (
    !busy
      .get(id)
      ?.some(
        (stay) =>
          (stay.startsAt < lesson.endsAt && stay.endsAt > lesson.startsAt) || isTooFar(travel, lesson, stay),
      ) && !away.some((off) => off.teacherId === id && !off.isAsked && isAwayAt(off, at))
  )
}

function rank({ id, name, instruments }: Teacher, lesson: SessionRow, facts: Facts) {
  const { instrument } = lesson
  const teaches = instrument !== null && teachesIt(instruments, instrument)
  const hours = facts.hours.get(id) ?? []
  const isInHours = isWithinHours(hours, { ...lesson, date: lesson.localDate })
  const known = lesson.students.filter((student) => facts.taught.has(`${id} ${student.id}`))
  const at = { date: lesson.localDate, from: lesson.startTime, to: sessionEnd(lesson) }
  const isAsked = facts.away.some((off) => off.teacherId === id && off.isAsked && isAwayAt(off, at))
  const week = minutesInWeek(facts.busy.get(id) ?? [], lesson)
  const reasons = [
    teaches ? `teaches ${instrumentWord(instrument)}` : "",
    known.length ? `has taught ${joinNames(known.slice(0, 3).map((one) => one.name))}` : "",
    isInHours ? "" : "outside their hours",
    isAsked ? "time off requested" : "",
  ].filter(Boolean)
  return {
    distance:
      (teaches || instrument === null ? 0 : 10_000) +
      (isInHours ? 0 : 5_000) +
      (isAsked ? 20_000 : 0) +
      week -
      (known.length ? 2_000 : 0),
    substitute: {
      teacherId: id,
      name,
      reasons: [...reasons, "free"].join(", "),
      pay: payOf(facts.rates.get(id) ?? [], lesson),
      isInHours,
      isSuggested: (teaches || instrument === null) && isInHours && !isAsked,
    },
  }
}

function minutesInWeek(
  busy: readonly { startsAt: number; endsAt: number }[],
  { startsAt }: SessionRow,
): number {
  const near = 4 * 24 * 60 * 60_000
  const minutes = busy
    .filter((one) => Math.abs(one.startsAt - startsAt) < near)
    .reduce((sum, one) => sum + (one.endsAt - one.startsAt) / 60_000, 0)
  return Math.min(1_900, minutes / 2)
}
