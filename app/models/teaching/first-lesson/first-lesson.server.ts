import { db } from "db/client.server"
import { classes, schedules } from "db/schema/teaching"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { findStudent } from "~/models/people/student/student.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import { plainAmount } from "~/utils/money"
import { fullName } from "~/utils/names"
import { today } from "~/utils/zones"
import { findTimes } from "../free-time/find-times.server"
import { listClassPrices } from "../price/price.server"
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
 * usual for the instrument, and a time that is free. Undefined when the student is not the school's.
 */
export function firstLesson(actor: Actor, studentId: string, chosen?: ProposedTime) {
  const student = findStudent(actor, studentId)
  if (!student) return undefined
  const name = fullName(student)
  const { instrument } = student
  const teachers = listTeachers(actor)
  const usual = usualLesson(actor, instrument)
  const teacherId = teachers.length === 1 ? teachers[0]?.id : usual?.teacherId
  const minutes = usual?.minutes ?? usualMinutes
  const day = today(actor.school.timeZone, now())
  const wish = {
    teacherId: teachers.some(({ id }) => id === teacherId) ? (teacherId ?? null) : null,
    instrument,
    studentIds: [student.id],
    minutes,
    roomId: null,
    from: day,
    to: addDays(day, reach),
    usual: null,
  }
  const times = freeEveryWeek(actor, findTimes(actor, wish, looked), wish).slice(0, offered)
  const time =
    times.find(({ date, startTime }) => date === chosen?.date && startTime === chosen.startTime) ?? times[0]
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
      billing: usual?.billing ?? ("per_session" as const),
      amount: usual?.amountMinor === undefined ? "" : plainAmount(usual.amountMinor),
      minutes: String(minutes),
      ...(time
        ? { weekdays: [String(weekday(time.date))], startTime: time.startTime, startsOn: time.date }
        : {}),
    },
  }
}

/** Length, price and teacher of the private lesson that was arranged last, if possible of the same instrument. */
export function usualLesson(actor: Actor, instrument: string | null) {
  const latest = latestPrivateQuery(actor).all()
  const wanted = instrument?.toLowerCase()
  const found = latest.find((each) => each.instrument?.toLowerCase() === wanted) ?? latest[0]
  if (!found) return undefined
  const price = (listClassPrices(actor, [found.id]).get(found.id) ?? []).at(-1)
  return { ...found, billing: price?.billing, amountMinor: price?.amountMinor }
}

const latestPrivateQuery = (actor: Actor) =>
  db()
    .select({
      id: classes.id,
      instrument: classes.instrument,
      teacherId: classes.teacherId,
      minutes: schedules.minutes,
    })
    .from(classes)
    .innerJoin(schedules, joined(schedules.classId, classes.id))
    .where(and(own(actor, classes), eq(classes.kind, "private"), isNull(classes.endedOn)))
    // The ids are in the order in which the classes were created.
    .orderBy(desc(classes.id))
    .limit(lookedAt)
