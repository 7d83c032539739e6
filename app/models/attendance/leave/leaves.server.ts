import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, desc, eq, gt, gte, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import { changeSettings, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import { withChanges } from "~/models/foundation/access/row-changes.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { settleTuition } from "~/models/money/charge/settle-tuition.server"
import { listMonthChanges, type MonthChange } from "~/models/money/ledger/preview-leaving.server"
import { findStudent } from "~/models/people/student/student.server"
import { countBooked, leaveAllClasses, undoDrop } from "~/models/teaching/class/leave-class.server"
import { settleNoticeCredits } from "~/models/teaching/credit/notice-credit.server"
import { listSeatCredits, revokeCredits } from "~/models/teaching/credit/seat-credits.server"
import { leaveOn } from "~/models/teaching/leave/leave"
import { listContinuing, listLeaves } from "~/models/teaching/leave/leave.server"
import { feesFollow } from "~/models/teaching/price/fees-follow.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { settleClashes } from "~/models/teaching/session/settle-clashes.server"
import { changeStatus, undoStatus } from "~/models/teaching/student-status/change-status.server"
import { cancelPlannedStatus } from "~/models/teaching/student-status/future-status.server"
import type {
  AnswerLeaveRefusal,
  AskLeaveRefusal,
  LeaveRefusal,
  UndoApprovalRefusal,
  UndoLeaveRefusal,
} from "~/texts/attendance/leave"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { digestOf } from "~/utils/digest.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import {
  type LeaveChange,
  type LeaveRequest,
  type LeaveRules,
  type LeaveWish,
  leaveInShort,
} from "./leave-types"
import { askedLeave, takeAnswerBack, tellAnswer, tellLeave } from "./tell-leave.server"

// A leave keeps the spot of a student and takes them out of the lessons of its days: these expect no one, charge nothing and earn no
// credit, and a monthly fee costs so much of its days as the leave says. Attendance that was taken stays. Everything follows from the
// row of the leave, so it ends by itself; what was booked and charged is brought in line whenever the row changes.

const forever = "9999-12-31"

type Days = { startsOn: string; endsOn: string | null }
type Row = typeof leaves.$inferSelect

/** Whether families ask for leaves in the portal, how many days before, and what a leave usually costs of a monthly fee. */
export function findLeaveRules(actor: Actor): LeaveRules {
  const { takesLeaveRequests, leaveNoticeDays, endNoticeDays, leaveFeePercent } = findSchoolSettings(actor)
  return { takesLeaveRequests, leaveNoticeDays, endNoticeDays, leaveFeePercent }
}

/** Changes it for what is asked for and recorded from now on. */
export const changeLeaveRules = (actor: Actor, rules: LeaveRules) => changeSettings(actor, "leave", rules)

/**
 * Records a leave of a student, or of all students of the family who are enrolled in it. All of them or none: refused for a former
 * student, without a class in those days, and where a leave of theirs has a day of it already.
 */
export const recordLeave = (
  actor: Actor,
  studentId: string,
  form: LeaveWish,
): Result<{ names: string[]; leaveIds: string[] }, LeaveRefusal> =>
  allOrNothing(() => {
    const written = writeLeaves(actor, studentId, form)
    if (!written.ok) return written
    for (const { studentId: id, leaveId } of written.made) {
      settleFees(actor, id, form.startsOn)
      tell(actor, leaveId, null)
    }
    return {
      ok: true as const,
      names: written.made.map(({ name }) => name),
      leaveIds: written.made.map(({ leaveId }) => leaveId),
    }
  })

type Made = { studentId: string; leaveId: string; name: string }

/** The rows, bookings and credits, without the fees. */
function writeLeaves(
  actor: Actor,
  studentId: string,
  { classId, endsOn, isForFamily, startsOn, feePercent, reason }: LeaveWish,
): Result<{ made: Made[] }, LeaveRefusal> {
  const student = findStudent(actor, studentId)
  if (!student || student.erasedAt !== null) return { ok: false, reason: "not-found" }
  const wish = { classId: isForFamily ? null : classId || null, startsOn, endsOn, feePercent, reason }
  const all = isForFamily ? listFamily(actor, student.familyId) : [student]
  const made: Made[] = []
  for (const each of all) {
    const refusal = refusalOf(actor, each, wish)
    if (refusal === "no-class" && isForFamily && each.id !== studentId) continue
    if (refusal) return { ok: false, reason: refusal }
    const leaveId = add(actor, leaves, {
      ...{ studentId: each.id, kind: "leave", state: "approved", ...wish },
      ...{ memberId: actor.memberId, answeredAt: now() },
    })
    recordEvent(actor, "student.record-leave", each.id, { after: { startsOn, endsOn, feePercent, reason } })
    const followed = follow(actor, each.id, wish)
    if (!followed.ok) return followed
    made.push({ studentId: each.id, leaveId, name: fullName(each) })
  }
  return { ok: true, made }
}

