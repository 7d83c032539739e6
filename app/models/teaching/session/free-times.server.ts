import { cacheUntilWrite } from "db/cache-until-write.server"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { listClosures } from "../closed-days/closed-days.server"
import { roomsInOrder } from "../room/room"
import { findRoomFacts, listRooms } from "../room/room.server"
import { listHours } from "../teacher-time/availability.server"
import { isWithinHours } from "../teacher-time/teacher-limits.server"
import { isAwayAt, type TimeOff } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import type { FreeTime } from "./clash"
import { listOverlaps } from "./clash.server"
import { type Hours, openingHours } from "./opening-hours.server"
import { listRoomTimes } from "./room-buffer.server"
import type { BookedResource } from "./session"
import { isTooFar, type Stay } from "./travel"
import { findTravel, listStays } from "./travel.server"

// Where and when a lesson could be instead, the nearest first: of thousands of places only those that are looked at are made.

/** What makes a place a far one, in minutes of difference. */
const otherRoom = 10
const otherDay = 75

type Wish<Room> = {
  /** In minutes of the day. */
  near: { date: string; start: number }
  dates: readonly string[]
  /** In minutes of the day. */
  starts: readonly number[]
  /** The wished one first. */
  rooms: readonly Room[]
}

/**
 * Each date, start and room, in order of their distance from the wish; of those as far, as the dates, the starts and the rooms
 * are given.
 */
export function* nearestPlaces<Room>({ near, dates, starts, rooms }: Wish<Room>) {
  const [wished, ...others] = rooms
  if (wished === undefined) return
  // All other rooms are as far: a start of a day has two distances, each a number that says which start it is, too.
  const keys = new Float64Array(2 * dates.length * starts.length)
  dates.forEach((date, day) => {
    const away = Math.abs(daysBetween(near.date, date)) * otherDay
    starts.forEach((start, index) => {
      const of = 2 * (day * starts.length + index)
      const distance = Math.abs(start - near.start) + away
      keys[of] = distance * keys.length + of
      keys[of + 1] = (distance + otherRoom) * keys.length + of + 1
    })
  })
  for (const key of keys.sort()) {
    const of = key % keys.length
    const index = Math.floor(of / 2)
    const date = dates[Math.floor(index / starts.length)]
    const start = starts[index % starts.length]
    if (date === undefined || start === undefined) continue
    if (of % 2 === 0) yield { date, start, room: wished }
    else for (const room of others) yield { date, start, room }
  }
}

export type Search = {
  teacherId: string | null
  /** Who else gives it. */
  coTeacherIds?: readonly string[]
  roomId: string | null
  studentIds: readonly string[]
  minutes: number
  near: { date: string; startTime: string }
  exceptSessionId?: string
  /** Where it is now, which is no other time. */
  now?: Place
  /** In this room only. */
  sameRoom?: boolean
}

type Place = { date: string; startTime: string; roomId: string | null }

const [daysBefore, daysAfter] = [3, 14]
const step = 15
const mostOffered = 3

/**
 * The three nearest times at which teachers, students and a room are free: near in time of day and date, the same
 * room before another, at most two on one day. Not in the past, not on closures, within the school's own hours or at
 * the time of the wish, where the school may be open then.
 */
export function findFreeTimes(actor: Actor, search: Search): readonly FreeTime[] {
  const { id, timeZone } = actor.school
  const known = { facts: findRoomFacts(actor), away: findAway(actor, search) }
  // Times that have begun are no choice, and those of a school are whole minutes.
  const minute = Math.floor(now() / 60_000)
  return keepTimes([id, timeZone, minute, search, [...known.facts], known.away], () =>
    readFreeTimes(actor, search, known),
  )
}

/** What is known before. */
type Known = { facts: ReturnType<typeof findRoomFacts>; away: readonly TimeOff[] }

const keepTimes = cacheUntilWrite<readonly FreeTime[]>(50)

function readFreeTimes(actor: Actor, search: Search, { facts, away }: Known): FreeTime[] {
  const zone = actor.school.timeZone
  const dates = openDates(actor, search)
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const rooms = roomsToTry(actor, search, facts)
  const busy = busyTimes(actor, search, rooms, {
    startsAt: instantOf(first, "00:00", zone),
    endsAt: instantOf(addDays(last, 1), "00:00", zone),
  })
  const isReached = wayFinder(actor, search, rooms, [first, last])
  const { hours, hoursOfEach } = findWorkingTimes(actor, search)
  const chosen: FreeTime[] = []
  for (const { date, start, room } of nearestPlaces({ ...startsToTry(actor, search, hours), dates, rooms })) {
    if (!isChoice(chosen, date, start, search.minutes)) continue
    const place = { date, startTime: clock(start), roomId: room.id, roomName: room.name }
    if (search.now && isSamePlace(search.now, place)) continue
    const startsAt = instantOf(date, place.startTime, zone)
    const endsAt = startsAt + search.minutes * 60_000
    const isFree = !busy.some(
      (booking) =>
        booking.startsAt < endsAt &&
        booking.endsAt > startsAt &&
        (booking.resource !== "room" || booking.resourceId === room.id),
    )
    const span = { date, from: place.startTime, to: addMinutes(place.startTime, search.minutes) }
    if (
      startsAt > now() &&
      isFree &&
      !away.some((off) => isAwayAt(off, span)) &&
      isReached({ startsAt, endsAt, roomId: room.id }) &&
      hoursOfEach.every((each) => isWithinHours(each, { ...place, minutes: search.minutes }))
    )
      chosen.push(place)
    if (chosen.length === mostOffered) break
  }
  return chosen.sort((a, b) => `${a.date}${a.startTime}`.localeCompare(`${b.date}${b.startTime}`))
}

