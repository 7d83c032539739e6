import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { listInstrumentsOf } from "~/models/people/student/instruments.server"
import { overlapsQuery } from "~/models/teaching/session/clash.server"
import { now } from "~/utils/clock.server"
import { fold } from "~/utils/names"
import type { MakeUpOffer, MakeUpRefusal } from "./make-up"
import { creditOn, type OpenCredit } from "./open-credits.server"

// Places in sessions that are held anyway, of what the student plays or missed.

const mostPlaces = 24

/** The free places between two dates (both included) that the student could be booked into, the soonest first. */
export function listFreePlaces(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  [from, to]: readonly [string, string],
): MakeUpOffer[] {
  const fits = fitting(actor, studentId, credits)
  return placesQuery(actor, studentId, between(sessions.localDate, from, to))
    .all()
    .filter((place) => fits(place) && whyNot(actor, place, studentId, credits) === undefined)
    .slice(0, mostPlaces)
    .map((place) => offerOf(actor, place))
}

/** One session as a place, when it is still to come; with why the student cannot have it. */
export function findPlace(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  sessionId: string,
): { place: Place; refusal: MakeUpRefusal | undefined } | undefined {
  const place = placesQuery(actor, studentId, eq(sessions.id, sessionId)).get()
  if (!place) return undefined
  const fits = fitting(actor, studentId, credits)(place)
  return { place, refusal: whyNot(actor, place, studentId, credits) ?? (fits ? undefined : "not-offered") }
}

export type Place = ReturnType<ReturnType<typeof placesQuery>["all"]>[number]

/** Planned sessions that have not begun, with how many are in each and whether the student is. */
function placesQuery(actor: Actor, studentId: string, which: SQL | undefined) {
  const attending = sql`select e.student_id from enrollments e where e.school_id = ${sessions.schoolId}
    and e.class_id = ${sessions.classId} and e.starts_on <= ${sessions.localDate}
    and (e.ends_on is null or e.ends_on >= ${sessions.localDate})
    union select s.student_id from seats s where s.school_id = ${sessions.schoolId}
    and s.session_id = ${sessions.id}`
  return db()
    .select({
      id: sessions.id,
      className: classes.name,
      kind: classes.kind,
      instrument: classes.instrument,
      capacity: classes.capacity,
      date: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
      startsAt: sessions.startsAt,
      endsAt: sessions.endsAt,
      teacherName: teachers.name,
      roomName: rooms.name,
      taken: sql<number>`(select count(*) from (${attending}))`,
      isIn: sql<number>`${studentId} in (${attending})`.mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        sql`${sessions.startsAt} > ${now()}`,
        ne(classes.kind, "trial"),
        which,
      ),
    )
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt), asc(sessions.id))
}

function whyNot(
  actor: Actor,
  place: Place,
  studentId: string,
  credits: readonly OpenCredit[],
): MakeUpRefusal | undefined {
  if (place.isIn) return "already-in"
  if (place.taken >= place.capacity) return "no-place"
  if (!creditOn(credits, place.date)) return "no-credit-then"
  if (place.startsAt < now() + actor.school.noticeHours * 3_600_000) return "too-late"
  const isBusy = overlapsQuery(actor, place, "student", [studentId]).all().length > 0
  return isBusy ? "clash" : undefined
}

/** Whether a session teaches what the student plays or missed. A student of nothing in particular may join any. */
function fitting(actor: Actor, studentId: string, credits: readonly OpenCredit[]) {
  const known = new Set(
    [
      ...listInstrumentsOf(actor, studentId).map(({ instrument }) => instrument),
      ...credits.map(({ instrument }) => instrument),
    ].flatMap((instrument) => (instrument ? [fold(instrument)] : [])),
  )
  return ({ instrument }: Place) => known.size === 0 || !instrument || known.has(fold(instrument))
}

/** A private lesson is named for somebody: a family reads what it teaches instead. */
function offerOf(actor: Actor, place: Place): MakeUpOffer {
  const { id, kind, instrument, className, capacity, taken, ...rest } = place
  const isNamed = actor.role === "student" && kind === "private"
  const { date, startTime, minutes, teacherName, roomName } = rest
  return {
    value: id,
    title: isNamed ? (instrument ?? "Lesson") : className,
    date,
    startTime,
    minutes,
    teacherName,
    roomName,
    free: capacity - taken,
  }
}