const listFamily = (actor: Actor, familyId: string) =>
  ownRows(actor, students)
    .where(and(eq(students.familyId, familyId), isNull(students.erasedAt), ne(students.status, "former")))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()

/** The family's other students who are enrolled, by first name. */
export const listSiblings = (actor: Actor, { id, familyId }: { id: string; familyId: string }) =>
  listFamily(actor, familyId).filter((each) => each.id !== id && listClassesOf(actor, each.id).length > 0)

type Wish = Days & { classId: string | null }

function refusalOf(
  actor: Actor,
  student: { id: string; status: string },
  wish: Wish,
): Exclude<LeaveRefusal, "clash" | "not-found"> | undefined {
  if (student.status === "former") return "former"
  if (listStays(actor, student.id, wish).length === 0) return "no-class"
  const away = listLeaves(actor, [student.id], { from: wish.startsOn, to: wish.endsOn ?? forever })
  const wished = wish.classId === null ? null : listContinuing(actor, wish.classId)
  const isSame = (ids: readonly string[] | null) =>
    ids === null || wished === null || ids.some((id) => wished.includes(id))
  return away.some(({ classIds }) => isSame(classIds)) ? "overlaps" : undefined
}

/** The enrollments of a student in days, of one class and those that continue it or of all. */
const listStays = (actor: Actor, studentId: string, { classId, startsOn, endsOn }: Wish) =>
  select({
    ...columns(enrollments, "id", "classId", "startsOn", "endsOn"),
    name: classes.name,
    continuesId: classes.continuesId,
    teacherId: classes.teacherId,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        classId === null ? undefined : among(enrollments.classId, listContinuing(actor, classId)),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, startsOn)),
        or(isNull(classes.endedOn), gte(classes.endedOn, startsOn)),
      ),
    )
    .all()
    .filter((stay) => endsOn === null || stay.startsOn <= endsOn)

/** Who gives the lessons of a leave. */
const teachersOf = (actor: Actor, { studentId, ...wish }: Row): string[] =>
  listStays(actor, studentId, wish).flatMap(({ teacherId }) => teacherId ?? [])

function tell(actor: Actor, leaveId: string, was: Pick<Row, "endsOn"> | null, how?: { isAnswered: boolean }) {
  const leave = find(actor, leaves, leaveId)
  if (leave) tellLeave(actor, leave, was && { endsOn: was.endsOn }, teachersOf(actor, leave), how)
}

/** The classes that a student can be on leave from, by name; one that continues another of them goes with that. */
export function listClassesOf(actor: Actor, studentId: string): { id: string; name: string }[] {
  const stays = listStays(actor, studentId, { classId: null, startsOn: todayOf(actor), endsOn: null })
  const ids = new Set(stays.map(({ classId }) => classId))
  const first = stays.filter(({ continuesId }) => continuesId === null || !ids.has(continuesId))
  return [...new Map(first.map(({ classId, name }) => [classId, { id: classId, name }])).values()].sort(
    (a, b) => a.name.localeCompare(b.name),
  )
}

/** Brings the bookings and credits of a student in line with their leaves in some days. Refused where a lesson that expects them again clashes. */
function follow(
  actor: Actor,
  studentId: string,
  { startsOn, endsOn }: Days,
): Result<void, Extract<LeaveRefusal, "clash">> {
  const stays = listStays(actor, studentId, { classId: null, startsOn, endsOn })
  for (const { id } of stays) bookStudent(actor, id)
  settleCredits(actor, studentId, { startsOn, endsOn })
  const inDays = select({ id: sessions.id })
    .from(sessions)
    .innerJoin(bookings, joined(sessions, bookings.sessionId))
    .where(
      and(
        own(actor, sessions),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, studentId),
        between(sessions.localDate, startsOn, endsOn ?? forever),
        gt(sessions.startsAt, now()),
      ),
    )
    .all()
  const settled = settleClashes(
    actor,
    inDays.map(({ id }) => id),
    { concerns: ({ resource, resourceId }) => resource === "student" && resourceId === studentId },
  )
  return settled.ok ? { ok: true } : { ok: false, reason: "clash" }
}

