import type { Actor } from "~/models/foundation/access/actor"
import { type LeftOut, leftOutFinder } from "~/models/teaching/session/left-out.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { isTooFar } from "~/models/teaching/session/travel"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import type { NewTime } from "./absence"
import { type Diary, dayMs, giversOf, type Interval, minute, readDiary } from "./diary.server"
import { daysAfter, daysBefore, readTeacherFacts } from "./teacher-facts.server"

// When a lesson could be instead: near its time, in the same room, with everyone who gives it and its students
// free, from tomorrow on. The first time of each lesson is its own, so that a whole day can be moved at once.

const step = 15
const otherDay = 75
/** A second lesson of the class on one day is as bad as four days more. */
const besideAnother = 4 * otherDay
const mostOffered = 3

/** Up to three new times for each of some lessons, each with its own teacher; none for one without. Nine queries, however many. */
export function findNewTimes(
  actor: Actor,
  asked: readonly SessionRow[],
  facts = readTeacherFacts(actor, asked),
): Map<string, NewTime[]> {
  const lessons = asked.filter(({ teacherId }) => teacherId !== null)
  const first = lessons[0]
  const last = lessons.at(-1)
  if (!first || !last) return new Map()
  const [from, to] = [addDays(first.localDate, -daysBefore), addDays(last.localDate, daysAfter)]
  const diary = readDiary(actor, lessons, { from, to }, facts)
  const reserved: Record<string, Interval[]> = {}
  const leftOut = leftOutFinder(actor, lessons)
  return new Map(
    lessons.map((lesson) => {
      const times = timesFor(lesson, diary, reserved, leftOut)
      const [chosen] = times
      if (chosen) {
        const start = minutesOfDay(chosen.startTime)
        const taken = { from: start, to: start + lesson.minutes, sessionId: lesson.id }
        for (const id of giversOf(lesson)) {
          const key = `${id} ${chosen.date}`
          reserved[key] = [...(reserved[key] ?? []), taken]
        }
      }
      return [lesson.id, times]
    }),
  )
}

/**
 * The nearest free time of each day on which someone is enrolled: the nearest days first, but those last on which the class meets
 * besides, or some of its students aren't enrolled.
 */
function timesFor(
  lesson: SessionRow,
  diary: Diary,
  reserved: Record<string, Interval[]>,
  leftOut: LeftOut,
): NewTime[] {
  const near = minutesOfDay(lesson.startTime)
  const givers = giversOf(lesson)
  const ids = [...givers, lesson.roomId ?? "", ...lesson.students.map(({ id }) => id)]
  const takenDays = ids.flatMap((id) => diary.taken.get(id) ?? [])
  const far = staysTooFar(lesson, givers, diary)
  const when = { near, minutes: lesson.minutes }
  return diary.days
    .flatMap(({ date, midnight }) => {
      const after = daysBetween(lesson.localDate, date)
      if (after > daysAfter || after < -daysBefore) return []
      const busy = [
        ...takenDays.flatMap((ofDays) => ofDays.get(date) ?? []),
        ...givers.flatMap((id) => reserved[`${id} ${date}`] ?? []),
      ].filter(({ sessionId }) => sessionId !== lesson.id)
      for (const { startsAt, endsAt } of far)
        if (endsAt > midnight && startsAt < midnight + 2 * dayMs)
          busy.push({ from: (startsAt - midnight) / minute, to: (endsAt - midnight) / minute, sessionId: "" })
      const theirs = givers.map((id) => timesOn(diary, id, date))
      const start = nearestStart(when, diary, (from) => {
        const to = from + lesson.minutes
        return !busy.some((one) => one.from < to && one.to > from) && theirs.every((isIn) => isIn(from, to))
      })
      if (start === undefined) return []
      const without = leftOut(lesson, date)
      if (without.length >= Math.max(1, lesson.students.length)) return []
      const beside = diary.classDays.has(`${lesson.classId} ${date}`) ? besideAnother : 0
      const distance = Math.abs(start - near) + Math.abs(after) * otherDay + beside
      return [{ date, start, without, distance }]
    })
    .sort((a, b) => Math.sign(a.without.length) - Math.sign(b.without.length) || a.distance - b.distance)
    .slice(0, mostOffered)
    .map(({ date, start, without }) => ({
      date,
      startTime: clock(start),
      roomId: lesson.roomId,
      roomName: lesson.roomName,
      leftOut: without.map(({ id, name }) => ({ id, name })),
    }))
}

/** When those who give a lesson can't, as they are at another site then or on their way: those stays and the way before and after. */
function staysTooFar({ id, roomId }: SessionRow, givers: readonly string[], { travel, stays }: Diary) {
  if (!travel || roomId === null) return []
  const way = travel.minutes * minute
  return stays
    .filter(
      (stay) =>
        stay.sessionId !== id &&
        givers.includes(stay.resourceId) &&
        isTooFar(travel, { startsAt: stay.startsAt, endsAt: stay.endsAt, roomId }, stay),
    )
    .map(({ startsAt, endsAt }) => ({ startsAt: startsAt - way, endsAt: endsAt + way }))
}

/** The first start that will do, at the time of the lesson or ever farther from it. */
function nearestStart(
  { near, minutes }: { near: number; minutes: number },
  { opens, closes }: Diary,
  isFree: (start: number) => boolean,
): number | undefined {
  const isOpen = (start: number) => start >= opens && start + minutes <= closes
  const farthest = Math.max(near - opens, closes - minutes - near)
  for (let away = 0; away <= farthest && away < dayMs / minute; away += step) {
    if (isOpen(near + away) && isFree(near + away)) return near + away
    if (away > 0 && isOpen(near - away) && isFree(near - away)) return near - away
  }
  return undefined
}

/** Whether the teacher is there from one minute of a day to another and, where they have named hours, within them. */
function timesOn(diary: Diary, teacherId: string, date: string): (from: number, to: number) => boolean {
  const away = (diary.away.get(teacherId) ?? []).filter(
    ({ startsOn, endsOn }) => startsOn <= date && date <= endsOn,
  )
  const hours = diary.hours.get(teacherId) ?? []
  const day = weekday(date)
  const ofDay = hours
    .filter((each) => each.weekday === day)
    .map(({ fromTime, toTime }) => ({ opens: minutesOfDay(fromTime), closes: minutesOfDay(toTime) }))
  return (from, to) =>
    (hours.length === 0 || ofDay.some(({ opens, closes }) => opens <= from && to <= closes)) &&
    !away.some((off) => isAwayAt(off, { date, from: clock(from), to: clock(to) }))
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
