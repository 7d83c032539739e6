import { transactBriefly } from "db/brief-transactions.server"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq } from "drizzle-orm"
import { spellStatus } from "~/models/accounts/own-status/own-status"
import { listOwnStatuses } from "~/models/accounts/own-status/own-status.server"
import {
  type RegisterSeat,
  readRegister,
  undoRegister,
} from "~/models/attendance/register/read-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { joined } from "~/models/foundation/access/own.server"
import { givenBy } from "~/models/teaching/co-teacher/co-teacher.server"
import { suggestedCode } from "~/models/teaching/seat/seat"
import { findSeatedSession, ownSessions } from "~/models/teaching/seat/seated-session.server"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { RegisterRefusal } from "~/texts/attendance/refusals"
import { formatTimeRange } from "~/utils/clock-times"
import { nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { planRegister, type SeatEffect } from "../register/plan-register.server"
import type { NewMark } from "../register/register"
import { type RegisterTotals, sumTotals, totalText } from "../register/register-totals"
import { takeInTransaction } from "../register/take-register.server"
import { type DayMarking, type DayMarkingLesson, type DayMarkingStudent, mostAtOnce } from "./mark-day"
import { isMarkable } from "./teaching-day.server"

// A whole day at once: everyone is present, those with an absence notice as the notice says, but for what is chosen. What
// has attendance already is never touched.

/** The marks chosen for a day, by lesson. */
export type ChosenDay = ReadonlyMap<string, readonly NewMark[]>

type DayFilter = { teacherId?: string; roomId?: string }

/** What would be marked, and what each lesson and all of them come to, without marking anything. */
export async function planDay(
  actor: Actor,
  day: string,
  filter: DayFilter,
  chosen: ChosenDay = new Map(),
): Promise<DayMarking> {
  const rows = listSessionsOn(actor, day, day, filter, []).filter(({ state }) => state === "planned")
  const markable = rows.filter(isMarkable)
  const currency = seesFamilyMoney(actor) ? actor.school.currency : null
  const lessons: DayMarkingLesson[] = []
  const totals: RegisterTotals[] = []
  for (const row of markable.slice(0, mostAtOnce)) {
    const planned = planLesson(actor, row, chosen.get(row.id) ?? [])
    if (planned) {
      lessons.push(planned.lesson)
      totals.push(planned.effect)
    }
    await nextTurn()
  }
  return {
    lessons,
    effect: effectText(totalText(sumTotals(totals), { currency, paidPerson: null })),
    more: Math.max(0, markable.length - mostAtOnce),
    taken: rows.filter(({ register }) => register === "taken").length,
    later: rows.filter((row) => row.register !== "taken" && !isMarkable(row)).length,
    statuses: listOwnStatuses(actor)
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, name, countsAs }) => ({ id, name, countsAs })),
  }
}

/** A lesson as it would be marked; undefined where a mark that is chosen isn't offered, or for a student of another lesson. */
function planLesson(actor: Actor, row: SessionRow, chosen: readonly NewMark[]) {
  const session = findSeatedSession(actor, row.id)
  if (!session) return undefined
  const seats = readRegister(actor, session)
  const planned = planRegister(actor, session, marksOf(seats, chosen), seats)
  if (!planned.ok) return undefined
  const { effect } = planned.plan
  const of = new Map(chosen.map((mark) => [mark.studentId, mark]))
  const effects = new Map(effect.seats.map((each) => [each.studentId, each]))
  const lesson: DayMarkingLesson = {
    id: row.id,
    title: sessionTitle(row),
    range: formatTimeRange(row.startTime, sessionEnd(row)),
    teacherName: session.teacherName,
    students: seats.map((seat) => {
      const mark = of.get(seat.studentId)
      return {
        id: seat.studentId,
        name: seat.name,
        expected: expectedOf(seat),
        chosen: mark ? spellStatus({ code: mark.code, statusId: mark.statusId ?? null }) : "",
        effect: effectOfOther(effects.get(seat.studentId)),
      }
    }),
    effect: effectText(effect),
  }
  return { lesson, effect }
}

const expectedOf = (seat: Pick<RegisterSeat, "notice">): DayMarkingStudent["expected"] => {
  const code = suggestedCode(seat)
  return code === "excused" || code === "absent" ? code : "present"
}

/** What is said of a student who isn't simply present. */
const effectOfOther = (effect: SeatEffect | undefined) =>
  effect && effect.code !== "present" ? effect.text : null

const effectText = ({ lead, rest }: { lead: string; rest: string }) =>
  [`${lead}.`, rest].filter(Boolean).join(" ")

/** Everyone without a mark as expected, but for the marks that were chosen. */
function marksOf(seats: readonly RegisterSeat[], chosen: readonly NewMark[]): NewMark[] {
  const isChosen = new Set(chosen.map(({ studentId }) => studentId))
  const others = seats
    .filter(({ mark, studentId }) => !mark && !isChosen.has(studentId))
    .map((seat) => ({ studentId: seat.studentId, code: suggestedCode(seat) }))
  return [...others, ...chosen]
}

/**
 * Takes attendance of one lesson as it is expected, but for the marks that were chosen. Refused once there is any: a mark that
 * exists stays as it is.
 */
export function takeAsExpected(
  actor: Actor,
  sessionId: string,
  chosen: readonly NewMark[] = [],
): Result<void, RegisterRefusal> {
  return transactBriefly(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "session-unknown" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "stale" }
    const taken = takeInTransaction(actor, sessionId, {
      marks: marksOf(readRegister(actor, session), chosen),
    })
    return taken.ok ? { ok: true } : { ok: false, reason: taken.reason }
  })
}

/** Undoes what the actor took of a day between two instants (UTC ms); answers how many lessons, and how many stay. */
export function undoDay(
  actor: Actor,
  {
    day,
    teacherId,
    since,
    until,
  }: { day: string; teacherId: string | undefined; since: number; until: number },
): { undone: number; kept: number } {
  const rows = select({ id: sessions.id })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        ownSessions(actor),
        eq(sessions.localDate, day),
        teacherId ? givenBy(actor, teacherId) : undefined,
        eq(sessions.registerTakenBy, actor.memberId ?? ""),
        between(sessions.registerTakenAt, since, until),
      ),
    )
    .all()
  const undone = rows.filter(({ id }) => undoRegister(actor, id).ok).length
  return { undone, kept: rows.length - undone }
}
