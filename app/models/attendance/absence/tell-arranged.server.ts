import { arrangedLessons, arrangements } from "db/schema/attendance-absences"
import { asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"
import { withMoreArranged } from "~/models/foundation/outbox/lessons-arranged"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listOpenAgain, listSpentBefore } from "~/models/teaching/credit/redeem-credit.server"
import { calendarLesson } from "~/models/teaching/session/calendar-lesson"
import { teachersIn } from "~/models/teaching/session/lesson-change"
import { lessonIn, withStudents } from "~/models/teaching/session/lesson-in.server"
import {
  isSameState,
  type Known,
  listDueWithKey,
  listWithKey,
  type Row,
  releaseUpdates,
  removeUpdates,
  settleUpdates,
  takeReaders,
} from "~/models/teaching/session/reader-updates.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import type { TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { findTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { lessonOf } from "~/utils/names"
import { type AbsenceLetter, factsOf, lettersOf, type ToldLesson } from "./absence-letters.server"
import { Before } from "./arrange-lesson.server"

// The letters about a teacher's absence say what was decided about each lesson, from where each reader knows it. They are written when
// they are due: what was undone by then isn't in them.

/** Writes those that are due, to at most so many people. Answers whether others are left. */
export function tellArranged(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listDueWithKey(actor, at), most)
  for (const [arrangementId, rows] of groupBy(theirs, ({ toldBy }) => toldBy ?? "")) {
    const arrangement = find(actor, arrangements, arrangementId)
    const off = arrangement && findTimeOff(actor, arrangement.timeOffId)
    const knownBy = groupBy(rows, ({ sessionId }) => sessionId)
    const letters = listArranged(actor, arrangementId, new Set(knownBy.keys())).flatMap((arranged) => {
      // Canceled or back since: told as any change.
      if ((arranged.session.state === "cancelled") !== (arranged.choice === "cancel")) return []
      // Of a lesson that they haven't heard of, its addition is told.
      const known = (knownBy.get(arranged.session.id) ?? []).filter(
        (row) => !(JSON.parse(row.known) as Known).isNew,
      )
      return off && known.length > 0 ? tellOf(actor, off, arrangementId, arranged, known) : []
    })
    queue(actor, letters)
  }
  releaseUpdates(actor, theirs)
  return isMore
}

type Arranged = ReturnType<typeof listArranged>[number]

function tellOf(
  actor: Actor,
  off: TimeOff,
  arrangementId: string,
  arranged: Arranged,
  rows: readonly Row[],
): AbsenceLetter[] {
  const { session, before } = arranged
  const known = new Map(rows.map((row) => [row.reader, JSON.parse(row.known) as SessionRow]))
  const lesson = asDecided(actor, off, arranged, known)
  const letters = lettersOf(actor, off, [lesson]).map((letter) => withCalendar(letter, off, lesson, session))
  const recipients = new Set(letters.map(({ recipient }) => recipient))
  settleUpdates(
    actor,
    arrangementId,
    session,
    rows.filter(({ reader }) => lesson.isKnown?.(reader) || recipients.has(reader)),
    ({ localDate, startTime, roomId, teacherId }) =>
      localDate !== before.date ||
      startTime !== before.startTime ||
      roomId !== before.roomId ||
      teacherId !== before.teacherId,
  )
  return letters
}

/** A letter about one lesson with the lesson for its reader's calendar: canceled for a teacher who no longer gives it. */
function withCalendar(
  { studentIds, data, ...letter }: AbsenceLetter,
  { teacherId }: TimeOff,
  { choice, leftOut, students, title, className, substitute }: ToldLesson,
  session: SessionRow,
): AbsenceLetter {
  const staffId = { away: teacherId, substitute: substitute?.id }[data.audience as string]
  const isOff = choice === "cancel" || (staffId !== undefined && !teachersIn(session).includes(staffId))
  const firstNameOf = (id: string) => students.find((student) => student.id === id)?.firstName ?? ""
  const calendar =
    data.audience === "family"
      ? [...new Set(studentIds)].map((id) =>
          calendarLesson(
            session,
            lessonOf(firstNameOf(id), className),
            id,
            isOff || (leftOut?.has(id) ?? false),
          ),
        )
      : [calendarLesson(session, title, undefined, isOff)]
  return { ...letter, studentIds, data: { ...data, calendar } }
}

