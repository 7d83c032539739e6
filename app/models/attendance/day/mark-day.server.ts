import { students } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { transactSmall } from "db/small-transactions.server"
import { and, between, eq, inArray } from "drizzle-orm"
import { spellStatus } from "~/models/accounts/custom-status/custom-status"
import { listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import {
  type RegisterSeat,
  readRegister,
  undoRegister,
} from "~/models/attendance/register/read-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { suggestedCode } from "~/models/teaching/seat/seat"
import { findSeatedSession, ownSessions } from "~/models/teaching/seat/seated-session.server"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { RegisterRefusal } from "~/texts/attendance/refusals"
import { digestOf } from "~/utils/digest.server"
import { formatTimeRange } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { planRegister, type RegisterEffect, type SeatEffect } from "../register/plan-register.server"
import type { NewMark } from "../register/register"
import { type RegisterTotals, sumTotals, totalText } from "../register/register-totals"
import { takeInTransaction } from "../register/take-register.server"
import {
  type DayMarking,
  type DayMarkingLesson,
  type DayMarkingStudent,
  mostAtOnce,
  mostStudentsAtOnce,
} from "./mark-day"
import { isMarkable } from "./teaching-day.server"

// A whole day at once: everyone is present, those with an absence notice as the notice says, but for what is chosen. What
// has attendance already is never touched.

/** The marks chosen for a day, by lesson. */
export type ChosenDay = ReadonlyMap<string, readonly NewMark[]>

type DayFilter = { teacherId?: string; roomId?: string }

/**
 * What would be marked, and what each lesson and the selected ones come to, without marking anything. Each is planned by itself:
 * where an earlier lesson takes what a later one counts on, such as a package's last unit, taking it tells (`takeAsShown`).
 */
export async function planDay(
  actor: Actor,
  day: string,
  filter: DayFilter,
  { chosen = new Map(), selected }: { chosen?: ChosenDay; selected?: readonly string[] } = {},
): Promise<DayMarking> {
  const rows = listSessionsOn(actor, day, day, filter, []).filter(({ state }) => state === "planned")
  const markable = rows.filter(isMarkable)
  const currency = seesFamilyMoney(actor) ? actor.school.currency : null
  const lessons: DayMarkingLesson[] = []
  const totals: RegisterTotals[] = []
  const shown = markable.slice(0, fittingAtOnce(markable))
  for (const row of shown) {
    const planned = planLesson(actor, row, chosen.get(row.id) ?? [])
    if (planned) {
      lessons.push(planned.lesson)
      if (!selected || selected.includes(row.id)) totals.push(planned.effect)
    }
    await nextTurn()
  }
  return {
    lessons,
    effect: effectText(totalText(sumTotals(totals), { currency, paidPerson: null })),
    more: markable.length - shown.length,
    taken: rows.filter(({ register }) => register === "taken").length,
    later: rows.filter((row) => row.register !== "taken" && !isMarkable(row)).length,
    statuses: listOwnStatuses(actor)
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, name, countsAs }) => ({ id, name, countsAs })),
  }
}

/** Whether a form names only lessons and students that the actor may mark, also where the choice is left blank. */
export function knowsAll(
  actor: Actor,
  named: readonly string[],
  marks: Record<string, Record<string, unknown>>,
): boolean {
  const lessons = [...new Set(named)]
  const pupils = [...new Set(Object.values(marks).flatMap((ofLesson) => Object.keys(ofLesson)))]
  if (lessons.length > 2 * mostAtOnce || pupils.length > 2 * mostStudentsAtOnce) return false
  const known = select({ id: sessions.id })
    .from(sessions)
    .where(and(ownSessions(actor), inArray(sessions.id, lessons)))
  const present = ownRows(actor, students, ["id"]).where(inArray(students.id, pupils))
  return known.all().length === lessons.length && present.all().length === pupils.length
}

/** How many lessons, the first ones, fit on the page; one always does. */
function fittingAtOnce(rows: readonly SessionRow[]): number {
  let students = 0
  const end = rows.findIndex((row, index) => {
    students += row.students.length
    return index === mostAtOnce || (index > 0 && students > mostStudentsAtOnce)
  })
  return end < 0 ? rows.length : end
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
    sign: signOf(effect),
  }
  return { lesson, effect }
}

const signOf = ({ seats, lead, rest }: RegisterEffect) => digestOf([seats, lead, rest])

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
  return transactSmall(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "session-unknown" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "stale" }
    const taken = takeInTransaction(actor, sessionId, {
      marks: marksOf(readRegister(actor, session), chosen),
    })
    return taken.ok ? { ok: true } : { ok: false, reason: taken.reason }
  })
}

/**
 * The same, as the page showed it by its sign. What it comes to is compared before anything is saved: an earlier lesson of the
 * day, an absence notice or a new price may have changed it.
 */
export const takeAsShown = (
  actor: Actor,
  sessionId: string,
  chosen: readonly NewMark[],
  sign: string | undefined,
): "taken" | "left" | "changed" =>
  transactSmall(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session || session.registerTakenAt !== null) return "left"
    const seats = readRegister(actor, session)
    const planned = planRegister(actor, session, marksOf(seats, chosen), seats)
    if (!planned.ok) return "left"
    if (signOf(planned.plan.effect) !== sign) return "changed"
    return takeAsExpected(actor, sessionId, chosen).ok ? "taken" : "left"
  })

type Act = { lessons: readonly string[]; since: number; until: number }

/** Those of the lessons whose attendance the actor took between two instants (UTC ms). */
export const listTaken = (actor: Actor, { lessons, since, until }: Act): string[] =>
  select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        ownSessions(actor),
        inArray(sessions.id, [...lessons]),
        eq(sessions.registerTakenBy, actor.memberId ?? ""),
        between(sessions.registerTakenAt, since, until),
      ),
    )
    .all()
    .map(({ id }) => id)

/** Undoes the lessons of an act, as far as they are as it left them; answers how many, and how many keep their attendance. */
export async function undoDay(actor: Actor, act: Act): Promise<{ undone: number; kept: number }> {
  const ids = listTaken(actor, act)
  let undone = 0
  for (const id of ids) {
    if (undoRegister(actor, id).ok) undone += 1
    await nextTurn()
  }
  return { undone, kept: ids.length - undone }
}
