import { teachers } from "db/schema/people"
import { inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { addMinutes } from "~/utils/clock-times"
import { datedTexts } from "~/utils/dated-texts"
import { weekday } from "~/utils/dates"
import { dayName } from "~/utils/formats"
import { listAllHours } from "./availability.server"
import { awayText, type Hours, hoursText, isAwayAt } from "./teacher-time"
import { listTimeOff } from "./time-off.server"

/** A lesson as far as a teacher's time is concerned. */
export type TaughtTime = { teacherId: string | null; date: string; startTime: string; minutes: number }

/** What of some lessons falls into their teachers' leave, and what is outside the hours they have named. */
export type TeacherLimits = { away: string[]; outside: string[] }

/** Reads the limits of the teachers of some lessons. Two or three queries, however many lessons. */
export function findTeacherLimits(actor: Actor, lessons: readonly TaughtTime[]): TeacherLimits {
  const { away, outside, hours } = readLimits(actor, lessons)
  const names = outside.length
    ? readNames(actor, [...new Set(outside.map((one) => one.teacherId))])
    : new Map()
  const texts = away.map(({ lesson, off }) => ({ date: lesson.date, text: awayText(off.teacherName, off) }))
  const taught = lessons.filter(({ teacherId }) => teacherId)
  return {
    away: taught.length > 1 ? datedTexts(texts) : texts.map(({ text }) => text),
    outside: [
      ...new Set(
        outside.map((lesson) =>
          outsideText(
            names.get(lesson.teacherId) ?? "The teacher",
            lesson,
            hours.get(lesson.teacherId) ?? [],
          ),
        ),
      ),
    ],
  }
}

/** Those of some lessons that fall into their teachers' leave or are outside their hours. */
export function listLimited<Lesson extends TaughtTime>(actor: Actor, lessons: readonly Lesson[]): Lesson[] {
  const { away, outside } = readLimits(actor, lessons)
  return [...away.map(({ lesson }) => lesson), ...outside]
}

function readLimits<Lesson extends TaughtTime>(actor: Actor, lessons: readonly Lesson[]) {
  const taught = lessons.filter((lesson): lesson is Lesson & { teacherId: string } =>
    Boolean(lesson.teacherId),
  )
  const dates = taught.map(({ date }) => date).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  if (!from || !to) return { away: [], outside: [], hours: new Map<string, Hours[]>() }
  const leave = listTimeOff(actor, { from, to, states: ["approved"] })
  const hours = listAllHours(actor)
  const outside = taught.filter((lesson) => !isWithinHours(hours.get(lesson.teacherId) ?? [], lesson))
  const away = taught.flatMap((lesson) =>
    leave
      .filter((off) => off.teacherId === lesson.teacherId && isAwayAt(off, spanOf(lesson)))
      .map((off) => ({ lesson, off })),
  )
  return { away, outside, hours }
}

const spanOf = ({ date, startTime, minutes }: Omit<TaughtTime, "teacherId">) => ({
  date,
  from: startTime,
  to: addMinutes(startTime, minutes),
})

/** A teacher who has named no hours can be given lessons at any time. */
export const isWithinHours = (hours: readonly Hours[], lesson: Omit<TaughtTime, "teacherId">): boolean => {
  const { date, from, to } = spanOf(lesson)
  return (
    hours.length === 0 ||
    hours.some(
      (each) => each.weekday === weekday(date) && each.fromTime <= from && to <= each.toTime && from < to,
    )
  )
}

function outsideText(name: string, { date }: { date: string }, hours: readonly Hours[]): string {
  const ofDay = hours.filter((each) => each.weekday === weekday(date))
  const day = dayName(date)
  return ofDay.length
    ? `Outside the hours of ${name}: ${day} ${ofDay.map((each) => hoursText(each)).join(", ")}.`
    : `${name} has no teaching hours on ${day}s.`
}

function readNames(actor: Actor, ids: readonly string[]): Map<string, string> {
  return new Map(
    ownRows(actor, teachers, ["id", "name"])
      .where(inArray(teachers.id, [...ids]))
      .all()
      .map(({ id, name }) => [id, name]),
  )
}