/** At most two on one day, which don't overlap. */
function isChoice(chosen: readonly FreeTime[], date: string, start: number, minutes: number): boolean {
  const sameDay = chosen.filter((time) => time.date === date)
  return (
    sameDay.length < 2 &&
    sameDay.every(({ startTime }) => Math.abs(minutesOfDay(startTime) - start) >= minutes)
  )
}

const isSamePlace = (one: Place, other: Place) =>
  one.date === other.date && one.startTime === other.startTime && one.roomId === other.roomId

const reach = (date: string) => [addDays(date, -daysBefore), addDays(date, daysAfter)] as const

/** The dates around one on which the school works: weekdays it teaches on, without closures. */
function openDates(actor: Actor, { near: { date: near } }: Search): string[] {
  const [from, to] = reach(near)
  const closed = listClosures(actor, from, to)
  const { weekdays } = openingHours(actor, near)
  return Array.from({ length: daysBefore + daysAfter + 1 }, (_, day) => addDays(from, day)).filter(
    (date) =>
      (weekdays.has(weekday(date)) || date === near) &&
      !closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn),
  )
}

/** The room that was asked for, then the others that hold as many; none when none was asked for. */
function roomsToTry(actor: Actor, search: Search, facts: Known["facts"]): Rooms {
  const { roomId, studentIds, sameRoom } = search
  if (roomId === null) return [{ id: null, name: null }]
  const rooms = roomsInOrder(listRooms(actor), facts, {
    firstId: roomId,
    teacherIds: giversOf(search),
    students: studentIds.length,
  })
  return sameRoom ? rooms.filter(({ id }) => id === roomId) : rooms
}

type Rooms = readonly { id: string | null; name: string | null }[]

function busyTimes(actor: Actor, search: Search, rooms: Rooms, time: { startsAt: number; endsAt: number }) {
  const of = (resource: BookedResource, ids: readonly string[]) =>
    ids.length ? listOverlaps(actor, time, resource, ids) : []
  return [
    ...of("teacher", giversOf(search)),
    ...of("student", search.studentIds),
    ...listRoomTimes(
      actor,
      time,
      rooms.flatMap(({ id }) => id ?? []),
    ),
  ].filter(({ sessionId }) => sessionId !== search.exceptSessionId)
}

/** Who gives the lesson: its teacher first. */
const giversOf = ({ teacherId, coTeacherIds = [] }: Search) => [
  ...(teacherId ? [teacherId] : []),
  ...coTeacherIds,
]

/** The weekly hours of the teacher, and of each who gives it. */
function findWorkingTimes(actor: Actor, search: Search) {
  const hoursOfEach = giversOf(search).map((id) => listHours(actor, id))
  return { hours: search.teacherId ? (hoursOfEach[0] ?? []) : [], hoursOfEach }
}

/** When one of those who give it is away. */
function findAway(actor: Actor, search: Search): TimeOff[] {
  const ids = giversOf(search)
  if (ids.length === 0) return []
  const [from, to] = reach(search.near.date)
  const leave = listTimeOff(actor, { from, to, states: ["approved"] })
  return leave.filter((off) => ids.includes(off.teacherId))
}

/** Whether teachers come to a place in time from their lessons at other sites, and go on from it. */
function wayFinder(
  actor: Actor,
  search: Search,
  rooms: Rooms,
  [first, last]: [string, string],
): (place: Stay) => boolean {
  const travel = rooms.some(({ id }) => id !== null) ? findTravel(actor) : undefined
  if (!travel) return () => true
  const zone = actor.school.timeZone
  const stays = listStays(actor, travel, giversOf(search), {
    startsAt: instantOf(first, "00:00", zone),
    endsAt: instantOf(addDays(last, 1), "00:00", zone),
  }).filter(({ sessionId }) => sessionId !== search.exceptSessionId)
  return (place) => !stays.some((stay) => isTooFar(travel, place, stay))
}

/** When a lesson may begin on a day, in minutes: at the time of the wish, or each quarter of an hour. */
function startsToTry(actor: Actor, { near, minutes }: Search, hours: Hours) {
  const { opens, closes, day } = openingHours(actor, near.date, hours)
  const wished = minutesOfDay(near.startTime)
  const mayBeOpen = day.from <= wished && wished + minutes <= day.to
  const starts = new Set(mayBeOpen ? [wished] : [])
  for (let start = opens; start + minutes <= closes; start += step) starts.add(start)
  return { near: { date: near.date, start: wished }, starts: [...starts] }
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