/** A reported absence within a leave earns no credit, and earns it again once the leave is another. */
function settleCredits(actor: Actor, studentId: string, { startsOn, endsOn }: Days) {
  const noticed = select({
    seatId: seats.id,
    sessionId: sessions.id,
    classId: sessions.classId,
    day: sessions.localDate,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(actor, seats),
        eq(seats.studentId, studentId),
        eq(seats.kind, "enrolled"),
        isNotNull(seats.noticeAt),
        between(sessions.localDate, startsOn, endsOn ?? forever),
      ),
    )
    .all()
  if (noticed.length === 0) return
  const away = listLeaves(actor, [studentId], { from: startsOn, to: endsOn ?? forever })
  const isAway = ({ classId, day }: (typeof noticed)[number]) =>
    leaveOn(away, { studentId, classId }, day) !== undefined
  const credits = listSeatCredits(
    actor,
    noticed.filter(isAway).map(({ seatId }) => seatId),
  )
  revokeCredits(
    actor,
    credits.filter(({ isFromNotice, isRevoked, usedOn }) => isFromNotice && !isRevoked && usedOn === null),
    "On leave",
  )
  for (const seat of noticed)
    if (!isAway(seat)) settleNoticeCredits(actor, seat.sessionId, { studentId, why: "Back from leave" })
}

/** Monthly fees that were charged follow at once; those to come as they are charged. */
function settleFees(actor: Actor, studentId: string, startsOn: string) {
  for (const { id, classId } of listStays(actor, studentId, { classId: null, startsOn, endsOn: null })) {
    settleTuition(actor, id)
    feesFollow(actor, { classId, enrollmentId: id })
  }
}

export type LeaveEffect = {
  /** Planned lessons in it without attendance, and those whose attendance is taken and stays. */
  lessons: number
  marked: number
  /** Months that were charged and change; none for members who don't see prices. Amounts in minor units. */
  fees: MonthChange[]
  names: string[]
  /** What it says in short, to tell whether it is another one since. */
  sign: string
}

/** What recording a leave would bring; it runs and is taken back. */
export const previewLeave = (
  actor: Actor,
  studentId: string,
  form: LeaveWish,
): Result<{ effect: LeaveEffect }, LeaveRefusal> =>
  rehearse((): Result<{ effect: LeaveEffect }, LeaveRefusal> => {
    const before = lessonsIn(actor, studentId, form)
    const written = writeLeaves(actor, studentId, form)
    if (!written.ok) return written
    const ids = written.made.map(({ studentId: id }) => id)
    const all = new Map([before, ...ids.map((id) => lessonsIn(actor, id, form))].flatMap((each) => [...each]))
    const marked = [...all.values()].filter(Boolean).length
    const stays = ids.flatMap((id) =>
      listStays(actor, id, { classId: null, startsOn: form.startsOn, endsOn: null }),
    )
    const effect = {
      lessons: all.size - marked,
      marked,
      fees: listMonthChanges(actor, stays),
      names: written.made.map(({ name }) => name),
    }
    return { ok: true, effect: { ...effect, sign: digestOf(effect) } }
  })

/** The planned lessons that expect a student in days, each with whether its attendance is taken. */
function lessonsIn(
  actor: Actor,
  studentId: string,
  { classId, startsOn, endsOn, isForFamily }: LeaveWish,
): Map<string, boolean> {
  const days = { classId: isForFamily ? null : classId || null, startsOn, endsOn }
  const stays = listStays(actor, studentId, days)
  const found = ownRows(actor, sessions, {
    id: sessions.id,
    classId: sessions.classId,
    day: sessions.localDate,
    taken: sessions.registerTakenAt,
  })
    .where(
      and(
        among(
          sessions.classId,
          stays.map((stay) => stay.classId),
        ),
        eq(sessions.state, "planned"),
        between(sessions.localDate, startsOn, endsOn ?? forever),
      ),
    )
    .all()
  const isTheirs = ({ classId, day }: (typeof found)[number]) =>
    stays.some(
      (stay) =>
        stay.classId === classId && stay.startsOn <= day && (stay.endsOn === null || day <= stay.endsOn),
    )
  return new Map(found.filter(isTheirs).map(({ id, taken }) => [id, taken !== null]))
}

