import { teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gte, isNull, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"

// A class can have teachers beside its own. They give its lessons from a day to a day: they see them, take attendance,
// count as busy and are paid by their own rates. In one lesson someone else can take a co-teacher's place, or no one: it is
// theirs then. Who gives a lesson is asked only here.

type TeacherId = string | SQL | Placeholder

const schoolOf = (owner: Owner) => ("school" in owner ? owner.school.id : owner)

/** In SQL, with `k` for a co-teacher's stretch: they give the session themselves. */
const inPerson = sql`not exists (select 1 from co_substitutes r where r.school_id = sessions.school_id
  and r.session_id = sessions.id and r.teacher_id = k.teacher_id)`

/** The sessions a teacher gives, alone or with others: a condition on `sessions`. */
export const givenBy = (owner: Owner, teacherId: TeacherId): SQL => sql`(sessions.teacher_id = ${teacherId}
  or (sessions.class_id in (select k.class_id from class_teachers k
      where k.school_id = ${schoolOf(owner)} and k.teacher_id = ${teacherId})
    and exists (select 1 from class_teachers k where k.school_id = sessions.school_id
      and k.class_id = sessions.class_id and k.teacher_id = ${teacherId} and k.starts_on <= sessions.local_date
      and (k.ends_on is null or k.ends_on >= sessions.local_date) and ${inPerson}))
  or sessions.id in (select r.session_id from co_substitutes r
      where r.school_id = ${schoolOf(owner)} and r.substitute_id = ${teacherId}))`

/** Whether the teacher of the statement has given lessons beside another: a column beside `teachers`. */
export const hasCoTaught = sql<number>`(exists (select 1 from class_teachers k
  where k.school_id = teachers.school_id and k.teacher_id = teachers.id)
  or exists (select 1 from co_substitutes r
  where r.school_id = teachers.school_id and r.substitute_id = teachers.id))`.mapWith(Boolean)

export const isCoTeacher = (actor: Actor, teacherId: string): boolean =>
  coTaughtQuery.get(actor, { teacherId }) !== undefined

const coTaughtQuery = query((p: Params<{ teacherId: string }>, own) =>
  select({ id: teachers.id })
    .from(teachers)
    .where(and(own(teachers, p.teacherId), sql`${hasCoTaught}`)),
)

/**
 * The sessions a teacher gives, alone or with others. Most teachers have no class with others: theirs are found by one
 * index, however long the period is.
 */
export const sessionsGivenBy = (actor: Actor, teacherId: string): SQL =>
  isCoTeacher(actor, teacherId) ? givenBy(actor, teacherId) : eq(sessions.teacherId, teacherId)

/** The classes a teacher has on a day or later, alone or with others: a condition on `classes`. */
export const teaches = (
  owner: Owner,
  teacherId: TeacherId,
  day: string,
): SQL => sql`(classes.teacher_id = ${teacherId}
  or classes.id in (select k.class_id from class_teachers k where k.school_id = ${schoolOf(owner)}
    and k.teacher_id = ${teacherId} and (k.ends_on is null or k.ends_on >= ${day})))`

/** On a co-teacher's days: a condition on `class_teachers` and `sessions`. */
const onTheirDays = and(
  lte(classTeachers.startsOn, sessions.localDate),
  or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, sessions.localDate)),
)

/** Those that a co-teacher gives in person: a condition on `class_teachers` and `sessions`. */
export const whileCoTaught = and(
  joined(classTeachers.classId, sessions.classId),
  onTheirDays,
  sql`${classTeachers.teacherId} is not ${sessions.teacherId}`,
  sql`not exists (select 1 from co_substitutes r where r.school_id = sessions.school_id
    and r.session_id = sessions.id and r.teacher_id = class_teachers.teacher_id)`,
)

/** The session that someone gives in a co-teacher's place: a condition on `co_substitutes` and `sessions`. */
export const whileSubstituted = and(
  joined(sessions, coSubstitutes.sessionId),
  sql`${coSubstitutes.substituteId} is not ${sessions.teacherId}`,
)

/** Who has a co-teacher's place in a session: themselves, a substitute, or no one. */
const placeTakenBy = sql<
  string | null
>`iif(${coSubstitutes.id} is null, ${classTeachers.teacherId}, ${coSubstitutes.substituteId})`

/** Who else gives a session, as JSON of ids and names: a column beside `sessions`. */
export const coTeachersColumn = sql<string>`(select json_group_array(distinct json_object('id', kt.id, 'name', kt.name))
  from class_teachers k
    left join co_substitutes r on r.school_id = k.school_id and r.session_id = sessions.id
      and r.teacher_id = k.teacher_id
    join teachers kt on kt.school_id = k.school_id and kt.id = iif(r.id is null, k.teacher_id, r.substitute_id)
  where k.school_id = sessions.school_id and k.class_id = sessions.class_id and kt.id is not sessions.teacher_id
  and k.starts_on <= sessions.local_date and (k.ends_on is null or k.ends_on >= sessions.local_date))`

