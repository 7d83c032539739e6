import { transact } from "db/client.server"
import { timeOff } from "db/schema/teaching-teacher-time"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { TimeOffRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import type { Result } from "~/utils/result"
import type { TimeOff } from "./teacher-time"
import { tellAnswer } from "./tell-time-off.server"
import { findTimeOff, listTimeOff, longestDays, type TimeOffWish } from "./time-off.server"

/**
 * Gives an absence that isn't over other days, hours or another reason. Refused as recording is; lessons that were arranged
 * stay as they are. The teacher is told where days or hours change.
 */
export function changeTimeOff(
  actor: Actor,
  timeOffId: string,
  { startsOn, endsOn, fromTime = null, toTime = null, reason }: TimeOffWish,
): Result<void, TimeOffRefusal> {
  return transact(() => {
    const off = findTimeOff(actor, timeOffId)
    if (!off) return { ok: false, reason: "not-found" }
    const first = todayOf(actor)
    if (off.state !== "approved" || off.endsOn < first) return { ok: false, reason: "decided" }
    if (endsOn < first) return { ok: false, reason: "in-the-past" }
    if (daysBetween(startsOn, endsOn) >= longestDays) return { ok: false, reason: "too-long" }
    const others = listTimeOff(actor, {
      teacherId: off.teacherId,
      from: startsOn,
      to: endsOn,
      states: ["requested", "approved"],
    })
    if (others.some(({ id }) => id !== timeOffId)) return { ok: false, reason: "overlaps" }
    const wish = { startsOn, endsOn, fromTime, toTime, reason }
    const before = detailsOf(off)
    const after = detailsOf(wish)
    if (before === after) return { ok: true }
    change(actor, timeOff, timeOffId, wish)
    recordEvent(actor, {
      verb: "change",
      noun: "time-off",
      nounId: timeOffId,
      before: { startsOn: off.startsOn, endsOn: off.endsOn, fromTime: off.fromTime, toTime: off.toTime },
      after: { startsOn, endsOn, fromTime, toTime },
    })
    if (daysOf(off) !== daysOf(wish)) tellAnswer(actor, { ...off, ...wish }, { isChanged: true })
    return { ok: true }
  })
}

type Details = Pick<TimeOff, "startsOn" | "endsOn" | "fromTime" | "toTime" | "reason">

const daysOf = ({ startsOn, endsOn, fromTime, toTime }: Details) =>
  JSON.stringify([startsOn, endsOn, fromTime, toTime])
const detailsOf = (off: Details) => `${daysOf(off)} ${off.reason ?? ""}`