const isFound = (row: Row | undefined, studentId: string): row is Row =>
  row !== undefined && row.studentId === studentId && row.state === "approved" && row.kind === "leave"

/** Gives a leave another last day or fee. Refused before its first day, and where a lesson that expects the student again clashes. */
export const changeLeave = (
  actor: Actor,
  studentId: string,
  { leave, endsOn, feePercent }: LeaveChange,
): Result<void, LeaveRefusal | "before-start"> =>
  allOrNothing((): Result<void, LeaveRefusal | "before-start"> => {
    const found = find(actor, leaves, leave)
    if (!isFound(found, studentId)) return { ok: false, reason: "not-found" }
    if (endsOn !== null && endsOn < found.startsOn) return { ok: false, reason: "before-start" }
    if (found.endsOn === endsOn && found.feePercent === feePercent) return { ok: true }
    change(actor, leaves, leave, { state: "undone" })
    const student = findStudent(actor, studentId)
    const refusal = student && refusalOf(actor, student, { ...found, endsOn })
    if (refusal === "overlaps") return { ok: false, reason: refusal }
    change(actor, leaves, leave, { state: "approved", endsOn, feePercent })
    recordEvent(actor, "student.change-leave", studentId, {
      before: { endsOn: found.endsOn, feePercent: found.feePercent },
      after: { startsOn: found.startsOn, endsOn, feePercent },
    })
    const until = found.endsOn === null || endsOn === null ? null : laterOf(found.endsOn, endsOn)
    const followed = follow(actor, studentId, { startsOn: found.startsOn, endsOn: until })
    if (!followed.ok) return followed
    settleFees(actor, studentId, found.startsOn)
    if (endsOn !== found.endsOn) tell(actor, leave, found)
    return { ok: true }
  })

/**
 * Takes leaves back as if they had never been: lessons expect the students again and fees are what they were. All or none; refused
 * where one isn't what its page showed.
 * @param seen what pages showed of them, in short; where they say nothing it isn't compared
 */
export const undoLeaves = (
  actor: Actor,
  leaveIds: readonly string[],
  seen: readonly string[] = [],
): Result<void, UndoLeaveRefusal> =>
  allOrNothing((): Result<void, UndoLeaveRefusal> => {
    for (const leaveId of leaveIds) {
      const found = find(actor, leaves, leaveId)
      if (!found || !isFound(found, found.studentId)) return { ok: false, reason: "not-found" }
      if (seen.length > 0 && !seen.includes(leaveInShort(found))) return { ok: false, reason: "changed" }
      const { studentId, startsOn, endsOn } = found
      change(actor, leaves, leaveId, { state: "undone" })
      recordEvent(actor, "student.undo-leave", studentId, { after: { startsOn, endsOn } })
      const followed = follow(actor, studentId, found)
      if (!followed.ok) return followed
      settleFees(actor, studentId, startsOn)
      tell(actor, leaveId, found)
    }
    return { ok: true }
  })

const shown = {
  id: leaves.id,
  studentId: leaves.studentId,
  firstName: students.firstName,
  lastName: students.lastName,
  className: classes.name,
  ...columns(leaves, "kind", "startsOn", "endsOn", "feePercent", "reason", "state", "answer"),
  /** Whether it is the answer to what a family asked for. */
  isAnswered: sql<number>`${leaves.answeredBy} is not null`.mapWith(Boolean),
  createdAt: leaves.createdAt,
}

const shownLeaves = () =>
  select(shown)
    .from(leaves)
    .innerJoin(students, joined(students, leaves.studentId))
    .leftJoin(classes, joined(classes, leaves.classId))

/** The leaves and ends of lessons of students up to 60 days after their last day, what is asked for them, and what was declined in the last 30 days; newest first. */
export function listLeavesOf(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  return shownLeaves()
    .where(
      and(
        own(actor, leaves),
        among(leaves.studentId, studentIds),
        or(
          eq(leaves.state, "asked"),
          and(
            eq(leaves.state, "approved"),
            gte(
              sql`case ${leaves.kind} when 'end' then ${leaves.startsOn} else coalesce(${leaves.endsOn}, ${forever}) end`,
              addDays(day, -60),
            ),
          ),
          and(eq(leaves.state, "declined"), gte(leaves.answeredAt, now() - 30 * 86_400_000)),
        ),
      ),
    )
    .orderBy(desc(leaves.startsOn), desc(leaves.id))
    .all()
    .map(({ firstName, lastName, ...row }) => ({
      ...row,
      firstName,
      name: fullName({ firstName, lastName }),
    }))
}

