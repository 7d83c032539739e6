import { db } from "db/client.server"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { claimAll, releaseStaff } from "../session/claim.server"
import type { KeptBefore } from "../session/move-session.server"
import { acceptAgain, readAccepted } from "../session/schedule-change.server"
import { settleClashes } from "../session/settle-clashes.server"
import { isKnownRoom, isKnownTeacher, type Override, type SlotRefusal } from "../session/slot.server"
import { heldMs } from "../session/tell-rule-change.server"
import type { Told } from "./class-change-text"
import {
  type KeptClassChange,
  keepClassChange,
  listComingLessons,
  type TeacherAndRoom,
} from "./class-changes.server"
import { findClass } from "./find-class.server"
import { mostAtOnce } from "./most-at-once.server"
import { gatherClassChange } from "./tell-class-change.server"

type NewFacts = {
  name: string
  instrument?: string
  teacherId?: string
  roomId?: string
  /** Left out, it stays; empty, there is none. */
  onlineLink?: string | null
  capacity: number
}

/** A teacher who leaves hands over several classes: their emails are gathered for that, and let go by whom it concerns. */
type PartOf = { toldAs: string; leavingId: string }

/** How many lessons got the new teacher or room, who hears of it, and by what it is undone. */
export type ClassChanged = { changed: number; told: Told; changeId: string | null }

/**
 * Corrects what a class is called, who teaches it, where and for how many. Its coming sessions go along where they had
 * the class's own teacher or room, and their families and teachers get one email each, after two minutes. Refused for
 * fewer spots than are taken on some day, where a session would be booked twice, and where the new teacher is away or has
 * other hours; a reason accepts a double-booked room and the teacher's leave and hours.
 */
export function changeClass(
  actor: Actor,
  classId: string,
  { name, instrument, capacity, ...facts }: NewFacts,
  override?: Override,
  partOf?: PartOf,
): Result<ClassChanged, "no-class"> | { ok: false; reason: "too-small"; taken: number } | SlotRefusal {
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
    const kept = giveToSessions(actor, before, { teacherId, roomId })
    const changed = kept.lessons.map(({ id }) => id)
    const settled = settleClashes(actor, changed, {
      override,
      areElsewhere: true,
      areInOtherRooms: roomId !== before.roomId,
      given: teacherId ? { teacherId, sessionIds: idsOfGiven(kept) } : undefined,
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
    return { ok: true, changed: changed.length, ...tell(actor, before, kept, partOf) } as const
  })
}

/** The lessons that another teacher gives from now on. */
const idsOfGiven = ({ lessons }: KeptClassChange): string[] =>
  lessons.flatMap(({ id, was, left }) => (was.teacherId === left.teacherId ? [] : [id]))

/** Keeps the change, so that it can be undone, and tells of it. */
function tell(
  actor: Actor,
  before: NonNullable<ReturnType<typeof findClass>>,
  kept: KeptClassChange,
  partOf: PartOf | undefined,
): Omit<ClassChanged, "changed"> {
  const { was, next } = kept
  const after = findClass(actor, before.id)
  if (!after || (was.teacherId === next.teacherId && was.roomId === next.roomId))
    return { told: { families: [], teachers: [] }, changeId: null }
  const { changeId, toldAs } = keepClassChange(actor, before.id, kept, partOf?.toldAs)
  const told = gatherClassChange(
    actor,
    toldAs,
    {
      classId: before.id,
      className: after.name,
      was: { ...was, teacher: before.teacherName, room: before.roomName },
      next: { ...next, teacher: after.teacherName, room: after.roomName },
      lessonIds: kept.lessons.map(({ id }) => id),
    },
    { exceptTeacherId: partOf?.leavingId },
  )
  if (!partOf) releaseMail(toldAs, 1_000, heldMs)
  return { told, changeId }
}

function giveToSessions(
  actor: Actor,
  { id, teacherId, roomId }: TeacherAndRoom & { id: string },
  next: TeacherAndRoom,
): KeptClassChange {
  const was = { teacherId, roomId }
  const nothing = { was, next, lessons: [], accepted: [] }
  if (was.teacherId === next.teacherId && was.roomId === next.roomId) return nothing
  const coming = listComingLessons(actor, id)
  const accepted = readAccepted(actor, coming)
  const given = coming.flatMap((session) => {
    const left = {
      teacherId: session.teacherId === was.teacherId ? next.teacherId : session.teacherId,
      roomId: session.roomId === was.roomId ? next.roomId : session.roomId,
    }
    if (left.teacherId === session.teacherId && left.roomId === session.roomId) return []
    const held = { teacherId: session.teacherId, roomId: session.roomId }
    const { keptReason, keptDespite } = session
    const kept = left.teacherId === session.teacherId ? undefined : { keptReason, keptDespite }
    return [{ session, was: held, left, kept }]
  })
  giveSessions(
    actor,
    given.map(({ session, left, kept }) => ({ session, to: left, kept: kept && withoutTeacher(kept) })),
  )
  acceptAgain(actor, accepted)
  const lessons = given.map(({ session, ...lesson }) => ({ id: session.id, ...lesson }))
  return { was, next, lessons, accepted }
}

/** What was accepted for a lesson's teacher isn't for the next one. */
function withoutTeacher({ keptReason, keptDespite }: KeptBefore): KeptBefore {
  const rest = (keptDespite ?? "")
    .split(" ")
    .filter((cause) => cause && !["leave", "hours", "teacher", "site"].includes(cause))
    .join(" ")
  return rest ? { keptReason, keptDespite: rest } : { keptReason: null, keptDespite: null }
}

type Given = {
  session: typeof sessions.$inferSelect
  to: TeacherAndRoom
  /** Why it stays where it is, and despite what; left out, that is as before. */
  kept?: KeptBefore
}

/** Gives lessons another teacher and room, and books them instead. Who attends stays booked. */
export function giveSessions(actor: Actor, given: readonly Given[]) {
  const ids = (of: readonly Given[]) => of.map(({ session }) => session.id)
  const alikeAs = ({ to, kept }: Given) => JSON.stringify([to.teacherId, to.roomId, kept])
  for (const alike of groupBy(given, alikeAs).values())
    db()
      .update(sessions)
      .set({ teacherId: alike[0]?.to.teacherId, roomId: alike[0]?.to.roomId, ...alike[0]?.kept })
      .where(and(own(actor, sessions), inArray(sessions.id, ids(alike))))
      .run()
  releaseStaff(actor, ids(given))
  claimAll(
    actor,
    given.map(({ session, to }) => ({ session: { ...session, ...to }, studentIds: [] })),
  )
}
