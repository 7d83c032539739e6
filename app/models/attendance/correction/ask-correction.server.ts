import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { marks, ownStatuses } from "db/schema/attendance"
import { correctionRequests } from "db/schema/attendance-corrections"
import { members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { transactSmall } from "db/small-transactions.server"
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { listOffice } from "~/models/accounts/school/office.server"
import { lockFor, planRegister } from "~/models/attendance/register/plan-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  ownRows,
  params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { AnswerCorrectionRefusal, AskCorrectionRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import { formatDate, formatTime } from "~/utils/formats"
import { fullName, upperFirst } from "~/utils/names"
import type { Result } from "~/utils/result"
import { markText } from "../register/change-text"
import { takeInTransaction } from "../register/take-register.server"
import type { Correction } from "./correction"
import type { AskCorrectionForm } from "./correction-form"

// The requests to correct locked attendance, with what is recorded by now beside what is asked for.

export const correctionsPerPage = 25

/** What the office and the teacher decide on is a request with everything that names it. */
type CorrectionRow = Correction & {
  code: (typeof correctionRequests.$inferSelect)["code"]
  statusId: string | null
  minutesLate: number | null
  askedBy: string
  askedByEmail: string | null
}

const wantedStatus = alias(ownStatuses, "wanted_status")

const read = () =>
  select({
    id: correctionRequests.id,
    code: correctionRequests.code,
    statusId: correctionRequests.statusId,
    minutesLate: correctionRequests.minutesLate,
    reason: correctionRequests.reason,
    state: correctionRequests.state,
    answer: correctionRequests.answer,
    askedBy: correctionRequests.askedBy,
    askedByName: users.name,
    askedByEmail: users.email,
    wantedName: wantedStatus.name,
    recordedCode: marks.code,
    recordedMinutes: marks.minutesLate,
    recordedName: ownStatuses.name,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    className: classes.name,
    studentId: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(correctionRequests)
    .innerJoin(seats, joined(seats, correctionRequests.seatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(members, joined(members, correctionRequests.askedBy))
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(wantedStatus, joined(wantedStatus.id, correctionRequests.statusId))
    .leftJoin(marks, and(joined(marks.seatId, correctionRequests.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))

type Row = ReturnType<ReturnType<typeof read>["all"]>[number]

function correctionOf({
  wantedName,
  recordedCode,
  recordedMinutes,
  recordedName,
  firstName,
  lastName,
  ...row
}: Row): CorrectionRow {
  return {
    ...row,
    studentName: fullName({ firstName, lastName }),
    wanted: upperFirst(markText(row.code, row.minutesLate, wantedName)),
    recorded: recordedCode
      ? upperFirst(markText(recordedCode, recordedMinutes, recordedName))
      : "Not recorded",
  }
}

export function findCorrection(actor: Actor, correctionId: string): CorrectionRow | undefined {
  const row = read()
    .where(own(actor, correctionRequests, correctionId))
    .get()
  return row && correctionOf(row)
}

/** Written out: given a parameter, SQLite plans the statement again each time it is asked. */
const isAsked = sql`${correctionRequests.state} = 'asked'`

/** What waits for the office, the oldest request first. */
export const listAskedCorrections = (actor: Actor): CorrectionRow[] =>
  read()
    .where(and(own(actor, correctionRequests), isAsked))
    .orderBy(asc(correctionRequests.createdAt), asc(correctionRequests.id))
    .limit(100)
    .all()
    .map(correctionOf)

export const countAskedCorrections = (actor: Actor): number => countAsked.get(actor)?.n ?? 0

const countAsked = query(() => askedCorrectionsQuery())

/** Their number, of the school named `schoolId`: for a statement that reads it with more. */
export const askedCorrectionsQuery = () =>
  select({ n: count() })
    .from(correctionRequests)
    .where(and(own(params().schoolId, correctionRequests), isAsked))

/** What was answered or withdrawn, the newest request first: one page, and how many there are. */
export function listAnsweredCorrections(actor: Actor, page: number) {
  const isAnswered = and(own(actor, correctionRequests), ne(correctionRequests.state, "asked"))
  const total = select({ n: count() }).from(correctionRequests).where(isAnswered).get()?.n ?? 0
  const rows = read()
    .where(isAnswered)
    .orderBy(desc(correctionRequests.createdAt), desc(correctionRequests.id))
    .limit(correctionsPerPage)
    .offset((page - 1) * correctionsPerPage)
    .all()
    .map(correctionOf)
  return { total, rows }
}

const seatsOf = (actor: Actor, sessionId: string) =>
  select({ id: seats.id })
    .from(seats)
    .where(and(own(actor, seats), eq(seats.sessionId, sessionId)))

/** What was asked of one lesson, the newest request first. */
export const listCorrectionsOfSession = (actor: Actor, sessionId: string): CorrectionRow[] =>
  read()
    .where(and(own(actor, correctionRequests), inArray(correctionRequests.seatId, seatsOf(actor, sessionId))))
    .orderBy(desc(correctionRequests.createdAt), desc(correctionRequests.id))
    .limit(20)
    .all()
    .map(correctionOf)

// Emails about a requested correction, queued in the transaction of the request or the answer.

const factsOf = (
  { school }: Actor,
  { studentName, className, localDate, startTime, recorded, wanted }: CorrectionRow,
) => ({
  studentName,
  lesson: `${className}, ${formatDate(localDate, "full", school)}, ${formatTime(startTime, school)}`,
  recorded,
  wanted,
})

/** Tells the office that attendance waits to be corrected. */
function tellAsked(actor: Actor, correction: CorrectionRow) {
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "correction-asked", {
      teacherName: correction.askedByName,
      reason: correction.reason,
      ...factsOf(actor, correction),
    })
}

/**
 * Tells the teacher what the office answered. `recorded` is what it was before, `becomes` what the office made of it where that is
 * another status than the teacher asked for.
 */
export function tellAnswered(
  actor: Actor,
  correction: CorrectionRow,
  isApproved: boolean,
  becomes?: string | undefined,
): Reach {
  const teacher = { email: correction.askedByEmail, name: correction.askedByName }
  const reach = reachOf({ template: "correction-answered", schoolId: actor.school.id }, [teacher])
  if (!correction.askedByEmail) return reach
  mailTo(actor, { ...teacher, email: correction.askedByEmail }, "correction-answered", {
    sessionId: correction.sessionId,
    isApproved,
    answer: correction.answer,
    becomes,
    ...factsOf(actor, correction),
  })
  return reach
}

/**
 * Corrects the attendance as the teacher asked, for the teacher's reason: money and credits follow as for any correction of the
 * office. Once; `effect` says what it came to.
 */
export function approveCorrection(
  actor: Actor,
  correctionId: string,
): Result<{ correction: CorrectionRow; effect: string; reach: Reach }, AnswerCorrectionRefusal> {
  return transactSmall(() => {
    const correction = findCorrection(actor, correctionId)
    if (!correction) return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    const { sessionId, studentId, code, statusId, minutesLate, reason } = correction
    const taken = takeInTransaction(actor, sessionId, {
      marks: [{ studentId, code, statusId, minutesLate }],
      reason,
    })
    if (!taken.ok)
      return {
        ok: false,
        reason: taken.reason === "incomplete" || taken.reason === "status-unknown" ? taken.reason : "cannot",
      }
    decide(actor, correctionId, { state: "approved" })
    recordEvent(actor, "session.approve-correction", sessionId, {
      after: { name: correction.studentName, studentId },
    })
    const reach = tellAnswered(actor, correction, true)
    const seat = taken.effect.seats.find((each) => each.studentId === studentId)
    return { ok: true, correction, effect: seat?.change ?? "", reach }
  })
}

/** Declines with a reason that the teacher reads; the attendance stays as it is. */
export function declineCorrection(
  actor: Actor,
  correctionId: string,
  answer: string,
): Result<{ correction: CorrectionRow; reach: Reach }, AnswerCorrectionRefusal> {
  return transact(() => {
    const correction = findCorrection(actor, correctionId)
    if (!correction) return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    decide(actor, correctionId, { state: "declined", answer })
    recordEvent(actor, "session.decline-correction", correction.sessionId, {
      after: { name: correction.studentName, studentId: correction.studentId, reason: answer },
    })
    return { ok: true, correction, reach: tellAnswered(actor, { ...correction, answer }, false) }
  })
}

/** Writes what became of a request, in the caller's transaction. */
export function decide(actor: Actor, correctionId: string, to: Changes<typeof correctionRequests>) {
  change(actor, correctionRequests, correctionId, { ...to, decidedAt: now(), decidedBy: actor.memberId })
}

/**
 * Asks the office to correct a student's locked status in one of the actor's lessons; the office is told. Refused where the actor
 * could change it, where it is recorded like that already, and while an earlier request for the student waits.
 */
export function askCorrection(
  actor: Actor,
  sessionId: string,
  { studentId, code, statusId, minutesLate, reason }: AskCorrectionForm,
): Result<{ studentName: string }, AskCorrectionRefusal> {
  return transact(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "not-found" }
    if (!actor.memberId || session.registerTakenAt === null || lockFor(actor, session) !== "closed")
      return { ok: false, reason: "not-locked" }
    const planned = planRegister(actor, session, [{ studentId, code, statusId, minutesLate }])
    if (!planned.ok) return { ok: false, reason: refusalOf(planned.reason) }
    const plan = planned.plan.seats.find(({ seat }) => seat.studentId === studentId)
    const seatId = plan?.seat.mark ? plan.seat.seatId : null
    if (!plan || !seatId) return { ok: false, reason: "unknown-student" }
    if (!plan.isChanged) return { ok: false, reason: "unchanged" }
    if (findWaiting(actor, seatId)) return { ok: false, reason: "asked-already" }
    const id = add(actor, correctionRequests, {
      seatId,
      code,
      statusId,
      minutesLate,
      reason,
      askedBy: actor.memberId,
    })
    const correction = findCorrection(actor, id)
    if (!correction) throw new Error("A correction that was just asked for is there")
    recordEvent(actor, "session.ask-for-correction", session.id, {
      after: { name: correction.studentName, studentId, status: correction.wanted, reason },
    })
    tellAsked(actor, correction)
    return { ok: true, studentName: correction.studentName }
  })
}

const refusalOf = (reason: string): AskCorrectionRefusal =>
  reason === "unknown-student" || reason === "status-unknown" ? reason : "cannot"

const findWaiting = (actor: Actor, seatId: string) =>
  ownRows(actor, correctionRequests, ["id"])
    .where(and(eq(correctionRequests.seatId, seatId), eq(correctionRequests.state, "asked")))
    .get()

/** Takes a request of one's own back that the office hasn't answered. */
export function withdrawCorrection(
  actor: Actor,
  sessionId: string,
  correctionId: string,
): Result<{ studentName: string }, "not-found" | "answered"> {
  return transact(() => {
    const correction = findCorrection(actor, correctionId)
    if (correction?.sessionId !== sessionId || correction.askedBy !== actor.memberId)
      return { ok: false, reason: "not-found" }
    if (correction.state !== "asked") return { ok: false, reason: "answered" }
    change(actor, correctionRequests, correctionId, {
      state: "withdrawn",
      decidedAt: now(),
      decidedBy: actor.memberId,
    })
    recordEvent(actor, "session.withdraw-correction", sessionId, {
      after: { name: correction.studentName, studentId: correction.studentId },
    })
    return { ok: true, studentName: correction.studentName }
  })
}
