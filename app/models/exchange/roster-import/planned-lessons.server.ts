import { bookings } from "db/schema/teaching-sessions"
import { isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { clashText } from "~/models/teaching/session/clash"
import { overlapsQuery } from "~/models/teaching/session/clash.server"
import { makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { continuedFrom } from "~/models/teaching/session/pattern"
import { longestSession, type SessionRow } from "~/models/teaching/session/session"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { addDays, laterOf, weekday } from "~/utils/dates"
import { formatTime } from "~/utils/formats"
import type { Turns } from "~/utils/in-turns"
import { instantOf } from "~/utils/zones"
import type { PlannedClass } from "../roster/roster-classes"
import type { RosterPlan } from "../roster/roster-plan"
import type { PlannedTeacher } from "../roster/roster-teachers"
import { type ClashingClass, type Listed, MOST_LISTED, whenOf } from "./dry-run"

// The lessons that an import would schedule, before it runs: which of them are over by now. They fall on the same days as
// those that are made then.

/** A lesson of the plan: its day, and when it begins and ends in UTC milliseconds. */
export type PlannedLesson = { date: string; startsAt: number; endsAt: number }

/** How many of the plan's lessons are over already: they would wait for attendance. */
export function* countPast(actor: Actor, plan: RosterPlan, lessonsFrom: string): Turns<number> {
  const lessonsOf = plannedLessons(actor, lessonsFrom)
  const at = now()
  let past = 0
  for (const planned of plan.classes)
    for (const { endsAt } of lessonsOf(planned)) {
      yield
      if (endsAt > at) break
      past += 1
    }
  return past
}

/** The lessons that a class of the plan gets, in order: weekly, up to the day until which lessons are made, without closures. */
function plannedLessons(
  actor: Actor,
  lessonsFrom: string,
): (planned: PlannedClass) => Generator<PlannedLesson> {
  const horizon = makingHorizon(actor)
  const closed = listClosures(actor, lessonsFrom, horizon)
  const startOf = instants(actor)
  return function* ({ schedule }) {
    const { startsOn, endsOn, time, minutes, everyWeeks = 1 } = schedule
    const last = endsOn && endsOn < horizon ? endsOn : horizon
    const from = laterOf(startsOn, lessonsFrom)
    const next = addDays(from, (schedule.weekday - weekday(from) + 7) % 7)
    const inTurn = continuedFrom({ everyWeeks, startsOn }, next)
    const first = inTurn === next ? next : addDays(inTurn, schedule.weekday - 1)
    for (let date = first; date <= last; date = addDays(date, 7 * everyWeeks)) {
      if (closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)) continue
      const startsAt = startOf(date, time)
      yield { date, startsAt, endsAt: startsAt + minutes * 60_000 }
    }
  }
}

/** The instant of a date and time in the school's zone; many lessons share one. */
function instants(actor: Actor): (date: string, time: string) => number {
  const known = new Map<string, number>()
  return (date, time) => {
    const key = `${date} ${time}`
    const instant = known.get(key) ?? instantOf(date, time, actor.school.timeZone)
    known.set(key, instant)
    return instant
  }
}

// When one teacher is busy. Kept by day, so that a long list is looked through a day at a time.

/** A lesson of the plan, or one that the school has. */
type BusyWith = { class: PlannedClass } | { sessionId: string }
type Busy = { startsAt: number; endsAt: number; with: BusyWith }

const dayMs = 86_400_000

class BusyTimes {
  readonly #days = new Map<number, Busy[]>()

  add(busy: Busy) {
    for (const day of daysOf(busy)) {
      const times = this.#days.get(day)
      if (times) times.push(busy)
      else this.#days.set(day, [busy])
    }
  }

  /** The first known of what overlaps this time. What only touches it doesn't. */
  find(startsAt: number, endsAt: number): BusyWith | undefined {
    for (const day of daysOf({ startsAt, endsAt })) {
      const found = this.#days.get(day)?.find((each) => each.startsAt < endsAt && each.endsAt > startsAt)
      if (found) return found.with
    }
    return undefined
  }
}

/** The days in UTC that a time touches: one, or two when it lasts past midnight. */
function daysOf({ startsAt, endsAt }: Pick<Busy, "startsAt" | "endsAt">): number[] {
  const [first, last] = [Math.floor(startsAt / dayMs), Math.floor((endsAt - 1) / dayMs)]
  return first === last ? [first] : [first, last]
}

// What the lessons of a plan would overlap: lessons that the school has, and others of the file. An import brings neither
// rooms nor students who are here already, so it is always the teacher who has two at once.

export type PlannedClashes = {
  /** How many new lessons overlap another: as many as the import's result counts. */
  lessons: number
  classes: Listed<ClashingClass>
  /** The classes that these sentences name, by their keys in the plan. */
  named: ReadonlySet<string>
}

type Clashing = {
  planned: PlannedClass
  teacher: PlannedTeacher
  first: string
  lessons: number
  /** Each other class or lesson of the first overlaps, once. */
  with: Map<string, BusyWith>
}

/** Others of one class that are looked at for their names: lessons of the same class have the same. */
const mostNamed = 4
/** Teachers whose bookings are read in one statement, of as many days as have about so many rows. */
const teachersAtOnce = 10
const rowsAtOnce = 2000

/** The plan's lessons that overlap another of their teacher, in the order of the plan; of two in the file, the later one. */
export function* findPlannedClashes(
  actor: Actor,
  plan: RosterPlan,
  lessonsFrom: string,
): Turns<PlannedClashes> {
  const lessonsOf = plannedLessons(actor, lessonsFrom)
  const teachers = new Map(plan.teachers.map((teacher) => [teacher.key, teacher]))
  const busyTimes = yield* bookedTimes(actor, teachers, plan.classes)
  const found: Clashing[] = []
  const at = now()
  for (const planned of plan.classes) {
    const teacher = teachers.get(planned.teacherKey ?? "")
    if (!teacher) continue
    const person = teacher.teacherId ?? teacher.key
    const busy = busyTimes.get(person) ?? new BusyTimes()
    busyTimes.set(person, busy)
    let clashing: Clashing | undefined
    for (const { date, startsAt, endsAt } of lessonsOf(planned)) {
      yield
      const other = endsAt > at ? busy.find(startsAt, endsAt) : undefined
      busy.add({ startsAt, endsAt, with: { class: planned } })
      if (!other) continue
      clashing ??= { planned, teacher, first: date, lessons: 0, with: new Map() }
      clashing.lessons += 1
      if (clashing.with.size < mostNamed) clashing.with.set(keyOf(other), other)
    }
    if (clashing) found.push(clashing)
  }
  return yield* describe(actor, found)
}

/** When the school's teachers of these classes are booked from now on, without what was accepted with a reason. */
function* bookedTimes(
  actor: Actor,
  teachers: ReadonlyMap<string, PlannedTeacher>,
  planned: readonly PlannedClass[],
): Turns<Map<string, BusyTimes>> {
  const keys = new Set(planned.map(({ teacherKey }) => teacherKey ?? ""))
  const ids = [...new Set([...keys].flatMap((key) => teachers.get(key)?.teacherId ?? []))]
  const times = new Map(ids.map((id) => [id, new BusyTimes()]))
  const end = instantOf(addDays(makingHorizon(actor), 2), "00:00", actor.school.timeZone)
  const isOpen = isNull(bookings.overrideReason)
  for (let first = 0; first < ids.length; first += teachersAtOnce) {
    const some = ids.slice(first, first + teachersAtOnce)
    let days = 7
    for (let startsAt = now() - longestSession * 60_000; startsAt < end; ) {
      yield
      const endsAt = Math.min(end, startsAt + days * 86_400_000)
      const rows = overlapsQuery(actor, { startsAt, endsAt }, "teacher", some, isOpen).all()
      for (const { resourceId, ...booked } of rows)
        times.get(resourceId)?.add({ ...booked, with: { sessionId: booked.sessionId } })
      days = rows.length > rowsAtOnce ? Math.max(1, days / 2) : Math.min(28, days * 2)
      startsAt = endsAt
    }
  }
  yield
  return times
}

const keyOf = (other: BusyWith) => ("class" in other ? other.class.key : other.sessionId)

function* describe(actor: Actor, found: readonly Clashing[]): Turns<PlannedClashes> {
  const listed = found.slice(0, MOST_LISTED)
  const others = listed.flatMap((each) => [...each.with.values()])
  const ids = others.flatMap((other) => ("class" in other ? [] : [other.sessionId]))
  yield
  const sessions = new Map(listSessionsToTell(actor, ids).map((session) => [session.id, session]))
  yield
  return {
    lessons: found.reduce((sum, { lessons }) => sum + lessons, 0),
    classes: {
      rows: listed.map((each) => ({
        key: each.planned.key,
        name: each.planned.name,
        when: whenOf(each.planned),
        overlaps: textsOf(each, sessions).join(" "),
        first: each.first,
        lessons: each.lessons,
      })),
      total: found.length,
    },
    named: new Set([
      ...listed.map(({ planned }) => planned.key),
      ...others.flatMap((other) => ("class" in other ? [other.class.key] : [])),
    ]),
  }
}

const textsOf = ({ teacher, ...clashing }: Clashing, sessions: ReadonlyMap<string, SessionRow>): string[] => [
  ...new Set([...clashing.with.values()].map((other) => otherText(teacher, other, sessions))),
]

/** "Ingrid Solheim teaches Milo Novak, piano at 4:15 PM (row 12)." */
function otherText(
  { teacherId, name }: PlannedTeacher,
  other: BusyWith,
  sessions: ReadonlyMap<string, SessionRow>,
): string {
  if ("class" in other)
    return `${name} teaches ${other.class.name} at ${formatTime(other.class.schedule.time)} (row ${other.class.rowNumbers[0]}).`
  const session = sessions.get(other.sessionId)
  if (!session) return `${name} has another lesson then.`
  return clashText({ resource: "teacher", resourceId: teacherId ?? "", resourceName: name, other: session })
}
