import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gte, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { among, columns, joined } from "~/models/foundation/access/own.server"
import { listInstrumentsOf } from "~/models/people/student/instruments.server"
import { heldFromOthers } from "~/models/teaching/class/offered-spots.server"
import { listOverlaps } from "~/models/teaching/session/clash.server"
import { isAwayAt, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import type { MakeUpRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { fold } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { type MakeUpOffer, placeValue } from "./make-up"
import { creditOn, type OpenCredit } from "./open-credits.server"

// Sessions already scheduled that a student may join to make up a lesson, for an instrument they play or missed.

const mostOffers = 24
/** Of so many there are nearly always enough that the student can join. */
const readAtFirst = 100

/**
 * Sessions with a free spot between two dates (both included) that the student can be booked into, soonest first. It begins at
 * the classes with room, so that a school's full private lessons cost little, and reads on only while there are too few.
 */
export function listJoinableSessions(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  [from, to]: readonly [string, string],
): MakeUpOffer[] {
  const withRoom = withRoomQuery.all(actor, { from, to })
  if (withRoom.length === 0) return []
  const classIds = withRoom.filter(fitsInstrument(actor, studentId, credits)).map(({ id }) => id)
  if (classIds.length === 0) return []
  const leave = listTimeOff(actor, { from, to, states: ["approved"] })
  const zone = actor.school.timeZone
  const period = {
    startsAt: instantOf(from, "00:00", zone),
    endsAt: instantOf(addDays(to, 1), "00:00", zone),
  }
  const busy = listOverlaps(actor, period, "student", [studentId])
  const asked = { studentId, present: now(), from, to, classIds: JSON.stringify(classIds) }
  const open = (rows: JoinableSession[]) =>
    rows
      .filter((session) => isTaught(session, leave) && !whyNot(actor, session, credits, busy))
      .slice(0, mostOffers)
  const first = joinableQuery("first").all(actor, asked)
  const found = open(first)
  const isEnough = found.length === mostOffers || first.length < readAtFirst
  return (isEnough ? found : open(joinableQuery("all").all(actor, asked))).map((session) =>
    offerOf(actor, session),
  )
}

/** Classes that aren't full on every day between two dates. */
const withRoomQuery = query((p: Params<{ from: string; to: string }>, own) =>
  select({ id: classes.id, instrument: classes.instrument })
    .from(classes)
    .where(
      and(
        own(classes),
        ne(classes.kind, "trial"),
        or(isNull(classes.endedOn), gte(classes.endedOn, p.from)),
        sql`${classes.capacity} > (select count(*) from enrollments e where e.school_id = ${classes.schoolId}
          and e.class_id = ${classes.id} and e.starts_on <= ${p.from} and (e.ends_on is null or e.ends_on >= ${p.to}))`,
      ),
    ),
)

/** An upcoming session, with the reason the student can't be booked into it, if any. */
export function findJoinableSession(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  sessionId: string,
): { place: JoinableSession; refusal: MakeUpRefusal | undefined } | undefined {
  const session = joinableQuery("one").get(actor, { studentId, present: now(), sessionId })
  if (!session) return undefined
  const leave = listTimeOff(actor, { from: session.date, to: session.date, states: ["approved"] })
  const isOffered = fitsInstrument(actor, studentId, credits)(session) && isTaught(session, leave)
  return {
    place: session,
    refusal:
      whyNot(actor, session, credits, listOverlaps(actor, session, "student", [studentId])) ??
      (isOffered ? undefined : "not-offered"),
  }
}

export type JoinableSession = ReturnType<ReturnType<typeof joinableQuery>["all"]>[number]

type Joinable = Params<{
  studentId: string
  present: number
  from?: string
  to?: string
  classIds?: string
  sessionId?: string
}>

/** Planned sessions that have not begun, with how many are in each and whether the student is. */
const joinableQuery = queryEach((which: "first" | "all" | "one", p: Joinable, own) => {
  const those =
    which === "one"
      ? eq(sessions.id, p.sessionId)
      : and(between(sessions.localDate, p.from, p.to), among(sessions.classId, p.classIds))
  const enrolled = sql`from enrollments e where e.school_id = ${sessions.schoolId}
    and e.class_id = ${sessions.classId} and e.starts_on <= ${sessions.localDate}
    and (e.ends_on is null or e.ends_on >= ${sessions.localDate})`
  const held = heldFromOthers({
    ...{ schoolId: sessions.schoolId, classId: sessions.classId, day: sessions.localDate },
    studentId: p.studentId,
    now: p.present,
  })
  const seated = sql`from seats s where s.school_id = ${sessions.schoolId} and s.session_id = ${sessions.id}`
  const found = select({
    id: sessions.id,
    className: classes.name,
    ...columns(classes, "kind", "instrument", "capacity"),
    date: sessions.localDate,
    ...columns(sessions, "startTime", "minutes", "startsAt", "endsAt", "teacherId"),
    teacherName: teachers.name,
    roomName: rooms.name,
    taken: sql<number>`(select count(*) from (select e.student_id ${enrolled} union select s.student_id ${seated})) + ${held}`,
    isIn: sql<number>`(exists (select 1 ${enrolled} and e.student_id = ${p.studentId})
        or exists (select 1 ${seated} and s.student_id = ${p.studentId}))`.mapWith(Boolean),
  })
    .from(sessions)
    // a cross join keeps SQLite to the written order: the sessions of the days, then the class of each
    .crossJoin(classes)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(
      and(
        own(sessions),
        joined(classes, sessions.classId),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        sql`${sessions.startsAt} > ${p.present}`,
        ne(classes.kind, "trial"),
        those,
      ),
    )
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt), asc(sessions.id))
  return which === "first" ? found.limit(readAtFirst) : found
})

