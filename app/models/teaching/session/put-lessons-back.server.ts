import type { Actor } from "~/models/foundation/access/actor"
import { areAsLeft, undo } from "~/models/foundation/access/undo.server"
import { now } from "~/utils/clock.server"
import { settleNoticeCredits } from "../credit/notice-credit.server"
import { spendAgain } from "../credit/redeem-credit.server"
import { removeSession } from "./cancel-session.server"
import { claim, release } from "./claim.server"
import { resumeUpdates } from "./reader-updates.server"
import { acceptAgain, type KeptChange, type Lesson, listLessons, movedBy } from "./schedule-change.server"
import { attendeesOn } from "./slot.server"

// Lessons as they were before a weekly time changed or a class ended, in the caller's all-or-nothing.

/** Why lessons aren't put back; thrown, so that nothing of it stays. */
export class Refused extends Error {
  constructor(readonly reason: "changed-since" | "attendance" | "begun") {
    super(reason)
  }
}

const canceledBy = (changes: KeptChange["changes"]) =>
  changes.flatMap(({ ids, after }) => (after?.state === "cancelled" ? ids : []))

type Kept = Pick<KeptChange, "changes" | "lessons" | "accepted">

/** Refuses when a lesson that is to be put back has attendance or has begun, or when anything isn't as it was left. */
export function refuseOthers(actor: Actor, { changes, lessons }: Kept) {
  const was = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  const [moved, canceled] = [movedBy(changes), new Set(canceledBy(changes))]
  for (const { id, teacherId, roomId, registerTakenAt, state, startsAt } of listLessons(actor, moved)) {
    if (registerTakenAt !== null) throw new Refused("attendance")
    const isGiven = was.get(id)?.teacherId !== teacherId || was.get(id)?.roomId !== roomId
    if (isGiven || (state === "cancelled") !== canceled.has(id)) throw new Refused("changed-since")
    if (state === "planned" && startsAt <= now()) throw new Refused("begun")
  }
  const stay = new Set(lessons.flatMap(({ id }) => (moved.includes(id) ? [] : [id])))
  const others = changes.filter(({ ids }) => !ids.some((id) => stay.has(id)))
  if (!areAsLeft(actor, others)) throw new Refused("changed-since")
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

/**
 * Each lesson under its old rule with its old start, and those that were moved or removed at their old times. Refuses one that has
 * begun there; what had begun by `since` already may come back. Answers which lessons are back.
 */
export function putLessonsBack(actor: Actor, { changes, accepted }: Kept, since = 0): string[] {
  if (undo(actor, changes)) throw new Refused("changed-since")
  for (const id of canceledBy(changes)) {
    spendAgain(actor, id)
    settleNoticeCredits(actor, id, { why: "The lesson was restored" })
  }
  const back = movedBy(changes)
  for (const lesson of listLessons(actor, back)) {
    if (lesson.startsAt <= now() && lesson.startsAt > since) throw new Refused("begun")
    release(actor, lesson.id)
    claim(actor, lesson, attendeesOn(actor, lesson, lesson.localDate))
  }
  acceptAgain(actor, accepted)
  resumeUpdates(actor, back)
  return back
}
