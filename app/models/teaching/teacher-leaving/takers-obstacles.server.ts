import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { groupBy } from "~/utils/group-by"
import { beginsLater } from "../session/begins-later.server"
import { longestSession } from "../session/session"
import { listAllHours } from "../teacher-time/availability.server"
import { isWithinHours } from "../teacher-time/teacher-limits.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"

/** A class, who gives it now and who is to take it. */
export type Given = { classId: string; from: string; taker: { id: string; name: string } }

type Lesson = ReturnType<typeof listComing>[number]

/**
 * Why a class can't go to its taker, by class: they teach something else then, are to take another class of that time, are away, or
 * have other hours. Four statements, however many classes. Ways between sites are looked at when the class is handed over.
 */
export function findObstacles(actor: Actor, given: readonly Given[]): Map<string, string> {
  if (given.length === 0) return new Map()
  const lessonsOf = groupBy(listComing(actor, given), ({ classId }) => classId)
  const busy = listBusy(actor, given)
  const dates = [...lessonsOf.values()].flatMap((lessons) => lessons.map(({ localDate }) => localDate)).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const leave = from && to ? listTimeOff(actor, { from, to, states: ["approved"] }) : []
  const hours = listAllHours(actor)
  const taken = new Map<string, Lesson[]>()
  const dayOf = (taker: string, { localDate }: Lesson) => `${taker} ${localDate}`
  const found = new Map<string, string>()
  for (const { classId, taker } of given) {
    const lessons = lessonsOf.get(classId) ?? []
    const twice = lessons.find((one) => taken.get(dayOf(taker.id, one))?.some((other) => overlap(one, other)))
    const away = lessons.find((one) =>
      leave.some((off) => off.teacherId === taker.id && isAwayAt(off, spanOf(one))),
    )
    const outside = lessons.find(
      (one) => !isWithinHours(hours.get(taker.id) ?? [], { ...one, date: one.localDate }),
    )
    if (busy.has(classId)) found.set(classId, `${taker.name} teaches another lesson at its time.`)
    else if (twice) found.set(classId, `${taker.name} would have two classes at its time.`)
    else if (away) found.set(classId, `${taker.name} is away for some of its lessons.`)
    else if (outside) found.set(classId, `${taker.name} has other hours.`)
    for (const one of lessons) {
      const key = dayOf(taker.id, one)
      taken.set(key, [...(taken.get(key) ?? []), one])
    }
  }
  return found
}

const overlap = (one: Lesson, other: Lesson) => one.startsAt < other.endsAt && other.startsAt < one.endsAt
const spanOf = ({ localDate, startTime, minutes }: Lesson) => ({
  date: localDate,
  from: startTime,
  to: addMinutes(startTime, minutes),
})

const pairsOf = (given: readonly Given[]) =>
  JSON.stringify(given.map(({ classId, from, taker }) => [classId, from, taker.id]))

/** The coming lessons of the classes that their own teacher gives. */
const listComing = (actor: Actor, given: readonly Given[]) =>
  select({
    classId: sessions.classId,
    startsAt: sessions.startsAt,
    endsAt: sessions.endsAt,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    minutes: sessions.minutes,
  })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.classId} in (select value ->> 0 from json_each(${pairsOf(given)}))`,
        sql`${sessions.teacherId} in (select value ->> 1 from json_each(${pairsOf(given)}))`,
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .all()

/** The classes whose taker is booked by another lesson at the time of one of theirs. */
function listBusy(actor: Actor, given: readonly Given[]): Set<string> {
  const rows = askAll<{ classId: string }>(sql`
    select distinct s.class_id as classId
    from json_each(${pairsOf(given)}) g
    cross join ${sessions} s on s.school_id = ${actor.school.id} and s.class_id = g.value ->> 0
      and s.teacher_id = g.value ->> 1 and s.state = 'planned' and s.register_taken_at is null and +s.starts_at > ${now()}
    cross join ${bookings} b on b.school_id = s.school_id and b.resource = 'teacher' and b.resource_id = g.value ->> 2
      and b.starts_at > s.starts_at - ${longestSession * 60_000} and b.starts_at < s.ends_at
      and b.ends_at > s.starts_at and b.session_id <> s.id`)
  return new Set(rows.map(({ classId }) => classId))
}
