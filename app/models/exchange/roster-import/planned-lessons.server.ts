import type { Actor } from "~/models/foundation/access/actor"
import { listClosures } from "~/models/teaching/closure/closure.server"
import { makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { now } from "~/utils/clock.server"
import { addDays, laterOf, weekday } from "~/utils/dates"
import type { Turns } from "~/utils/in-turns"
import { instantOf } from "~/utils/zones"
import type { PlannedClass } from "../roster/roster-classes"
import type { RosterPlan } from "../roster/roster-plan"

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
export function plannedLessons(
  actor: Actor,
  lessonsFrom: string,
): (planned: PlannedClass) => Generator<PlannedLesson> {
  const horizon = makingHorizon(actor)
  const closed = listClosures(actor, lessonsFrom, horizon)
  const startOf = instants(actor)
  return function* ({ schedule }) {
    const { startsOn, endsOn, time, minutes } = schedule
    const last = endsOn && endsOn < horizon ? endsOn : horizon
    const from = laterOf(startsOn, lessonsFrom)
    const wait = (schedule.weekday - weekday(from) + 7) % 7
    for (let date = addDays(from, wait); date <= last; date = addDays(date, 7)) {
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
