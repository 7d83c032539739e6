import { transact } from "db/client.server"
import { seats, sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, hasRow, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { returnCredits } from "~/models/teaching/credit/seat-credits.server"
import type { Result } from "~/utils/result"
import { findBookedTrial, tellTrialSoon } from "../booked-trial/booked-trial.server"
import { giveCancelCredits, hasSpentCancelCredit } from "../credit/cancel-credits.server"
import { settleNoticeCredits } from "../credit/notice-credit.server"
import { listSpentIn, spendAgain } from "../credit/redeem-credit.server"
import { claim, release } from "./claim.server"
import type { Clash } from "./clash"
import { forgetUntold } from "./closure-untold.server"
import { pauseUpdates, queueUpdates, resumeUpdates } from "./reader-updates.server"
import { listSessionsToTell } from "./session-list.server"
import {
  attendeesOn,
  checkSlot,
  findSessionRow,
  giverOf,
  type Override,
  type SlotRefusal,
} from "./slot.server"
import { keepLessons } from "./stranded-causes.server"

/**
 * Calls a session off, with a reason that families may read, and frees teacher, room and students. Refused when its
 * register is taken or it is canceled already. Credits used for a slot in it are open again, those that a notice has
 * earned for it are revoked, and its students get those that the attendance rules give, unless its class has no such lesson
 * any more (`isRemoved`). Families and the teacher are told by mail in two minutes, unless the caller tells them (`silent`); so is
 * whoever booked it as a trial lesson and has no student yet, unless the caller does that (`tellsBooker`).
 */
export function cancelSession(
  actor: Actor,
  sessionId: string,
  reason: string,
  {
    silent = false,
    isRemoved = false,
    tellsBooker = true,
  }: { silent?: boolean; isRemoved?: boolean; tellsBooker?: boolean } = {},
): Result<void, "no-session" | "has-register" | "is-cancelled"> {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "has-register" }
    if (session.state === "cancelled") return { ok: false, reason: "is-cancelled" }
    const before = silent ? [] : listSessionsToTell(actor, [sessionId])
    const trial = tellsBooker ? findBookedTrial(actor, sessionId) : undefined
    const spent = listSpentIn(actor, [sessionId])
    const spentIds = spent.flatMap(({ credits }) => credits)
    change(actor, sessions, sessionId, { state: "cancelled", cancelReason: reason })
    release(actor, sessionId)
    settleNoticeCredits(actor, sessionId, { why: "The school canceled the lesson" })
    const madeUp = returnCredits(actor, sessionId, session.localDate)
    if (!isRemoved) giveCancelCredits(actor, sessionId, madeUp)
    recordEvent(actor, "session.cancel", sessionId, {
      after: { reason, ...(spentIds.length > 0 ? { spentIds } : {}) },
    })
    if (!silent) queueUpdates(actor, before)
    else pauseUpdates(actor, sessionId)
    tellTrialSoon(actor, trial, reason)
    return { ok: true }
  })
}

type Restored = Result<void, "no-session" | "not-cancelled" | "credit-used"> | SlotRefusal

/**
 * Puts a canceled session back where it was, with the class's own teacher where its teacher is gone before it, and takes back the credits that its cancellation gave; make-up credits that had paid
 * for spots in it pay for them again, unless they are spent by then. Refused when its place has been taken in the meantime, or a
 * credit that it gave is spent. Whoever knows it as canceled is told in two minutes, unless the caller tells them (`silent`).
 */
export function restoreSession(
  actor: Actor,
  sessionId: string,
  override?: Override,
  {
    silent = false,
    despiteLeave = false,
    stood,
  }: { silent?: boolean; despiteLeave?: boolean; stood?: (clash: Clash) => boolean } = {},
): Restored {
  return allOrNothing((): Restored => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" }
    if (session.state !== "cancelled") return { ok: false, reason: "not-cancelled" }
    if (hasSpentCancelCredit(actor, sessionId)) return { ok: false, reason: "credit-used" }
    spendAgain(actor, sessionId)
    const studentIds = attendeesOn(actor, session, session.localDate)
    const teacherId = giverOf(actor, session, session.localDate)
    const slot = { ...session, teacherId, date: session.localDate }
    const checked = checkSlot(actor, slot, studentIds, {
      override,
      exceptSessionId: sessionId,
      classId: session.classId,
      despiteLeave,
      despiteHours: true,
      isBack: true,
      stood,
    })
    if (!checked.ok) return checked
    const before = listSessionsToTell(actor, [sessionId])
    const trial = findBookedTrial(actor, sessionId)
    change(actor, sessions, sessionId, { state: "planned", cancelReason: null, teacherId })
    settleNoticeCredits(actor, sessionId, { why: "The lesson was restored" })
    claim(actor, { ...session, teacherId }, studentIds, checked.accepted)
    if (checked.accepted) keepLessons(actor, [sessionId], checked.accepted.reason)
    recordEvent(actor, "session.restore", sessionId, {
      before: { reason: session.cancelReason },
      after: { accepted: checked.accepted?.reason },
    })
    // What was canceled for a closure without a word is back without one.
    if (silent || forgetUntold(actor, sessionId)) resumeUpdates(actor, [sessionId])
    else queueUpdates(actor, before)
    tellTrialSoon(actor, trial)
    return { ok: true }
  })
}

/**
 * Takes a session out of the calendar. One about which something was said or noted is
 * canceled with the reason instead; one with a register stays.
 */
export const removeSession = (
  actor: Actor,
  sessionId: string,
  reason: string,
): "removed" | "cancelled" | "kept" => transact(() => takeOut(actor, sessionId, reason))

function takeOut(actor: Actor, sessionId: string, reason: string): "removed" | "cancelled" | "kept" {
  const session = findSessionRow(actor, sessionId)
  if (!session || session.registerTakenAt !== null || session.state === "cancelled") return "kept"
  const isSeated = hasRow(actor, seats, eq(seats.sessionId, sessionId))
  const isTold = isSeated || findBookedTrial(actor, sessionId) !== undefined
  if (isTold || !removeRow(actor, sessionId))
    return cancelSession(actor, sessionId, reason, { silent: true, isRemoved: true }).ok
      ? "cancelled"
      : "kept"
  pauseUpdates(actor, sessionId)
  recordEvent(actor, "session.remove", sessionId, {
    before: { classId: session.classId, date: session.localDate, startTime: session.startTime },
    after: { reason },
  })
  return "removed"
}

/** Whether nothing in the school refers to it, so that the row could go. */
function removeRow(actor: Actor, sessionId: string): boolean {
  try {
    transact(() => {
      release(actor, sessionId)
      remove(actor, sessions, sessionId)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) return false
    throw error
  }
}
