import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { givenBy } from "../co-teacher/co-teacher.server"
import { reasonColumns } from "../lesson-reason/lesson-reason.server"
import { correctionColumn } from "./last-correction.server"

/** A session as the register needs it: what, when, where, with whom, and what was recorded. */
export type SeatedSession = NonNullable<ReturnType<typeof findSeatedSession>>

const columns = {
  id: sessions.id,
  classId: sessions.classId,
  className: classes.name,
  classKind: classes.kind,
  instrument: classes.instrument,
  localDate: sessions.localDate,
  startTime: sessions.startTime,
  minutes: sessions.minutes,
  startsAt: sessions.startsAt,
  endsAt: sessions.endsAt,
  teacherId: sessions.teacherId,
  teacherName: teachers.name,
  teacherMemberId: teachers.memberId,
  roomName: rooms.name,
  onlineLink: sql<string | null>`coalesce(${sessions.onlineLink}, ${classes.onlineLink})`,
  state: sessions.state,
  cancelReason: sessions.cancelReason,
  registerTakenAt: sessions.registerTakenAt,
  registerTakenBy: sessions.registerTakenBy,
  takenByName: sql<string | null>`(select u.name from members m join users u on u.id = m.user_id
    where m.school_id = ${sessions.schoolId} and m.id = ${sessions.registerTakenBy})`,
}

/** The session, unless it is another school's, or a teacher asks and it is not their own. */
export const findSeatedSession = (actor: Actor, sessionId: string) =>
  sessionQuery(seesOwnOnly(actor) ? "own" : "all").get(actor, valuesFor(actor, sessionId))

/** The same with the reasons that were given for it, and who corrected its attendance last. */
export const findReasonedSession = (actor: Actor, sessionId: string) =>
  reasonedQuery(seesOwnOnly(actor) ? "own" : "all").get(actor, valuesFor(actor, sessionId))

const valuesFor = (actor: Actor, sessionId: string) => ({
  memberId: actor.memberId ?? "",
  sessionId,
})

const seesOwnOnly = ({ role }: Actor) => role === "teacher" || role === "student"

type Asked = { memberId: string; sessionId: string }
const isOne = (key: "own" | "all", p: Params<Asked>) =>
  and(
    own(params().schoolId, sessions),
    eq(sessions.id, p.sessionId),
    key === "own" ? sessionsOfMember() : undefined,
  )

const sessionQuery = queryEach((key: "own" | "all", p: Params<Asked>) =>
  seatedSessions().where(isOne(key, p)),
)

const reasonedQuery = queryEach((key: "own" | "all", p: Params<Asked>) =>
  select({ ...columns, ...reasonColumns, correction: correctionColumn })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(isOne(key, p)),
)

/** Of a prepared query: the sessions that the teacher gives who is the member `memberId` of the school `schoolId`. */
export const sessionsOfMember = (): SQL => givenBy(params().schoolId, ownTeacher())

/** Of a prepared query: the teacher who is the member `memberId` of the school `schoolId`. */
export function ownTeacher(): SQL {
  const { schoolId, memberId } = params<{ memberId: string }>()
  return sql`(select t.id from teachers t where t.school_id = ${schoolId} and t.member_id = ${memberId})`
}

/** Sessions of the school, for a teacher only their own: the condition of every list here. */
export function ownSessions(actor: Actor): SQL | undefined {
  if (!seesOwnOnly(actor)) return own(actor, sessions)
  return and(own(actor, sessions), givenBy(actor, ofMember(actor)))
}

/** The teacher a member is; of an id in a statement none where they are none. */
const ofMember = (actor: Actor) =>
  sql`(${select({ id: teachers.id })
    .from(teachers)
    .where(and(own(actor, teachers), eq(teachers.memberId, actor.memberId ?? "")))})`

/** The query behind every list of sessions with their register. */
export function seatedSessions() {
  return select(columns)
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .$dynamic()
}
