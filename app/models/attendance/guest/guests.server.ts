import { transact } from "db/client.server"
import { marks } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addUnlessThere, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { priceOf } from "~/models/teaching/price/price"
import { findTrialPrice, listClassPrices } from "~/models/teaching/price/price.server"
import { claimSpots, releaseSpot } from "~/models/teaching/session/claim.server"
import { clashText } from "~/models/teaching/session/clash"
import { findClashes } from "~/models/teaching/session/clash.server"
import { forStudents } from "~/models/teaching/session/left-out"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import {
  attendeesOn,
  findSessionRow,
  type Override,
  type SlotRefusal,
} from "~/models/teaching/session/slot.server"
import { tellChange, tellTeachers } from "~/models/teaching/session/tell-change.server"
import type { GuestRefusal } from "~/texts/attendance/refusals"
import { fullName } from "~/utils/names"

// Guests of one lesson. A guest has a seat of the kind visitor: attendance, notes and the family's schedule know it as
// any other. It costs the class's price of one lesson, or nothing by a waiver that is written with the seat; a class
// billed by month or package charges its guests nothing.

type Refused = { ok: false } & GuestRefusal

export type AddGuests = { students: readonly string[]; isFree: boolean; override?: Override }

/** The guests of a lesson and whether each is charged; null when the school has no such lesson. */
export function findGuests(actor: Actor, sessionId: string) {
  const lesson = select({
    id: sessions.id,
    classId: sessions.classId,
    className: classes.name,
    classKind: classes.kind,
    instrument: classes.instrument,
    capacity: classes.capacity,
    ...columns(sessions, "localDate", "startTime", "minutes", "state", "registerTakenAt"),
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(own(actor, sessions, sessionId))
    .get()
  if (!lesson) return null
  const guests = select({
    seatId: seats.id,
    studentId: seats.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    isFree: sql<number>`${waivers.id} is not null`.mapWith(Boolean),
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .where(and(own(actor, seats), eq(seats.sessionId, sessionId), eq(seats.kind, "visitor")))
    .orderBy(sql`${students.lastName} collate nocase`, students.id)
    .all()
  const attending = attendeesOn(actor, lesson, lesson.localDate)
  const isFreeTrial = lesson.classKind === "trial" && findTrialPrice(actor) === "free"
  return {
    lesson,
    attending,
    free: Math.max(0, lesson.capacity - attending.length),
    isFreeTrial,
    isCharged: !isFreeTrial && chargesGuests(actor, lesson.classId, lesson.localDate),
    guests: guests.map(({ firstName, lastName, ...guest }) => ({
      ...guest,
      name: fullName({ firstName, lastName }),
    })),
  }
}

/** Only a class that is billed by the lesson charges a guest. */
function chargesGuests(actor: Actor, classId: string, date: string): boolean {
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const inForce = priceOf(null, prices, date)
  return inForce === null || inForce.billing === "per_session"
}

/**
 * Adds guests to one lesson, all of them or none. Refused once attendance is taken, in a full lesson, and where a
 * student is elsewhere at that time, unless a reason accepts it. Their families and the teacher are told.
 */
export function addGuests(
  actor: Actor,
  sessionId: string,
  { students: ids, isFree, override }: AddGuests,
): { ok: true; names: string[] } | Refused | Extract<SlotRefusal, { reason: "clash" }> {
  return allOrNothing(() => {
    const session = findSessionRow(actor, sessionId)
    const found = findGuests(actor, sessionId)
    if (!session || !found) return { ok: false, reason: "no-session" } as const
    if (session.state === "cancelled") return { ok: false, reason: "is-cancelled" } as const
    if (session.registerTakenAt !== null) return { ok: false, reason: "has-register" } as const
    const wanted = [...new Set(ids)]
    if (wanted.length > found.free)
      return { ok: false, reason: "full", capacity: found.lesson.capacity } as const
    const here = new Set(found.attending)
    const people = wanted.map((id) => findStudent(actor, id))
    const names: string[] = []
    for (const person of people) {
      if (!person) return { ok: false, reason: "no-student" } as const
      const name = fullName(person)
      if (person.status === "former") return { ok: false, reason: "former", name } as const
      if (here.has(person.id)) return { ok: false, reason: "already-in", name } as const
      names.push(name)
    }
    const { startsAt, endsAt } = session
    const clashes = findClashes(actor, { studentIds: wanted, startsAt, endsAt, exceptSessionId: sessionId })
    if (clashes.length > 0 && !override)
      return {
        ok: false,
        reason: "clash",
        clashes: clashes.map(clashText),
        alternatives: [],
        mayOverride: true,
      } as const
    const accepted = override && {
      reason: override.reason,
      resourceIds: new Set(clashes.map(({ resourceId }) => resourceId)),
    }
    for (const studentId of wanted) seatGuest(actor, sessionId, studentId, isFree && found.isCharged)
    claimSpots(actor, session, wanted, accepted)
    tellGuests(actor, sessionId, wanted)
    return { ok: true, names } as const
  })
}

function seatGuest(actor: Actor, sessionId: string, studentId: string, isFree: boolean) {
  const row = newRow(actor)
  // An enrollment that has ended may have left a row without attendance.
  const left = ownRows(actor, seats, ["id"])
    .where(and(eq(seats.sessionId, sessionId), eq(seats.studentId, studentId)))
    .get()
  const seatId = left?.id ?? row.id
  if (left)
    change(actor, seats, left.id, {
      kind: "visitor",
      enrollmentId: null,
      noticeAt: null,
      noticeText: null,
      excusedBy: null,
      excusedNote: null,
    })
  else add(actor, seats, { ...row, sessionId, studentId, kind: "visitor" })
  if (isFree) addUnlessThere(actor, waivers, { seatId, reason: "Guest, no charge", waivedBy: actor.memberId })
  recordEvent(actor, "seat.add-guest", seatId, { after: { sessionId, studentId, isFree } })
}

/** Removes a guest's spot while no attendance is recorded for it. Their family and the teacher are told. */
export function removeGuest(
  actor: Actor,
  sessionId: string,
  seatId: string,
): { ok: true; name: string } | Refused {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" } as const
    if (session.registerTakenAt !== null) return { ok: false, reason: "has-register" } as const
    const guest = findGuests(actor, sessionId)?.guests.find((each) => each.seatId === seatId)
    if (!guest) return { ok: false, reason: "not-a-guest" } as const
    const mark = ownRows(actor, marks, ["id"]).where(eq(marks.seatId, seatId)).get()
    if (mark) return { ok: false, reason: "marked" } as const
    if (session.state === "planned") tellRemoved(actor, sessionId, guest)
    remove(actor, waivers, eq(waivers.seatId, seatId))
    releaseSpot(actor, { seatId, sessionId, studentId: guest.studentId })
    recordEvent(actor, "seat.remove-guest", seatId, { after: { sessionId, studentId: guest.studentId } })
    return { ok: true, name: guest.name } as const
  })
}

/** Writes to the guests' families, and not to the others of the lesson, and to its teachers. */
function tellGuests(actor: Actor, sessionId: string, guests: readonly string[]) {
  const told = listSessionsToTell(actor, [sessionId]).map((row) => ({
    ...row,
    students: row.students.filter(({ id }) => guests.includes(id)),
  }))
  tellChange(actor, "guest", told)
}

function tellRemoved(
  actor: Actor,
  sessionId: string,
  { seatId, studentId, name }: { seatId: string; studentId: string; name: string },
) {
  const told = listSessionsToTell(actor, [sessionId])
  const theirs = told.map((row) =>
    forStudents(
      row,
      row.students.filter(({ id }) => id === studentId),
    ),
  )
  const text = "The guest spot was canceled."
  tellChange(actor, "cancelled", theirs, { reason: text })
  const missed = told.map((row) => ({ ...row, seatId }))
  tellTeachers(actor, missed, { studentName: name, comes: false, text })
}

const findStudent = (actor: Actor, id: string) =>
  ownRows(actor, students, ["id", "firstName", "lastName", "status"]).where(eq(students.id, id)).get()