function asDecided(
  actor: Actor,
  off: TimeOff,
  { session, choice, before, substituteId }: Arranged,
  known: ReadonlyMap<string, SessionRow>,
): ToldLesson {
  const { date, startTime, roomId, teacherId, letter } = before
  const spent = choice === "cancel" ? listSpentBefore(actor, session.id) : []
  const isGiven = choice === "substitute"
  const coTeachers = (session.coTeachers ?? []).filter(({ id }) => !isGiven || id !== substituteId)
  const facts = factsOf(
    {
      ...withStudents(
        actor,
        lessonIn(actor, session, { date, startTime, roomId }),
        spent.map(({ studentId }) => studentId),
        "make_up",
      ),
      teacherId,
      coTeachers,
    },
    off.teacherId,
  )
  // Whoever gave it before a move of which no one has read is told, too.
  const isElsewhere = choice === "cancel" && [...known.values()].some((was) => !isSameState(was, session))
  const teachers = isElsewhere ? [...known.values(), session].flatMap(teachersIn) : []
  const ids = [...new Set([...(facts.beside?.ids ?? []), ...teachers])]
  const substitute = [
    { id: session.teacherId ?? "", name: session.teacherName ?? "" },
    ...(session.coTeachers ?? []),
  ].find(({ id }) => id === substituteId)
  const openAgain = listOpenAgain(actor, [{ sessionId: session.id, credits: spent }])
  return {
    ...facts,
    beside: ids.length > 0 ? { ids, names: facts.beside?.names ?? "" } : facts.beside,
    choice,
    substitute: (isGiven && substitute) || null,
    to: { date: session.localDate, startTime: session.startTime, roomName: session.roomName },
    isCharged: letter?.isCharged ?? false,
    creditUntil: letter?.creditUntil ?? null,
    openAgain: (studentId) => openAgain(session.id, studentId),
    leftOut: new Set(letter?.leftOut),
    knownAt: (reader) => {
      const was = known.get(reader)
      return was && { ...was, date: was.localDate }
    },
    isKnown: (reader) =>
      !known.has(reader) || (choice !== "cancel" && isSameState(known.get(reader), session)),
  }
}

/** What the undo of an arrangement is told with. */
export const undoneKey = (arrangementId: string): string => `undo@${arrangementId}`

/** Tells at most so many people that what they were told of lessons is undone. Answers whether others are left. */
export function tellUndone(
  actor: Actor,
  off: TimeOff,
  arrangementId: string,
  most = Number.POSITIVE_INFINITY,
): boolean {
  const { theirs, isMore } = takeReaders(listWithKey(actor, undoneKey(arrangementId)), most)
  const rows = groupBy(theirs, ({ sessionId }) => sessionId)
  const lessons = listArranged(actor, arrangementId, new Set(rows.keys())).map(
    ({ session, substituteId }): ToldLesson & { session: SessionRow } => {
      const readers = new Set(rows.get(session.id)?.map(({ reader }) => reader))
      return {
        ...factsOf(session, off.teacherId),
        session,
        choice: "undone",
        substitute: substituteId && substituteId !== off.teacherId ? { id: substituteId, name: "" } : null,
        to: null,
        isCharged: false,
        creditUntil: null,
        openAgain: () => undefined,
        isKnown: (reader) => !readers.has(reader),
      }
    },
  )
  queue(
    actor,
    lessons.flatMap(({ session, ...lesson }) =>
      lettersOf(actor, off, [lesson]).map((letter) => withCalendar(letter, off, lesson, session)),
    ),
  )
  removeUpdates(actor, theirs)
  return isMore
}

/** Some lessons of an arrangement as they are now. */
function listArranged(actor: Actor, arrangementId: string, ids: ReadonlySet<string>) {
  const rows = ownRows(actor, arrangedLessons)
    .where(eq(arrangedLessons.arrangementId, arrangementId))
    .orderBy(asc(arrangedLessons.createdAt), asc(arrangedLessons.id))
    .all()
    .filter(({ sessionId }) => ids.has(sessionId))
  const sessions = listSessionsToTell(
    actor,
    rows.map(({ sessionId }) => sessionId),
  )
  const present = new Map(sessions.map((session) => [session.id, session]))
  return rows.flatMap(({ sessionId, choice, before, after }) => {
    const session = present.get(sessionId)
    const to = after === null ? null : Before.partial().parse(JSON.parse(after))
    const substituteId = (to?.place ? to.place.by : to?.teacherId) ?? null
    return session ? [{ session, choice, substituteId, before: Before.parse(JSON.parse(before)) }] : []
  })
}

/** One letter a person. */
function queue(actor: Actor, letters: readonly AbsenceLetter[]) {
  for (const [recipient, theirs] of groupBy(letters, (letter) => letter.recipient)) {
    const [first, ...others] = theirs.map(({ data }) => data)
    if (first)
      queueMail({
        template: "lessons-arranged",
        schoolId: actor.school.id,
        recipient,
        soonestAt: Math.min(...theirs.map(({ soonestAt }) => soonestAt)),
        oldAt: Math.max(...theirs.map(({ soonestAt }) => soonestAt)) + 3_600_000,
        data: others.reduce(withMoreArranged, first),
      })
  }
}