/** What families ask for and no one has answered, the oldest first. */
export const listLeaveRequests = (actor: Actor) =>
  shownLeaves()
    .where(and(own(actor, leaves), eq(leaves.state, "asked")))
    .orderBy(asc(leaves.createdAt), asc(leaves.id))
    .limit(100)
    .all()
    .map(({ firstName, lastName, ...row }) => ({
      ...row,
      firstName,
      name: fullName({ firstName, lastName }),
    }))

/** How many of them, as a part of a statement. */
export const askedLeavesQuery = (actor: Actor) =>
  select({ n: count() })
    .from(leaves)
    .where(and(own(actor, leaves), eq(leaves.state, "asked")))

/**
 * Asks the office for a leave or the end of lessons, for a student the caller has made sure is the family's. Refused while the school
 * takes no requests, earlier than its notice, and while another request for the student waits.
 */
export function askForLeave(
  actor: Actor,
  { student: studentId, kind, classId, startsOn, endsOn, reason }: LeaveRequest,
): Asked {
  return transact((): Asked => {
    const rules = findLeaveRules(actor)
    const student = findStudent(actor, studentId)
    if (!student) return { ok: false, reason: "not-found" }
    if (!rules.takesLeaveRequests) return { ok: false, reason: "off" }
    const earliest = earliestDay(actor, rules)[kind]
    const noticeDays = kind === "end" ? rules.endNoticeDays : rules.leaveNoticeDays
    if (startsOn < earliest) return { ok: false, reason: "too-soon", earliest, noticeDays }
    const wish = { classId: classId || null, startsOn, endsOn: kind === "end" ? null : endsOn }
    const refusal = refusalOf(actor, student, wish)
    if (refusal === "no-class")
      return { ok: false, reason: refusal, classes: listClassesOf(actor, studentId).map(({ name }) => name) }
    if (refusal && (refusal !== "overlaps" || kind === "leave")) return { ok: false, reason: refusal }
    const isAsked = ownRows(actor, leaves, ["id"])
      .where(and(eq(leaves.studentId, studentId), eq(leaves.state, "asked")))
      .get()
    if (isAsked) return { ok: false, reason: "asked-already" }
    add(actor, leaves, {
      ...{ studentId, kind, state: "asked", ...wish, reason },
      ...{ feePercent: rules.leaveFeePercent, memberId: actor.memberId },
    })
    recordEvent(actor, "student.ask-leave", studentId, { after: { kind, startsOn, endsOn: wish.endsOn } })
    const asked = askedLeave(actor, student, { kind, ...wish })
    for (const office of listOffice(actor))
      mailTo(actor, office, "leave-asked", { ...asked, askerName: actor.name })
    return { ok: true, name: fullName(student) }
  })
}

type Asked =
  | Result<{ name: string }, AskLeaveRefusal>
  | { ok: false; reason: "too-soon"; earliest: string; noticeDays: number }
  /** Those the student is in now or later. */
  | { ok: false; reason: "no-class"; classes: string[] }

/** The first day (`YYYY-MM-DD`) that a family may ask for today. */
export function earliestDay(actor: Actor, { leaveNoticeDays, endNoticeDays }: LeaveRules) {
  const day = todayOf(actor)
  return { leave: addDays(day, leaveNoticeDays), end: addDays(day, endNoticeDays) }
}

/** Takes a request back that waits. The caller has made sure whose the students are. */
export function withdrawLeave(
  actor: Actor,
  studentIds: readonly string[],
  leaveId: string,
): Result<void, "not-found" | "answered"> {
  return transact((): Result<void, "not-found" | "answered"> => {
    const found = find(actor, leaves, leaveId)
    if (!found || !studentIds.includes(found.studentId)) return { ok: false, reason: "not-found" }
    if (!answer(actor, leaveId, "withdrawn", null)) return { ok: false, reason: "answered" }
    const { studentId, startsOn, kind } = found
    recordEvent(actor, "student.withdraw-leave", studentId, { after: { kind, startsOn } })
    return { ok: true }
  })
}