/** Whether the school has any, in SQL: asked once, where the column above looks for those of each session. */
export const anyCoTeachers = (owner: Owner): SQL =>
  sql`exists (select 1 from class_teachers k where k.school_id = ${schoolOf(owner)})`

/**
 * Who else gives the sessions of some days, by session. Exported for the test that reads its plan: the sessions come first,
 * as SQLite would else walk through all of them for each co-teacher.
 */
export const coTeachersOfDaysQuery = (actor: Actor, from: string, to: string) =>
  select({ sessionId: sessions.id, id: teachers.id, name: teachers.name })
    .from(sessions)
    .crossJoin(classTeachers)
    .leftJoin(
      coSubstitutes,
      and(
        joined(coSubstitutes.teacherId, classTeachers.teacherId),
        joined(sessions, coSubstitutes.sessionId),
      ),
    )
    .innerJoin(teachers, and(own(actor, teachers), sql`${teachers.id} = ${placeTakenBy}`))
    .where(
      and(
        own(actor, sessions),
        between(sessions.localDate, from, to),
        joined(classTeachers.classId, sessions.classId),
        onTheirDays,
        sql`${teachers.id} is not ${sessions.teacherId}`,
        // Compared, it is asked once and first: most schools have no co-teachers then, and read no session for them.
        sql`1 = exists (select 1 from class_teachers k where k.school_id = ${actor.school.id}
          and k.starts_on <= ${to} and (k.ends_on is null or k.ends_on >= ${from}))`,
      ),
    )

export const parseCoTeachers = (json: string): { id: string; name: string }[] => JSON.parse(json)

/** Who else gives a class's lessons on a date; of a lesson that is there already, who gives that one. */
export const coTeachersOn = (actor: Actor, classId: string, date: string, sessionId?: string): string[] =>
  placesOf(actor, classId, date, sessionId).flatMap(({ by }) => by ?? [])

/** The places of co-teachers in a class's lesson on a date, and who has each: themselves, a substitute, or no one. */
export function placesOf(
  actor: Actor,
  classId: string,
  date: string,
  sessionId = "",
): { teacherId: string; by: string | null }[] {
  return placesQuery.all(actor, { classId, date, sessionId })
}

const placesQuery = query((p: Params<{ classId: string; date: string; sessionId: string }>, own) =>
  select({ teacherId: classTeachers.teacherId, by: placeTakenBy })
    .from(classTeachers)
    .leftJoin(
      coSubstitutes,
      and(joined(coSubstitutes.teacherId, classTeachers.teacherId), eq(coSubstitutes.sessionId, p.sessionId)),
    )
    .where(
      and(
        own(classTeachers),
        eq(classTeachers.classId, p.classId),
        lte(classTeachers.startsOn, p.date),
        or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, p.date)),
      ),
    ),
)

/** The same for sessions that are rows, by session. */
export function coTeachersOfSessions(actor: Actor, sessionIds: readonly string[]): Map<string, string[]> {
  const rows = select({ sessionId: sessions.id, by: placeTakenBy })
    .from(sessions)
    .innerJoin(classTeachers, and(joined(classTeachers.classId, sessions.classId), onTheirDays))
    .leftJoin(
      coSubstitutes,
      and(
        joined(coSubstitutes.teacherId, classTeachers.teacherId),
        joined(sessions, coSubstitutes.sessionId),
      ),
    )
    .where(and(own(actor, sessions), among(sessions.id, sessionIds)))
    .all()
  return new Map(
    [...groupBy(rows, ({ sessionId }) => sessionId)].map(([id, those]) => [
      id,
      those.flatMap(({ by }) => by ?? []),
    ]),
  )
}

/** The co-teachers a class has on a day or will have, by name. */
export const listCoTeachers = (actor: Actor, classId: string, day: string) =>
  ofClassQuery.all(actor, { classId, day })

const ofClassQuery = query((p: Params<{ classId: string; day: string }>, own) =>
  select({
    id: classTeachers.id,
    teacherId: classTeachers.teacherId,
    name: teachers.name,
    startsOn: classTeachers.startsOn,
    endsOn: classTeachers.endsOn,
  })
    .from(classTeachers)
    .innerJoin(teachers, joined(teachers, classTeachers.teacherId))
    .where(
      and(
        own(classTeachers),
        eq(classTeachers.classId, p.classId),
        or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, p.day)),
      ),
    )
    .orderBy(sql`${teachers.name} collate nocase`, asc(classTeachers.startsOn)),
)
