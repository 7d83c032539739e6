import { makeUpCredits } from "db/schema/attendance"
import { freedTimes } from "db/schema/attendance-freed-times"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import type { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm"
import {
  creditOn,
  isAlone,
  listOpenCredits,
  type OpenCredit,
  runsOn,
  withContinuing,
} from "~/models/attendance/make-up/open-credits.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { listOverlaps } from "~/models/teaching/session/clash.server"
import type { findSessionRow } from "~/models/teaching/session/slot.server"
import { fold, fullName } from "~/utils/names"
import { fitsInstrument } from "../make-up/joinable-sessions.server"

// A spot in a group lesson whose student isn't coming. Whoever takes it joins that lesson, so no more come to it than the class
// has room for: those with an absence aren't counted.

type Lesson = Pick<typeof sessions.$inferSelect, "id" | "classId" | "localDate">

/** Whether one more can come to a group lesson. */
export function hasFreeSpot(actor: Actor, lesson: Lesson): boolean {
  const { capacity = 0 } =
    ownRows(actor, classes, ["capacity"]).where(eq(classes.id, lesson.classId)).get() ?? {}
  return countComing(actor, lesson) < capacity
}

/** How many are expected and haven't reported an absence. */
function countComing(actor: Actor, { id, classId, localDate }: Lesson): number {
  const school = actor.school.id
  const row = askOne<{ n: number }>(sql`
    select count(*) as n from (
      select e.student_id from enrollments e where e.school_id = ${school} and e.class_id = ${classId}
        and e.starts_on <= ${localDate} and (e.ends_on is null or e.ends_on >= ${localDate})
      union select s.student_id from seats s where s.school_id = ${school} and s.session_id = ${id}
    ) a where not exists (select 1 from seats x where x.school_id = ${school} and x.session_id = ${id}
      and x.student_id = a.student_id and x.notice_at is not null)`)
  return row.n
}

/** The credit that such a spot would use, if the lesson teaches what the student plays or missed. */
function spotCredit(
  actor: Actor,
  studentId: string,
  lesson: Pick<Lesson, "classId" | "localDate">,
): OpenCredit | undefined {
  const credits = listOpenCredits(actor, studentId)
  const credit = creditOn(credits, lesson.localDate)
  if (!credit) return undefined
  const instrument = find(actor, classes, lesson.classId)?.instrument ?? null
  return fitsInstrument(actor, studentId, credits)({ instrument }) ? credit : undefined
}

export const classNameOf = (actor: Actor, classId: string): string =>
  find(actor, classes, classId)?.name ?? "the class"

/** The spots of a lesson's students that are offered or claimed. */
export const listStandingSpots = (actor: Actor, sessionId: string) =>
  ownRows(actor, freedTimes, {
    id: freedTimes.id,
    state: freedTimes.state,
    studentId: freedTimes.absentStudentId,
  })
    .where(
      and(
        eq(freedTimes.sessionId, sessionId),
        isNotNull(freedTimes.absentStudentId),
        inArray(freedTimes.state, ["open", "claimed"]),
      ),
    )
    .all()

// Who is asked next for a freed time or spot.

/** Credits that are looked at in one go. */
const inPortion = 50

/** A time, or with a student the spot of theirs. */
export type Freed = Pick<typeof freedTimes.$inferSelect, "id" | "sessionId" | "absentStudentId">

export type SessionFacts = NonNullable<ReturnType<typeof findSessionRow>>

/**
 * The first in line who can come: by the end of their credit, then by how long they have had it.
 * @param since only those whose credit was issued, or given back, from then on (UTC ms)
 */
export function findNext(actor: Actor, freed: Freed, session: SessionFacts, since = 0) {
  const seen = new Set<string>()
  for (let behind = 0; ; behind += inPortion) {
    const line = lineQuery(actor, freed, session, since).limit(inPortion).offset(behind).all()
    const people = new Map(line.map((each) => [each.studentId, each]))
    for (const id of seen) people.delete(id)
    const found = firstOf(actor, freed, session, [...people.values()])
    if (found || line.length < inPortion) return found
    for (const id of people.keys()) seen.add(id)
  }
}

type InLine = { studentId: string; firstName: string; lastName: string }

function firstOf(actor: Actor, freed: Freed, session: SessionFacts, people: readonly InLine[]) {
  const ids = people.map(({ studentId }) => studentId)
  const contacts = listContacts(actor, ids)
  const busy = new Set(listOverlaps(actor, session, "student", ids).map(({ resourceId }) => resourceId))
  for (const { studentId, firstName, lastName } of people) {
    const reached = (contacts.get(studentId) ?? []).filter(({ hasPages }) => hasPages)
    if (reached.length === 0 || busy.has(studentId)) continue
    const credit = creditFor(actor, freed, studentId, session)
    if (credit) return { studentId, name: fullName({ firstName, lastName }), contacts: reached, credit }
  }
  return undefined
}

/** A credit that was issued from an instant on, or came back as its make-up lesson was canceled. */
export const isNewSince = (since: number) =>
  sql`(${makeUpCredits.createdAt} >= ${since} or exists (select 1 from events e
    where e.school_id = ${makeUpCredits.schoolId} and e.noun = 'make-up-credit' and e.noun_id = ${makeUpCredits.id}
      and e.created_at >= ${since} and e.verb = 'return'))`

/** Credits that could be used on that day, by the index of open ones: those that end first before the others. */
const lineQuery = (
  actor: Actor,
  freed: Freed,
  session: Pick<SessionFacts, "id" | "localDate" | "minutes">,
  since: number,
) =>
  select({ studentId: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(makeUpCredits)
    .innerJoin(students, joined(students, makeUpCredits.studentId))
    .where(
      and(
        own(actor, makeUpCredits),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, session.localDate),
        // A private lesson makes up for one that is as long or shorter.
        freed.absentStudentId ? undefined : lte(makeUpCredits.minutes, session.minutes),
        since > 0 ? isNewSince(since) : undefined,
        ne(students.status, "former"),
        sql`not exists (select 1 from freed_offers f where f.school_id = ${makeUpCredits.schoolId}
          and f.freed_time_id in ${askedBefore(freed)} and f.student_id = ${makeUpCredits.studentId})`,
        sql`not exists (select 1 from seats x where x.school_id = ${makeUpCredits.schoolId}
          and x.session_id = ${session.id} and x.student_id = ${makeUpCredits.studentId})`,
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.createdAt), asc(makeUpCredits.id))

/** Who was asked for one spot of a lesson isn't asked for the next one. */
const askedBefore = ({ id, sessionId, absentStudentId }: Freed) =>
  absentStudentId
    ? sql`(select o.id from freed_times o where o.school_id = ${makeUpCredits.schoolId}
        and o.session_id = ${sessionId} and o.state <> 'withdrawn')`
    : sql`(${id})`

/** The credit that taking the freed time or spot would use. */
export const creditFor = (
  actor: Actor,
  { absentStudentId }: Pick<Freed, "absentStudentId">,
  studentId: string,
  session: SessionFacts,
): OpenCredit | undefined =>
  absentStudentId ? spotCredit(actor, studentId, session) : fittingCredit(actor, studentId, session)

/** The oldest credit for a private lesson of its instrument that fits into this time. */
function fittingCredit(
  actor: Actor,
  studentId: string,
  session: Pick<SessionFacts, "localDate" | "minutes" | "classId">,
): OpenCredit | undefined {
  const { instrument } =
    askOne<{ instrument: string | null } | undefined>(
      sql`select instrument from classes where school_id = ${actor.school.id} and id = ${session.classId}`,
    ) ?? {}
  const isOther = (other: string | null) => instrument && other && fold(instrument) !== fold(other)
  return withContinuing(actor, studentId, listOpenCredits(actor, studentId)).find(
    (credit) =>
      credit.expiresOn >= session.localDate &&
      credit.kind === "private" &&
      credit.minutes <= session.minutes &&
      runsOn(credit, session.localDate) &&
      !isOther(credit.instrument) &&
      isAlone(actor, credit.classId, studentId),
  )
}