/** Whether a session has a teacher who is there: one that the office still has to arrange is joined by no one. */
const isTaught = ({ teacherId, date, startTime, minutes }: JoinableSession, leave: readonly TimeOff[]) =>
  teacherId !== null &&
  !leave.some(
    (off) =>
      off.teacherId === teacherId &&
      isAwayAt(off, { date, from: startTime, to: addMinutes(startTime, minutes) }),
  )

function whyNot(
  actor: Actor,
  session: JoinableSession,
  credits: readonly OpenCredit[],
  busy: readonly { startsAt: number; endsAt: number }[],
): MakeUpRefusal | undefined {
  if (session.isIn) return "already-in"
  if (session.taken >= session.capacity) return "no-place"
  if (!creditOn(credits, session.date)) return "no-credit-then"
  if (session.startsAt < now() + actor.school.noticeHours * 3_600_000) return "too-late"
  const isBusy = busy.some((one) => one.startsAt < session.endsAt && session.startsAt < one.endsAt)
  return isBusy ? "clash" : undefined
}

/** Whether a session teaches what the student plays or missed. A student of nothing in particular may join any. */
export function fitsInstrument(actor: Actor, studentId: string, credits: readonly OpenCredit[]) {
  const known = new Set(
    [
      ...listInstrumentsOf(actor, studentId).map(({ instrument }) => instrument),
      ...credits.map(({ instrument }) => instrument),
    ].flatMap((instrument) => (instrument ? [fold(instrument)] : [])),
  )
  return ({ instrument }: Pick<JoinableSession, "instrument">) =>
    known.size === 0 || !instrument || known.has(fold(instrument))
}

/** A private lesson is named after its student, so other families see its instrument instead. */
function offerOf(actor: Actor, session: JoinableSession): MakeUpOffer {
  const { id, kind, instrument, className, capacity, taken, ...rest } = session
  const isNamed = actor.role === "student" && kind === "private"
  const { date, startTime, minutes, teacherName, roomName } = rest
  return {
    value: placeValue(id, date, startTime),
    title: isNamed ? (instrument ?? "Lesson") : className,
    date,
    startTime,
    minutes,
    teacherName,
    roomName,
    free: capacity - taken,
  }
}