/** False once it was answered or withdrawn. */
const answer = (
  actor: Actor,
  leaveId: string,
  state: "approved" | "declined" | "withdrawn",
  text: string | null,
): boolean =>
  change(actor, leaves, and(eq(leaves.id, leaveId), eq(leaves.state, "asked")), {
    ...{ state, answer: text, answeredAt: now() },
    answeredBy: state === "withdrawn" ? null : actor.memberId,
  }) > 0

type Approved = { name: string; kind: Row["kind"]; leaveId: string; left: Left[] }

/** An enrollment that ends with the lessons. */
type Left = { id: string; classId: string }

/**
 * Approves what a family asks for: a leave begins on its day, the end unenrolls the student after theirs. All or nothing. Answers which
 * enrollments that ends.
 */
export const approveLeave = (actor: Actor, leaveId: string): Result<Approved, AnswerLeaveRefusal> =>
  allOrNothing((): Result<Approved, AnswerLeaveRefusal> => {
    const approved = approveWithoutFees(actor, leaveId)
    if (approved.ok && approved.kind === "leave") settleFees(actor, approved.studentId, approved.startsOn)
    return approved
  })

/** The same without the fees. */
function approveWithoutFees(
  actor: Actor,
  leaveId: string,
): Result<Approved & Pick<Row, "studentId" | "startsOn">, AnswerLeaveRefusal> {
  const found = find(actor, leaves, leaveId)
  const student = found && findStudent(actor, found.studentId)
  if (!found || !student || student.erasedAt !== null) return { ok: false, reason: "not-found" }
  const { kind, studentId, startsOn, endsOn, feePercent, reason } = found
  if (found.state !== "asked") return { ok: false, reason: "answered" }
  const refusal = refusalOf(actor, student, found)
  if (refusal && (refusal !== "overlaps" || kind === "leave")) return { ok: false, reason: refusal }
  if (!answer(actor, leaveId, "approved", null)) return { ok: false, reason: "answered" }
  const left = kind === "end" ? listLeft(actor, found) : []
  if (kind === "end") {
    const ended = endLessons(actor, found)
    if (!ended.ok) return ended
  } else {
    recordEvent(actor, "student.record-leave", studentId, {
      after: { startsOn, endsOn, feePercent, reason },
    })
    const followed = follow(actor, studentId, found)
    if (!followed.ok) return followed
    tell(actor, leaveId, null, { isAnswered: true })
  }
  tellAnswer(actor, student, found, true)
  return { ok: true, name: fullName(student), kind, leaveId, studentId, startsOn, left }
}

/** The enrollments that the end of lessons ends. */
const listLeft = (actor: Actor, { studentId, classId, startsOn: lastDay }: Row): Left[] =>
  listStays(actor, studentId, { classId, startsOn: addDays(lastDay, 1), endsOn: null }).map((stay) => ({
    id: stay.id,
    classId: stay.classId,
  }))

export type ApprovalEffect = Pick<LeaveEffect, "lessons" | "fees"> & {
  kind: Row["kind"]
  /** Make-up credits that are revoked. */
  credits: number
}

/** What approving would bring; it runs and is taken back. */
export const previewApproval = (
  actor: Actor,
  leaveId: string,
): Result<{ effect: ApprovalEffect }, AnswerLeaveRefusal> =>
  rehearse((): Result<{ effect: ApprovalEffect }, AnswerLeaveRefusal> => {
    const studentId = find(actor, leaves, leaveId)?.studentId ?? ""
    const booked = countBooked(actor, studentId)
    const { answer: approved, changes } = withChanges(() => approveWithoutFees(actor, leaveId))
    if (!approved.ok) return approved
    const stays = listStays(actor, studentId, { classId: null, startsOn: todayOf(actor), endsOn: null })
    const credits = changes.flatMap(({ before, after, ids }) => (before && after?.revokedAt ? ids : []))
    const effect = {
      kind: approved.kind,
      lessons: booked - countBooked(actor, studentId),
      credits: credits.length,
      fees: listMonthChanges(actor, [
        ...new Map([...stays, ...approved.left].map((stay) => [stay.id, stay])).values(),
      ]),
    }
    return { ok: true, effect }
  })

