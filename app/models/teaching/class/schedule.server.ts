import { transact } from "db/client.server"
import { schedules } from "db/schema/teaching"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addDays } from "~/utils/dates"
import { weeklyRule } from "../session/pattern"

export type NewSchedule = {
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  /** Every week when absent. */
  everyWeeks?: number
  /** `HH:MM` in the school's zone; stays there across a change to summer time. */
  startTime: string
  minutes: number
  startsOn: string
  endsOn?: string | null
}

/** Gives a class a weekly rule. Makes no sessions: none exist until someone makes them. */
export function addSchedule(actor: Actor, classId: string, schedule: NewSchedule): string {
  return transact(() => {
    const rrule = weeklyRule(schedule.weekdays, schedule.everyWeeks)
    const { startTime, minutes, startsOn, endsOn } = schedule
    const id = add(actor, schedules, {
      classId,
      rrule,
      startTime,
      minutes,
      startsOn,
      endsOn,
      madeUntil: addDays(startsOn, -1),
    })
    recordEvent(actor, {
      verb: "add",
      noun: "schedule",
      nounId: id,
      after: { classId, rrule, startTime, minutes, startsOn },
    })
    return id
  })
}
