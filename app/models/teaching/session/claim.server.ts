import { transact } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, find, ownRows, remove } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { coTeachersOfSessions } from "../co-teacher/co-teacher.server"
import { leaveOn } from "../leave/leave"
import { listLeaves } from "../leave/leave.server"
import type { BookedResource } from "./session"

/** What of a session is booked: its time (UTC ms), teacher and room. */
export type Claimed = {
  id: string
  startsAt: number
  endsAt: number
  teacherId: string | null
  roomId: string | null
}

/** Few enough rows that one statement stays under SQLite's limit of parameters. */
const atOnce = 500

/**
 * Books teachers, room and students for sessions, in the caller's transaction. Looks for no clash: the caller has
 * looked (`findClashes`), or makes sessions whose clashes the schedule shows. A reason is kept with the bookings of
 * the resources it was given for.
 */
export function claimAll(
  actor: Actor,
  claims: { session: Claimed; studentIds: readonly string[]; accepted?: Accepted }[],
) {
  const coTeachers = coTeachersOfSessions(
    actor,
    claims.map(({ session }) => session.id),
  )
  const rows = claims.flatMap(({ session, studentIds, accepted }) =>
    resourcesOf(session, studentIds, coTeachers.get(session.id) ?? []).map(({ resource, resourceId }) => ({
      sessionId: session.id,
      resource,
      resourceId,
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      overrideReason: accepted?.resourceIds.has(resourceId) ? accepted.reason : null,
    })),
  )
  for (let start = 0; start < rows.length; start += atOnce)
    addAll(actor, bookings, rows.slice(start, start + atOnce), "there")
}

/** A clash that an administrator accepted: why, and over whom or what. */
export type Accepted = { reason: string; resourceIds: ReadonlySet<string> }

/** Books one session; see `claimAll`. */
export function claim(actor: Actor, session: Claimed, studentIds: readonly string[], accepted?: Accepted) {
  claimAll(actor, [{ session, studentIds, accepted }])
}

/** Frees everything a session has booked. */
export function release(actor: Actor, sessionId: string) {
  remove(actor, bookings, eq(bookings.sessionId, sessionId))
}

/** Frees the teachers and rooms of some sessions; students stay booked. */
export function releaseStaff(actor: Actor, sessionIds: readonly string[]) {
  remove(actor, bookings, and(among(bookings.sessionId, sessionIds), ne(bookings.resource, "student")))
}

/** Frees one teacher, room or student in these sessions. */
export function releaseFrom(
  actor: Actor,
  resource: BookedResource,
  resourceId: string,
  sessionIds: readonly string[],
) {
  for (let start = 0; start < sessionIds.length; start += 500)
    remove(
      actor,
      bookings,
      and(
        eq(bookings.resource, resource),
        eq(bookings.resourceId, resourceId),
        inArray(bookings.sessionId, sessionIds.slice(start, start + 500)),
      ),
    )
}

/** Books a spot in one lesson for each of some students beside those who are enrolled; see `claimAll`. */
export function claimSpots(
  actor: Actor,
  session: Pick<Claimed, "id" | "startsAt" | "endsAt">,
  studentIds: readonly string[],
  accepted?: Accepted,
) {
  claim(actor, { ...session, teacherId: null, roomId: null }, studentIds, accepted)
  raiseRevision(actor, session.id)
}

/** Removes such a spot and frees its student at that time. */
export function releaseSpot(
  actor: Actor,
  { seatId, sessionId, studentId }: { seatId: string; sessionId: string; studentId: string },
) {
  remove(actor, seats, seatId)
  releaseFrom(actor, "student", studentId, [sessionId])
  raiseRevision(actor, sessionId)
}

/** A calendar program that has a canceled spot takes the spot that is booked after it only by a higher number. */
const raiseRevision = (actor: Actor, sessionId: string) =>
  change(actor, sessions, sessionId, { revision: sql`${sessions.revision} + 1` })

function resourcesOf(session: Claimed, studentIds: readonly string[], coTeachers: readonly string[]) {
  const booked: { resource: BookedResource; resourceId: string }[] = []
  const teacherIds = session.teacherId ? [session.teacherId, ...coTeachers] : coTeachers
  for (const resourceId of new Set(teacherIds)) booked.push({ resource: "teacher", resourceId })
  if (session.roomId) booked.push({ resource: "room", resourceId: session.roomId })
  for (const resourceId of new Set(studentIds)) booked.push({ resource: "student", resourceId })
  return booked
}

/**
 * Brings a student's bookings in a class in line with their enrollments and leaves there: books the class's planned sessions on
 * enrolled days outside a leave, frees the others but those they are a guest of. Call it after an enrollment was made, ended or moved, or a leave changed; calling
 * again changes nothing. Throws when the enrollment is not the school's.
 */
export function bookStudent(actor: Actor, enrollmentId: string) {
  transact(() => {
    const { classId, studentId } = findEnrollment(actor, enrollmentId)
    const stays = ownRows(actor, enrollments)
      .where(and(eq(enrollments.classId, classId), eq(enrollments.studentId, studentId)))
      .all()
    const planned = ownRows(actor, sessions)
      .where(and(eq(sessions.classId, classId), eq(sessions.state, "planned")))
      .all()
    const guestIn = new Set(
      ownRows(actor, seats, ["sessionId"])
        .where(
          and(
            eq(seats.studentId, studentId),
            ne(seats.kind, "enrolled"),
            among(
              seats.sessionId,
              planned.map(({ id }) => id),
            ),
          ),
        )
        .all()
        .map(({ sessionId }) => sessionId),
    )
    const away = listLeaves(actor, [studentId], { from: "", to: "9999-12-31" })
    const attends = ({ localDate }: { localDate: string }) =>
      stays.some(
        ({ startsOn, endsOn }) => startsOn <= localDate && (endsOn === null || localDate <= endsOn),
      ) && !leaveOn(away, { studentId, classId }, localDate)
    claimStudent(
      actor,
      studentId,
      planned.filter((session) => attends(session)),
    )
    releaseFrom(
      actor,
      "student",
      studentId,
      planned.filter((session) => !attends(session) && !guestIn.has(session.id)).map(({ id }) => id),
    )
  })
}

function claimStudent(actor: Actor, studentId: string, planned: (typeof sessions.$inferSelect)[]) {
  claimAll(
    actor,
    planned.map((session) => ({
      session: { ...session, teacherId: null, roomId: null },
      studentIds: [studentId],
    })),
  )
}

function findEnrollment(actor: Actor, enrollmentId: string) {
  const found = find(actor, enrollments, enrollmentId)
  if (!found) throw new Error(`No enrollment ${enrollmentId} in this school`)
  return found
}
