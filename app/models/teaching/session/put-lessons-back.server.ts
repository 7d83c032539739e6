import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { add, type Changes, change } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { settleNoticeCredits } from "../credit/notice-credit.server"
import { spendAgain } from "../credit/spent-credits.server"
import { removeSession } from "./cancel-session.server"
import { claim, release } from "./claim.server"
import { originalStartAgain } from "./original-start.server"
import { acceptAgain, type KeptChange, type Left, type Lesson } from "./schedule-change.server"
import { attendeesOn } from "./slot.server"
import { resumeTold } from "./told.server"

// Lessons as they were before a weekly time changed or a class ended, in the caller's all-or-nothing.

/** Why lessons aren't put back; thrown, so that nothing of it stays. */
export class Refused extends Error {
  constructor(readonly reason: "changed-since" | "attendance" | "begun") {
    super(reason)
  }
}

const isSame = (one: Left, other: Left) =>
  one.localDate === other.localDate &&
  one.startTime === other.startTime &&
  one.minutes === other.minutes &&
  one.state === other.state

/**
 * Whether something was done to a lesson that is to be put back. Refuses one that isn't as it was left, and one that has
 * begun; what had begun by `since` already may come back.
 */
export function isToPutBack(
  { was, left }: KeptChange["lessons"][number],
  present: Lesson | undefined,
  since = 0,
): boolean {
  if (left && isSame(was, left)) return false
  if (was.startsAt <= now() && was.startsAt > since) throw new Refused("begun")
  if (left === null) {
    if (present) throw new Refused("changed-since")
    return true
  }
  if (present?.registerTakenAt) throw new Refused("attendance")
  const isAsLeft =
    present && isSame(present, left) && present.teacherId === was.teacherId && present.roomId === was.roomId
  if (!isAsLeft) throw new Refused("changed-since")
  if (present.state === "planned" && present.startsAt <= now()) throw new Refused("begun")
  return true
}

/** Takes lessons out again that a weekly time has just made. Refuses once something became of one. */
export function removeMade(actor: Actor, made: readonly Lesson[], reason: string) {
  for (const lesson of made) {
    if (lesson.registerTakenAt !== null) throw new Refused("attendance")
    if (lesson.startsAt <= now()) throw new Refused("begun")
    const isMoved = lesson.localDate !== lesson.originalDate || lesson.startTime !== lesson.originalStartTime
    if (isMoved || removeSession(actor, lesson.id, reason) !== "removed") throw new Refused("changed-since")
  }
}

/** Each lesson under its old rule with its old start, and those that were moved or removed at their old times. */
export function putLessonsBack(
  actor: Actor,
  { lessons, accepted }: Pick<KeptChange, "lessons" | "accepted">,
  present: ReadonlyMap<string, Lesson>,
  changed: ReadonlySet<string>,
) {
  // Out of each other's way first: what identifies a lesson is there once in its class.
  for (const [index, { id }] of [...present.values()].entries())
    put(actor, id, { sequence: 1_000_000 + index })
  for (const { was, left } of lessons) {
    const { revision: _, schoolId: __, ...slot } = was
    const start = originalStartAgain(actor, was)
    if (left === null) add(actor, sessions, { ...was, ...start, revision: was.revision + 2 })
    else {
      if (left.state !== was.state) spendAgain(actor, was.id)
      put(actor, was.id, { scheduleId: was.scheduleId, ...(changed.has(was.id) ? slot : {}), ...start })
      if (left.state !== was.state) settleNoticeCredits(actor, was.id, { why: "The lesson was restored" })
    }
    if (!changed.has(was.id)) continue
    release(actor, was.id)
    claim(actor, was, attendeesOn(actor, was, was.localDate))
  }
  acceptAgain(actor, accepted)
  resumeTold(
    actor,
    lessons.map(({ was }) => was.id),
  )
}

const put = (actor: Actor, sessionId: string, set: Changes<typeof sessions>) =>
  change(actor, sessions, sessionId, set)
