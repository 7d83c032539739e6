import { db } from "db/client.server"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { claim, release } from "../session/claim.server"
import { settleClashes } from "../session/settle-clashes.server"
import {
  attendeesOn,
  isKnownRoom,
  isKnownTeacher,
  type Override,
  type SlotRefusal,
} from "../session/slot.server"
import { findClass } from "./find-class.server"
import { mostAtOnce } from "./most-at-once.server"

type NewFacts = {
  name: string
  instrument?: string
  teacherId?: string
  roomId?: string
  /** Left out, it stays; empty, there is none. */
  onlineLink?: string | null
  capacity: number
}

/**
 * Corrects what a class is called, who teaches it, where and for how many. Its coming sessions go along where they had
 * the class's own teacher or room; answers how many did. Refused for fewer spots than are taken on some day, and where
 * a session would be booked twice; a reason accepts a double-booked room.
 */
export function changeClass(
  actor: Actor,
  classId: string,
  { name, instrument, capacity, ...facts }: NewFacts,
  override?: Override,
): Result<{ changed: number }, "no-class"> | { ok: false; reason: "too-small"; taken: number } | SlotRefusal {
  return allOrNothing(() => {
    const before = findClass(actor, classId)
    if (!before) return { ok: false, reason: "no-class" } as const
    const { teacherId = null, roomId = null } = facts
    if (teacherId && teacherId !== before.teacherId && !isKnownTeacher(actor, teacherId))
      return { ok: false, reason: "unknown-teacher" } as const
    if (roomId && roomId !== before.roomId && !isKnownRoom(actor, roomId))
      return { ok: false, reason: "unknown-room" } as const
    const taken = mostAtOnce(actor, classId)
    if (capacity < taken) return { ok: false, reason: "too-small", taken } as const

    const onlineLink = facts.onlineLink === undefined ? before.onlineLink : facts.onlineLink || null
    const set = { name, instrument: instrument ?? null, teacherId, roomId, onlineLink, capacity }
    db()
      .update(classes)
      .set(set)
      .where(own(actor, classes, classId))
      .run()
    const changed = giveToSessions(actor, before, { teacherId, roomId })
    const settled = settleClashes(actor, changed, {
      override,
      areElsewhere: true,
      concerns: ({ resource, resourceId }) =>
        resource === "teacher"
          ? teacherId !== before.teacherId && resourceId === teacherId
          : resource === "room" && roomId !== before.roomId && resourceId === roomId,
    })
    if (!settled.ok) return settled
    const was = Object.fromEntries(Object.keys(set).map((key) => [key, before[key as keyof typeof set]]))
    if (JSON.stringify(was) !== JSON.stringify(set))
      recordEvent(actor, {
        verb: "change",
        noun: "class",
        nounId: classId,
        before: was,
        after: { ...set, sessions: changed.length, accepted: override?.reason },
      })
    return { ok: true, changed: changed.length } as const
  })
}

type TeacherAndRoom = { teacherId: string | null; roomId: string | null }

function giveToSessions(
  actor: Actor,
  before: TeacherAndRoom & { id: string },
  next: TeacherAndRoom,
): string[] {
  if (before.teacherId === next.teacherId && before.roomId === next.roomId) return []
  const coming = db()
    .select()
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, before.id),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        gt(sessions.startsAt, now()),
      ),
    )
    .all()
  return coming.flatMap((session) => {
    const teacherId = session.teacherId === before.teacherId ? next.teacherId : session.teacherId
    const roomId = session.roomId === before.roomId ? next.roomId : session.roomId
    if (teacherId === session.teacherId && roomId === session.roomId) return []
    db()
      .update(sessions)
      .set({ teacherId, roomId })
      .where(own(actor, sessions, session.id))
      .run()
    release(actor, session.id)
    claim(actor, { ...session, teacherId, roomId }, attendeesOn(actor, session, session.localDate))
    return [session.id]
  })
}
