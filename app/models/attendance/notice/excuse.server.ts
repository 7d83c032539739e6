import { seats } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, ownRows } from "~/models/foundation/access/door.server"
import { may } from "~/models/foundation/access/permissions"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { settleNoticeCredits } from "~/models/teaching/credit/notice-credit.server"
import { listSeatCredits } from "~/models/teaching/credit/seat-credits.server"
import { noticeInTime } from "~/models/teaching/seat/seat"
import { expectedSeats } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { ExcuseRefusal } from "~/texts/attendance/refusals"
import type { Result } from "~/utils/result"
import { saveRegister } from "../correction/save-register.server"

/**
 * Counts a late absence as reported in time, because of an illness with a note: attendance suggests excused, and the
 * make-up credit that earns exists from now on. Where attendance says absent already it is corrected to excused, with the note
 * as the reason, by whoever may take attendance.
 */
export const excuseAbsence = (
  actor: Actor,
  studentId: string,
  seatId: string,
  note: string,
): Result<void, ExcuseRefusal> =>
  changeSeat(
    actor,
    studentId,
    seatId,
    ({ inTime, excusedBy }) => {
      if (inTime && excusedBy !== "allowance") return "in-time"
      write(actor, seatId, { excusedBy: "illness", excusedNote: note })
      recordEvent(actor, "seat.excuse", seatId, { after: { studentId, reason: note } })
      return undefined
    },
    { from: "absent", to: "excused", reason: note },
  )

/**
 * Takes such an exemption back, with the credit it earned; attendance that says excused is corrected to absent. Refused once a
 * make-up lesson is booked with it.
 */
export const withdrawExcuse = (
  actor: Actor,
  studentId: string,
  seatId: string,
): Result<void, ExcuseRefusal> =>
  changeSeat(
    actor,
    studentId,
    seatId,
    ({ excusedBy, startsAt, at }) => {
      if (excusedBy !== "illness") return "seat-unknown"
      const isUsed = listSeatCredits(actor, [seatId]).some(
        ({ isRevoked, usedOn }) => !isRevoked && usedOn !== null,
      )
      if (isUsed && !noticeInTime(at, startsAt, actor.school.noticeHours)) return "credit-used"
      write(actor, seatId, { excusedBy: null, excusedNote: null })
      recordEvent(actor, "seat.withdraw-excuse", seatId, { after: { studentId } })
      return undefined
    },
    { from: "excused", to: "absent", reason: "The exemption was withdrawn" },
  )

/** What becomes of a mark that exists, and why. */
type Correction = { from: MarkCode; to: MarkCode; reason: string }

type Noticed = { at: number; inTime: boolean; excusedBy: string | null; startsAt: number }

function changeSeat(
  actor: Actor,
  studentId: string,
  seatId: string,
  act: (notice: Noticed) => ExcuseRefusal | undefined,
  correction: Correction,
): Result<void, ExcuseRefusal> {
  return allOrNothing((): Result<void, ExcuseRefusal> => {
    const row = ownRows(actor, seats, ["sessionId"])
      .where(and(eq(seats.id, seatId), eq(seats.studentId, studentId)))
      .get()
    const session = row && findSeatedSession(actor, row.sessionId)
    const seat = session && expectedSeats(actor, session).find((each) => each.seatId === seatId)
    if (!session || !seat?.notice) return { ok: false, reason: "seat-unknown" }
    if (seat.mark && !may(actor, "register:take")) return { ok: false, reason: "marked" }
    if (seat.mark && seat.mark.code !== correction.from) return { ok: false, reason: "other-status" }
    const refusal = act({ ...seat.notice, startsAt: session.startsAt })
    if (refusal) return { ok: false, reason: refusal }
    if (seat.mark) return correct(actor, session.id, studentId, correction)
    settleNoticeCredits(actor, session.id, { studentId, why: "The exemption was withdrawn" })
    return { ok: true }
  })
}

/** Corrects the mark like anyone who changes attendance: charges and credits follow. */
function correct(
  actor: Actor,
  sessionId: string,
  studentId: string,
  { to, reason }: Correction,
): Result<void, ExcuseRefusal> {
  const taken = saveRegister(actor, sessionId, { marks: [{ studentId, code: to }], reason })
  if (taken.ok) return { ok: true }
  return { ok: false, reason: taken.reason === "locked" ? "locked" : "incomplete" }
}

function write(actor: Actor, seatId: string, values: Changes<typeof seats>) {
  change(actor, seats, seatId, values)
}