/**
 * Takes an approval back: the family's request waits again, and they aren't told. Teachers are, of the spots in their lessons that are
 * booked again: they heard at once that the student can't come. Refused once the family's email has left, and where something was
 * changed since.
 * @param left the enrollments that it ended
 */
export const undoApproval = (
  actor: Actor,
  leaveId: string,
  left: readonly Left[],
): Result<{ name: string; notBack: string[] }, UndoApprovalRefusal> | Stays =>
  allOrNothing((): ReturnType<typeof undoApproval> => {
    let notBack: string[] = []
    const found = find(actor, leaves, leaveId)
    const student = found && findStudent(actor, found.studentId)
    if (!found || !student || student.erasedAt !== null) return { ok: false, reason: "not-found" }
    const { kind, studentId, startsOn, endsOn } = found
    if (found.state !== "approved" || found.answeredBy === null) return { ok: false, reason: "changed" }
    if (!takeAnswerBack(actor, found)) return { ok: false, reason: "told" }
    change(actor, leaves, leaveId, { state: "asked", answeredAt: null, answeredBy: null })
    recordEvent(actor, "student.undo-approval", studentId, { after: { kind, startsOn } })
    if (kind === "end") {
      const back = undoEnd(actor, found, left)
      if (!back.ok) return back
      notBack = back.notBack
    } else {
      const followed = follow(actor, studentId, { startsOn, endsOn })
      if (!followed.ok) return followed
      settleFees(actor, studentId, startsOn)
      tell(actor, leaveId, found, { isAnswered: true })
    }
    return { ok: true, name: fullName(student), notBack }
  })

type Stays = { ok: false; reason: "stays"; text: string }

/** Brings the classes back, and the status where the student had left the school. */
function undoEnd(
  actor: Actor,
  { studentId, classId, startsOn: lastDay }: Row,
  left: readonly Left[],
): Result<{ notBack: string[] }, "changed"> | Stays {
  if (classId === null && lastDay > todayOf(actor)) {
    const canceled = cancelPlannedStatus(actor, studentId, { status: "former", on: lastDay })
    return canceled.ok ? canceled : { ok: false, reason: "changed" }
  }
  if (classId === null) {
    const status = undoStatus(actor, studentId, "end")
    return status.ok
      ? { ok: true, notBack: status.notBack ?? [] }
      : { ok: false, reason: "stays", text: status.reason }
  }
  for (const { id, classId: of } of left) {
    const row = find(actor, enrollments, id)
    const undone = undoDrop(actor, of, id, row ? laterOf(lastDay, row.startsOn) : lastDay)
    if (!undone.ok) return undone.reason === "stays" ? undone : { ok: false, reason: "changed" }
    if (find(actor, enrollments, id)?.studentId !== studentId) return { ok: false, reason: "changed" }
  }
  return { ok: true, notBack: [] }
}

function endLessons(
  actor: Actor,
  { studentId, classId, startsOn: lastDay, reason }: Row,
): Result<void, "past" | "planned" | "no-class"> {
  const why = reason ?? "Asked by the family"
  if (lastDay < todayOf(actor)) return { ok: false, reason: "past" }
  if (classId !== null) {
    const left = leaveAllClasses(actor, studentId, lastDay, why, listContinuing(actor, classId))
    return left.length > 0 ? { ok: true } : { ok: false, reason: "no-class" }
  }
  const changed = changeStatus(actor, studentId, { step: "end", reason: why, from: lastDay })
  return changed.ok ? { ok: true } : { ok: false, reason: changed.reason === "past" ? "past" : "planned" }
}

/** Declines a request with what the family reads, and emails who asked. */
export function declineLeave(
  actor: Actor,
  leaveId: string,
  text: string | null,
): Result<{ name: string }, "not-found" | "answered"> {
  return transact((): Result<{ name: string }, "not-found" | "answered"> => {
    const found = find(actor, leaves, leaveId)
    const student = found && findStudent(actor, found.studentId)
    if (!found || !student) return { ok: false, reason: "not-found" }
    if (!answer(actor, leaveId, "declined", text)) return { ok: false, reason: "answered" }
    recordEvent(actor, "student.decline-leave", found.studentId, {
      after: { kind: found.kind, startsOn: found.startsOn },
    })
    tellAnswer(actor, student, found, false)
    return { ok: true, name: fullName(student) }
  })
}
