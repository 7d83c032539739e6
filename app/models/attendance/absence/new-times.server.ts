import { cacheUntilWrite } from "db/cache-until-write.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type LeftOut, leftOutFinder } from "~/models/teaching/session/left-out.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { isTooFar } from "~/models/teaching/session/travel"
import { now } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { NewTime } from "./absence"
import {
  asAsked,
  type Day,
  type Diary,
  dayMs,
  giversOf,
  type Interval,
  minute,
  readDiary,
} from "./diary.server"
import { nearestStart, type Stretch } from "./nearest-start"
import { type DaysAway, daysAfter, daysBefore, listDaysAway } from "./teacher-facts.server"

// When a lesson could be instead: near its time, in the same room, with everyone who gives it and its students
// free, from tomorrow on. The first time of each lesson is its own, so that a whole day can be moved at once.

const otherDay = 75
/** A second lesson of the class on one day is as bad as four days more. */
const besideAnother = 4 * otherDay
const mostOffered = 3

/** What the times of the lessons before this one have taken, by who gives them and the day. */
type Reserved = Map<string, Interval[]>

/**
 * Up to three new times for each of some lessons, each with its own teacher; none for one without. Nine queries, however many
 * lessons, until something is written that they depend on.
 */
export function findNewTimes(
  actor: Actor,
  asked: readonly SessionRow[],
  away: DaysAway = listDaysAway(actor, asked),
): ReadonlyMap<string, readonly NewTime[]> {
  const lessons = asked.filter(({ teacherId }) => teacherId !== null)
  const { id, timeZone } = actor.school
  return keepTimes([id, timeZone, today(timeZone, now()), lessons.map(asAsked), away], () =>
    readNewTimes(actor, lessons, away),
  )
}

const keepTimes = cacheUntilWrite<ReadonlyMap<string, readonly NewTime[]>>(50)

function readNewTimes(
  actor: Actor,
  lessons: readonly SessionRow[],
  away: DaysAway,
): ReadonlyMap<string, readonly NewTime[]> {
  const first = lessons[0]
  const last = lessons.at(-1)
  if (!first || !last) return new Map()
  const [from, to] = [addDays(first.localDate, -daysBefore), addDays(last.localDate, daysAfter)]
  const diary = readDiary(actor, lessons, { from, to }, away)
  const reserved: Reserved = new Map()
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
          const known = reserved.get(key)
          if (known) known.push(taken)
          else reserved.set(key, [taken])
        }
      }
      return [lesson.id, times]
    }),
  )
}

type Found = {
  date: string
  start: number
  without: ReturnType<LeftOut>
  isAsked: boolean
  after: number
  distance: number
}

/**
 * The nearest free time of each day on which someone is enrolled: the nearest days first, but those last on which the class meets
 * besides, or some of its students aren't enrolled, or someone who gives it has asked to be away.
 */
function timesFor(lesson: SessionRow, diary: Diary, reserved: Reserved, leftOut: LeftOut): NewTime[] {
  const near = minutesOfDay(lesson.startTime)
  const wish = { near, minutes: lesson.minutes, opens: diary.opens, closes: diary.closes }
  const obstaclesOn = obstacles(lesson, diary, reserved)
  const found: Found[] = []
  for (const { day, after } of nearestDays(lesson, diary)) {
    if (areNearer(found, Math.abs(after) * otherDay)) break
    const { taken, hours } = obstaclesOn(day)
    const start = nearestStart(wish, taken, hours)
    if (start === undefined) continue
    const without = leftOut(lesson, day.date)
    if (without.length >= Math.max(1, lesson.students.length)) continue
    const beside = diary.classDays.has(`${lesson.classId} ${day.date}`) ? besideAnother : 0
    const isAsked = giversOf(lesson)
      .flatMap((id) => diary.askedAwayOn(id, day.date))
      .some(({ from, to }) => from < start + lesson.minutes && start < to)
    const distance = Math.abs(start - near) + Math.abs(after) * otherDay + beside
    found.push({ date: day.date, start, without, isAsked, after, distance })
  }
  return found
    .sort(
      (a, b) =>
        Number(a.isAsked) - Number(b.isAsked) ||
        Math.sign(a.without.length) - Math.sign(b.without.length) ||
        a.distance - b.distance ||
        a.after - b.after,
    )
    .slice(0, mostOffered)
    .map(({ date, start, without, isAsked }) => ({
      date,
      startTime: clock(start),
      roomId: lesson.roomId,
      roomName: lesson.roomName,
      leftOut: without.map(({ id, name }) => ({ id, name })),
      ...(isAsked ? { isAsked } : {}),
    }))
}

/** The days to which a lesson could move, the nearest first. */
function nearestDays({ localDate }: SessionRow, { days, numberOf }: Diary): { day: Day; after: number }[] {
  const number = numberOf(localDate)
  return days
    .filter((day) => day.number - number <= daysAfter && number - day.number <= daysBefore)
    .map((day) => ({ day, after: day.number - number }))
    .sort((a, b) => Math.abs(a.after) - Math.abs(b.after))
}

/** Whether as many times as are offered, with everyone, are nearer than this: what is as far doesn't come before them. */
const areNearer = (found: readonly Found[], distance: number): boolean =>
  found.filter((one) => one.without.length === 0 && !one.isAsked && one.distance < distance).length >=
  mostOffered

/** When a lesson can't be on a day, as someone or its room is taken, away, or too far; and the hours of those who give it. */
function obstacles(lesson: SessionRow, diary: Diary, reserved: Reserved) {
  const givers = giversOf(lesson)
  const ids = [...givers, lesson.roomId ?? "", ...lesson.students.map(({ id }) => id)]
  const takenDays = ids.flatMap((id) => diary.taken.get(id) ?? [])
  const far = staysTooFar(lesson, givers, diary)
  return ({ date, midnight, number, weekday }: Day) => {
    const taken: Stretch[] = []
    const take = (intervals: readonly Interval[] | undefined) => {
      for (const interval of intervals ?? []) if (interval.sessionId !== lesson.id) taken.push(interval)
    }
    for (const ofDays of takenDays) take(ofDays.get(number))
    for (const id of givers) {
      take(reserved.get(`${id} ${date}`))
      taken.push(...diary.awayOn(id, date))
    }
    for (const { startsAt, endsAt } of far)
      if (endsAt > midnight && startsAt < midnight + 2 * dayMs)
        taken.push({ from: (startsAt - midnight) / minute, to: (endsAt - midnight) / minute })
    return { taken, hours: givers.flatMap((id) => diary.hoursOn(id, weekday)) }
  }
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

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
