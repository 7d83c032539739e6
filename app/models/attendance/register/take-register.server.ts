import { marks } from "db/schema/attendance"
import { transactSmall } from "db/small-transactions.server"
import { nameForFamilies } from "~/models/accounts/custom-status/custom-status"
import type { Actor } from "~/models/foundation/access/actor"
import { change, prepareAdd } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { reasonOf, seatDescription } from "~/models/money/charge/charge"
import { settle } from "~/models/money/charge/seat-charges.server"
import { coverSeat } from "~/models/money/package/package-cover.server"
import { confirmCredit, issueCredit, revokeCredits } from "~/models/teaching/credit/seat-credits.server"
import { creditUntilOf } from "~/models/teaching/credit/seat-terms"
import { tellLearning } from "~/models/teaching/lesson-email/lesson-email.server"
import { closeRegister, seatExpected, seatIdsOf } from "~/models/teaching/seat/seat.server"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { RegisterRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { markText } from "./change-text"
import type { RegisterMerging } from "./merge-registers"
import { mergedEntry } from "./merge-registers.server"
import {
  lockedBy,
  planRegister,
  type RegisterEffect,
  type RegisterPlan,
  type SeatPlan,
} from "./plan-register.server"
import type { NewMark } from "./register"
import {
  findWritten,
  notesChange,
  type RegisterNotes,
  readersOfNotes,
  writeNotes,
} from "./register-notes.server"

export type RegisterEntry = RegisterNotes & {
  marks: readonly NewMark[]
  /** What the register looked like when the form was made; a different one now means that someone else saved. */
  formStamp?: string
  /** What the page showed: with it, what someone else saved meanwhile is merged. */
  merging?: RegisterMerging
  /** Why attendance that is locked is corrected all the same. */
  reason?: string
}

/** What saving these marks would decide, without saving anything: with what someone else saved in between, as saving merges it. */
export function previewRegister(
  actor: Actor,
  sessionId: string,
  sent: RegisterEntry,
): Result<{ effect: RegisterEffect }, RegisterRefusal> {
  const session = findSeatedSession(actor, sessionId)
  if (!session) return { ok: false, reason: "session-unknown" }
  const form = mergedEntry(actor, session, sent, findWritten(actor, session.id))
  if (!form) return { ok: false, reason: "stale" }
  const planned = planRegister(actor, session, form.marks)
  return planned.ok ? { ok: true, effect: planned.plan.effect } : planned
}

/**
 * Takes the register of a session, or corrects it: everyone expected has exactly one current mark afterwards, is
 * charged what it says, and has the credit it earns. Only changed seats are touched; saving the same again changes
 * nothing. From ten minutes before the start. What someone else saved in between is merged; refused where both changed the same.
 */
export const takeRegister = (actor: Actor, sessionId: string, sent: RegisterEntry): TakenRegister =>
  transactSmall(() => takeInTransaction(actor, sessionId, sent))

/** Notes of earlier lessons, as of a roster that is brought in, aren't emailed. */
const recentMs = 14 * 86_400_000

export type TakenRegister = Result<{ session: SeatedSession; effect: RegisterEffect }, RegisterRefusal>

/** The same in the caller's transaction: one within it would keep what every statement has changed until it ends. */
export function takeInTransaction(actor: Actor, sessionId: string, sent: RegisterEntry): TakenRegister {
  const session = findSeatedSession(actor, sessionId)
  if (!session) return { ok: false, reason: "session-unknown" }
  const written = findWritten(actor, session.id)
  const form = mergedEntry(actor, session, sent, written)
  if (!form) return { ok: false, reason: "stale" }
  const checked = planRegister(actor, session, form.marks)
  if (!checked.ok) return checked
  const locked = lockedBy(actor, session, checked.plan, form.reason)
  if (locked) return { ok: false, reason: locked }
  const expected = new Set(checked.plan.seats.map(({ seat }) => seat.studentId))
  if (Object.keys(form.studentNotes ?? {}).some((studentId) => !expected.has(studentId)))
    return { ok: false, reason: "unknown-student" }
  const changesNotes = notesChange(written, form)
  const isFirst = session.registerTakenAt === null
  if (!checked.plan.changesSomething && !changesNotes && !isFirst)
    return { ok: true, session, effect: checked.plan.effect }
  if (form.formStamp !== undefined && form.formStamp !== written.stamp) return { ok: false, reason: "stale" }

  const planned = seated(actor, session, form, checked.plan)
  if (!planned.ok) return planned
  const { seats: plans, effect } = planned.plan
  // First, so that undoing knows from its instant what followed from it.
  if (isFirst) closeRegister(actor, session.id)
  for (const plan of plans) writeSeatMark(actor, session, plan)
  writeNotes(actor, session.id, written, form)
  record(actor, session, plans, effect, form.reason)
  if (session.startsAt > now() - recentMs)
    tellLearning(
      actor,
      readersOfNotes(written, form, [...expected], isFirst).map((studentId) => ({
        kind: "note",
        id: session.id,
        studentId,
      })),
    )
  return { ok: true, session, effect }
}

/** Seats that only followed from enrollments become rows, and the plan knows them by id; nothing else about them changes. */
function seated(
  actor: Actor,
  session: SeatedSession,
  form: RegisterEntry,
  plan: RegisterPlan,
): ReturnType<typeof planRegister> {
  if (plan.seats.every(({ seat }) => seat.seatId)) return { ok: true, plan }
  seatExpected(actor, session.id)
  // Someone who is enrolled twice has one seat after all.
  const students = new Set(plan.seats.map(({ seat }) => seat.studentId))
  if (students.size < plan.seats.length) return planRegister(actor, session, form.marks)
  const idOf = seatIdsOf(actor, session.id)
  const withId = ({ seat, ...rest }: SeatPlan) => ({
    ...rest,
    seat: { ...seat, seatId: seat.seatId ?? idOf.get(seat.studentId) ?? null },
  })
  return { ok: true, plan: { ...plan, seats: plan.seats.map(withId) } }
}

/** Does what was planned for a seat, in the caller's transaction. */
export function writeSeatMark(actor: Actor, session: SeatedSession, plan: SeatPlan) {
  const { seat, wanted: newMarks, settlement, cover, isChanged } = plan
  if (!isChanged && !settlement && !cover) return
  if (!seat.seatId) throw new Error("A seat is marked after it was made")
  const { code } = newMarks.outcome
  const { minutesLate, status } = newMarks
  const statusName = nameForFamilies(status)
  const markId = isChanged ? remark(actor, seat.seatId, plan) : seat.mark?.markId
  if (!markId) throw new Error("A seat that is settled has a mark")
  const why = seat.mark
    ? `Changed from ${markText(seat.mark.code, seat.mark.minutesLate, seat.mark.statusName)} to ${markText(code, minutesLate, status?.name)}`
    : "Attendance taken"
  if (settlement)
    settle(
      actor,
      settlement,
      {
        familyId: seat.familyId,
        studentId: seat.studentId,
        seatId: seat.seatId,
        markId,
        description: seatDescription(seat, session),
        reason: reasonOf({ code, minutesLate, statusName, notice: seat.terms.notice }),
        occurredOn: session.localDate,
      },
      why,
    )
  if (cover) coverSeat(actor, seat.seatId, cover)
  revokeCredits(actor, plan.revoke, why)
  if (plan.confirm) confirmCredit(actor, plan.confirm, markId)
  if (plan.issuesCredit)
    issueCredit(actor, {
      studentId: seat.studentId,
      originMarkId: markId,
      originSeatId: seat.seatId,
      minutes: session.minutes,
      prepaidPercent: newMarks.outcome.chargedPercent,
      expiresOn: creditUntilOf(seat.terms, newMarks.outcome),
    })
}

/** The new current mark, with the outcome's effect as it is now; the old one is superseded. */
function remark(
  actor: Actor,
  seatId: string,
  { seat, wanted: newMarks, keepsEffect, issuesCredit, confirm }: SeatPlan,
): string {
  if (seat.mark) change(actor, marks, seat.mark.markId, { supersededAt: now() })
  const { code, chargedPercent, paidPercent, countsAsAttended } = newMarks.outcome
  return addMark(actor, {
    seatId,
    code,
    statusId: newMarks.status?.id ?? null,
    minutesLate: newMarks.minutesLate,
    chargedPercent,
    paidPercent,
    issuesCredit: keepsEffect ? (seat.mark?.issuesCredit ?? false) : issuesCredit || confirm !== null,
    countsAsAttended,
    markedBy: actor.memberId,
  })
}

/** A register has a dozen of them. */
const addMark = prepareAdd(marks)

function record(
  actor: Actor,
  session: SeatedSession,
  plans: readonly SeatPlan[],
  effect: RegisterEffect,
  reason: string | undefined,
) {
  const changed = plans.filter(({ isChanged, settlement, cover }) => isChanged || settlement || cover)
  if (changed.length === 0) return
  const corrections = changed.filter(({ seat }) => seat.mark)
  const effects = new Map(effect.seats.map((seat) => [seat.studentId, seat]))
  if (corrections.length && reason)
    recordEvent(actor, "session.explain-correction", session.id, { after: { reason } })
  recordEvent(actor, corrections.length ? "session.correct-register" : "session.take-register", session.id, {
    before: corrections.length
      ? corrections.map(({ seat }) => ({
          studentId: seat.studentId,
          mark: seat.mark?.code,
          status: seat.mark?.statusName ?? undefined,
          minutesLate: seat.mark?.minutesLate ?? undefined,
        }))
      : undefined,
    after: changed.map(({ seat, wanted: newMarks }) => ({
      studentId: seat.studentId,
      mark: newMarks.outcome.code,
      status: newMarks.status?.name,
      minutesLate: newMarks.minutesLate ?? undefined,
      chargedMinor: effects.get(seat.studentId)?.chargedMinor,
      creditUntil: effects.get(seat.studentId)?.creditUntil ?? undefined,
    })),
  })
}
