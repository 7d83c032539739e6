import { classes, schedules } from "db/schema/teaching"
import { and, desc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findStudent } from "~/models/people/student/student.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { addDays, laterOf, weekday } from "~/utils/dates"
import { plainAmount } from "~/utils/money"
import { fullName } from "~/utils/names"
import { findTimes } from "../free-time/find-times.server"
import { listClassPrices } from "../price/price.server"
import { findLatestTrial } from "./latest-trial.server"
import { freeEveryWeek } from "./weekly-times.server"

/** A weekly time that an address proposes: its first day and its start. */
export type ProposedTime = { date: string; startTime: string }

/** How far ahead a first lesson is proposed, in days. */
const reach = 13
/** How many of the latest private lessons are looked through for what is usual. */
const lookedAt = 50
const usualMinutes = 45
/** Of so many times that are free at first, so many that stay free are offered. */
const [looked, offered] = [18, 6]

/**
 * What the first private lesson of a student begins with, as a form holds it: the teacher, the length and price that are
 * usual for the instrument, and a time that is free. After a trial lesson it is that one's teacher and instrument, and its time
 * where that stays free. Undefined when the student is not the school's.
 */
export function firstLesson(actor: Actor, studentId: string, chosen?: ProposedTime) {
  const student = findStudent(actor, studentId)
  if (!student) return undefined
  const name = fullName(student)
  const trial = findLatestTrial(actor, studentId)
  const instrument = trial?.instrument ?? student.instrument
  const teachers = listTeachers(actor)
  const dayAfter = trial && addDays(trial.date, 1)
  const day = laterOf(todayOf(actor), dayAfter ?? "")
  const usual = usualLesson(actor, instrument, day)
  const teacherId =
    teachers.length === 1
      ? teachers[0]?.id
      : (teachers.find(({ id }) => id === trial?.teacherId)?.id ?? usual?.teacherId)
  const minutes = usual?.minutes ?? usualMinutes
  const wish = {
    teacherId: teachers.some(({ id }) => id === teacherId) ? (teacherId ?? null) : null,
    instrument,
    studentIds: [student.id],
    minutes,
    roomId: null,
    from: day,
    to: addDays(day, reach),
    usual: trial?.teacherId
      ? { ...trial, teacherId: trial.teacherId, date: nextLike(trial.date, day) }
      : null,
  }
  const found = freeEveryWeek(actor, findTimes(actor, wish, looked), wish)
  const usually = wish.usual && likeTrial(actor, wish.usual, wish)
  const times = [
    ...(usually ? [usually] : []),
    ...found.filter(({ date, startTime }) => date !== usually?.date || startTime !== usually.startTime),
  ].slice(0, offered)
  const time =
    times.find(({ date, startTime }) => date === chosen?.date && startTime === chosen.startTime) ?? times[0]
  const begun = time && time.date > day ? usualLesson(actor, instrument, time.date) : usual
  return {
    student: { id: student.id, name },
    time: time ? { date: time.date, startTime: time.startTime } : null,
    times: times.map(({ date, startTime }) => ({ date, startTime })),
    facts: {
      name: instrument ? `${name}, ${instrument.toLowerCase()}` : name,
      kind: "private" as const,
      capacity: "1",
      instrument: instrument ?? "",
      teacherId: time?.teacherId ?? teacherId ?? "",
      roomId: time?.roomId ?? "",
      billing: begun?.billing ?? ("per_session" as const),
      amount: begun?.amountMinor === undefined ? "" : plainAmount(begun.amountMinor),
      minutes: String(minutes),
      ...(time
        ? { weekdays: [String(weekday(time.date))], startTime: time.startTime, startsOn: time.date }
        : {}),
    },
  }
}

/** The trial's weekly time, with its teacher and room, where that is free from its first day on. */
function likeTrial(
  actor: Actor,
  { date, startTime, teacherId, roomId }: ProposedTime & { teacherId: string; roomId: string | null },
  wish: { minutes: number; studentIds: readonly string[] },
) {
  const endTime = addMinutes(startTime, wish.minutes)
  const time = { startTime, endTime, teacherId, roomId, teacherName: "", roomName: null, reasons: [] }
  // the weeks after a day are looked at, so the week before the first one is where it begins
  const isFree = freeEveryWeek(actor, [{ ...time, date: addDays(date, -7) }], wish).length > 0
  return isFree ? { ...time, date } : undefined
}

/** The next day from one on with another's weekday. */
const nextLike = (date: string, day: string): string =>
  addDays(day, (((weekday(date) - weekday(day)) % 7) + 7) % 7)

/**
 * Length, teacher and price of the private lesson of this instrument that was arranged last, the price as it is on a day. Undefined
 * where the school teaches no such lesson now: another instrument's says nothing of this one.
 */
export function usualLesson(actor: Actor, instrument: string | null, day: string) {
  const latest = listLatestPrivate(actor, instrument)
  const prices = listClassPrices(
    actor,
    latest.map(({ id }) => id),
  )
  const priced = latest.map((each) => ({
    ...each,
    price: (prices.get(each.id) ?? []).filter(({ fromDate }) => fromDate <= day).at(-1),
  }))
  const found = priced.find(({ price }) => price !== undefined) ?? priced[0]
  if (!found) return undefined
  const { price, ...lesson } = found
  return { ...lesson, billing: price?.billing, amountMinor: price?.amountMinor }
}

const listLatestPrivate = (actor: Actor, instrument: string | null) =>
  select({
    id: classes.id,
    instrument: classes.instrument,
    teacherId: classes.teacherId,
    minutes: schedules.minutes,
  })
    .from(classes)
    .innerJoin(schedules, joined(schedules.classId, classes.id))
    .where(
      and(
        own(actor, classes),
        eq(classes.kind, "private"),
        instrument ? sql`${classes.instrument} = ${instrument} collate nocase` : isNull(classes.instrument),
        // One that has its last day already, as after a roll-over, is taught until then.
        or(isNull(classes.endedOn), gte(classes.endedOn, todayOf(actor))),
      ),
    )
    // The ids are in the order in which the classes were created.
    .orderBy(desc(classes.id))
    .limit(lookedAt)
    .all()
