import { classes } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { sessions } from "db/schema/teaching-sessions"
import { inArray } from "drizzle-orm"
import { instrumentAsListed } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import type {
  LaterTeacher,
  Leaving,
  Taught,
  Unstaffed,
} from "../scheduled-teacher-change/scheduled-teacher-change"
import {
  findLeaving,
  setLaterTeacher,
  withUnstaffed,
} from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { claimAll, releaseStaff } from "../session/claim.server"
import type { KeptBefore } from "../session/move-session.server"
import type { Recipients } from "../session/rule-effect"
import { acceptAgain, readAccepted } from "../session/schedule-change.server"
import { settleClashes } from "../session/settle-clashes.server"
import {
  isKnownRoom,
  isKnownTeacher,
  leavesBefore,
  type Override,
  type SlotRefusal,
} from "../session/slot.server"
import {
  areSameLines,
  asOn,
  type ClassLines,
  findClassChange,
  isSameLater,
  type KeptClassChange,
  keepClassChange,
  laterFacts,
  linesOn,
  listCanceledLessons,
  listComingLessons,
  type PartOf,
  type TeacherAndRoom,
  tellClassChange,
  tellClassUndone,
} from "./class-changes.server"
import { findClass } from "./find-class.server"
import { listStays, mostAtOnce, mostFrom } from "./most-at-once.server"
import { listOfferedStays } from "./offered-spots.server"

type NewFacts = {
  name: string
  instrument?: string
  teacherId?: string
  /** The teacher gets the class on this later day (2026-11-25); left out, at once. */
  teacherFrom?: string
  roomId?: string
  /** Left out, it stays; empty, there is none. */
  onlineLink?: string | null
  capacity: number
}

/** How many lessons got the new teacher or room, who hears of it, and by what it is undone. */
export type ClassChanged = {
  changed: number
  told: Recipients
  changeId: string | null
  /** Where the new teacher leaves on a known day: the lessons after it. */
  left: Unstaffed | null
}

/**
 * Corrects what a class is called, who teaches it, where and for how many. Its coming sessions go along where they had
 * the class's own teacher or room, with a later day those from that day on, and their families and teachers get one email each, after two minutes. Refused for
 * fewer spots than are taken on some day, where a session would be booked twice, where the new teacher leaves before, and where they are away or have
 * other hours; a reason accepts a double-booked room and the teacher's leave and hours.
 */
export function changeClass(
  actor: Actor,
  classId: string,
  { name, instrument, capacity, teacherFrom, ...facts }: NewFacts,
  override?: Override,
  partOf?: PartOf,
): Result<ClassChanged, "no-class"> | { ok: false; reason: "too-small"; taken: number } | SlotRefusal {
  return allOrNothing(() => {
    const before = findClass(actor, classId)
    if (!before) return { ok: false, reason: "no-class" } as const
    const { teacherId: chosen = null, roomId = null } = facts
    if (chosen && chosen !== before.teacherId && !isKnownTeacher(actor, chosen))
      return { ok: false, reason: "unknown-teacher" } as const
    const { next, leaves, refusal } = planLines(actor, before, { ...facts, teacherFrom })
    if (refusal) return refusal
    const { teacherId, later } = next
    if (roomId && roomId !== before.roomId && !isKnownRoom(actor, roomId))
      return { ok: false, reason: "unknown-room" } as const
    // What is offered until an answer stays open to it.
    const taken = capacity < before.capacity ? mostPromised(actor, classId) : mostAtOnce(actor, classId)
    if (capacity < taken) return { ok: false, reason: "too-small", taken } as const

    const onlineLink = facts.onlineLink === undefined ? before.onlineLink : facts.onlineLink || null
    const listed = instrument ? instrumentAsListed(actor, instrument) : null
    const set = { name, instrument: listed, teacherId, roomId, onlineLink, capacity }
    change(actor, classes, classId, set)
    setLaterTeacher(actor, classId, later)
    const kept = giveToSessions(actor, before, next, leaves)
    const changed = kept.lessons.map(({ id }) => id)
    const given = idsOfGiven(kept, chosen)
    const settled = settleClashes(actor, changed, {
      override,
      areElsewhere: true,
      areInOtherRooms: roomId !== before.roomId,
      given: chosen ? { teacherId: chosen, sessionIds: given } : undefined,
      concerns: ({ resource, resourceId }) =>
        resource === "teacher"
          ? given.length > 0 && resourceId === chosen
          : resource === "room" && roomId !== before.roomId && resourceId === roomId,
    })
    if (!settled.ok) return settled
    const was = Object.fromEntries(Object.keys(set).map((key) => [key, before[key as keyof typeof set]]))
    if (JSON.stringify(was) !== JSON.stringify(set) || !isSameLater(before.later, later))
      recordEvent(actor, "class.change", classId, {
        before: { ...was, ...laterFacts(before.later) },
        after: { ...set, ...laterFacts(later), sessions: changed.length, accepted: override?.reason },
      })
    const left = withUnstaffed(actor, classId, leaves)
    return { ok: true, changed: changed.length, left, ...tell(actor, classId, kept, partOf) } as const
  })
}

/** The most spots taken or offered on one day from today on. */
const mostPromised = (actor: Actor, classId: string): number =>
  mostFrom(todayOf(actor), [...listStays(actor, classId), ...listOfferedStays(actor, classId)])

/** Who has a class after a change, and the new teacher who leaves on a known day; a refusal where that is before they have it. */
export function planLines(
  actor: Actor,
  before: Taught,
  {
    teacherId: chosen = null,
    teacherFrom,
    roomId = null,
  }: Partial<TeacherAndRoom> & Pick<NewFacts, "teacherFrom">,
): { next: ClassLines; leaves: LeavingTeacher | null; refusal?: SlotRefusal } {
  const day = todayOf(actor)
  const isLater = teacherFrom !== undefined && teacherFrom > day
  const teacherId = isLater ? before.teacherId : chosen
  const found = isLater || chosen !== before.teacherId ? findLeaving(actor, chosen) : null
  const leaves = found && { ...found, id: chosen }
  const wished = isLater ? laterOf(before, chosen, teacherFrom) : keptLater(before, chosen)
  // A class that someone leaves waits for another from the day after, as when they gave their notice.
  const later = leaves && !wished ? { teacherId: null, from: addDays(leaves.lastDay, 1) } : wished
  const isGone = leaves && leaves.lastDay < (isLater ? teacherFrom : day)
  return { next: { teacherId, roomId, later }, leaves, ...(isGone ? { refusal: leavesBefore(leaves) } : {}) }
}

type LeavingTeacher = Leaving & { id: string | null }

/** With the teacher it has already, a class has no other one later. */
const laterOf = (before: Taught, teacherId: string | null, from: string): LaterTeacher | null =>
  teacherId === before.teacherId ? null : { teacherId, from }

/** What was planned stays, unless that teacher has the class now. */
const keptLater = ({ teacherId, later }: Taught, chosen: string | null): LaterTeacher | null =>
  later && chosen !== teacherId && chosen === later.teacherId
    ? null
    : later && { teacherId: later.teacherId, from: later.from }

/** The lessons that this teacher gives instead of another. */
const idsOfGiven = ({ lessons }: KeptClassChange, teacherId: string | null): string[] =>
  lessons.flatMap(({ id, was, left }) =>
    was.teacherId !== left.teacherId && left.teacherId === teacherId ? [id] : [],
  )

/** Keeps the change, so that it can be undone, and tells of it. */
function tell(
  actor: Actor,
  classId: string,
  kept: KeptClassChange,
  partOf: PartOf | undefined,
): Omit<ClassChanged, "changed" | "left"> {
  if (areSameLines(kept.was, kept.next)) return { told: { families: [], teachers: [] }, changeId: null }
  return {
    changeId: keepClassChange(actor, classId, kept),
    told: tellClassChange(actor, classId, kept, partOf),
  }
}

function giveToSessions(
  actor: Actor,
  { id, teacherId, roomId, later }: ClassLines & { id: string },
  next: ClassLines,
  leaves: LeavingTeacher | null,
): KeptClassChange {
  const was = { teacherId, roomId, later: later && { teacherId: later.teacherId, from: later.from } }
  const nothing = { was, next, lessons: [], canceled: [], accepted: [] }
  if (areSameLines(was, next)) return nothing
  const coming = listComingLessons(actor, id)
  const accepted = readAccepted(actor, coming)
  const all = [...coming, ...listCanceledLessons(actor, id)]
  const given = planGiven(all, was, next, leaves).map(({ session, left, ...lines }) => {
    const { keptReason, keptDespite } = session
    const kept = left.teacherId === session.teacherId ? undefined : { keptReason, keptDespite }
    return { session, left, ...lines, kept }
  })
  giveSessions(
    actor,
    given.map(({ session, left, kept }) => ({ session, to: left, kept: kept && withoutTeacher(kept) })),
  )
  acceptAgain(actor, accepted)
  const of = (state: Session["state"]) =>
    given.flatMap(({ session, ...lesson }) =>
      session.state === state ? [{ id: session.id, ...lesson }] : [],
    )
  return { was, next, lessons: of("planned"), canceled: of("cancelled"), accepted }
}

/** The lessons that a change of their class gives another teacher or room: those that had the class's own. */
export const planGiven = <Lesson extends TeacherAndRoom & { localDate: string }>(
  coming: readonly Lesson[],
  was: ClassLines,
  next: ClassLines,
  leaves: LeavingTeacher | null,
): { session: Lesson; was: TeacherAndRoom; left: TeacherAndRoom }[] =>
  coming.flatMap((session) => {
    const { teacherId, roomId, localDate } = session
    const [own, others] = [linesOn(was, localDate), linesOn(next, localDate)]
    const isGone = leaves && others.teacherId === leaves.id && localDate > leaves.lastDay
    const left = {
      teacherId: teacherId !== own.teacherId ? teacherId : isGone ? null : others.teacherId,
      roomId: roomId === own.roomId ? others.roomId : roomId,
    }
    return left.teacherId === teacherId && left.roomId === roomId
      ? []
      : [{ session, was: { teacherId, roomId }, left }]
  })

/** What was accepted for a lesson's teacher isn't for the next one. */
function withoutTeacher({ keptReason, keptDespite }: KeptBefore): KeptBefore {
  const rest = (keptDespite ?? "")
    .split(" ")
    .filter((cause) => cause && !["leave", "hours", "teacher", "site"].includes(cause))
    .join(" ")
  return rest ? { keptReason, keptDespite: rest } : { keptReason: null, keptDespite: null }
}

type Session = typeof sessions.$inferSelect

type Given = {
  session: Session
  to: TeacherAndRoom
  /** Why it stays where it is, and despite what; left out, that is as before. */
  kept?: KeptBefore
}

/** Gives lessons another teacher and room, and books them instead where they take place. Who attends stays booked. */
function giveSessions(actor: Actor, given: readonly Given[]) {
  const ids = (of: readonly Given[]) => of.map(({ session }) => session.id)
  const alikeAs = ({ to, kept }: Given) => JSON.stringify([to.teacherId, to.roomId, kept])
  for (const alike of groupBy(given, alikeAs).values())
    change(actor, sessions, inArray(sessions.id, ids(alike)), {
      teacherId: alike[0]?.to.teacherId,
      roomId: alike[0]?.to.roomId,
      ...alike[0]?.kept,
    })
  releaseStaff(actor, ids(given))
  claimAll(
    actor,
    given.flatMap(({ session, to }) =>
      session.state === "planned" ? [{ session: { ...session, ...to }, studentIds: [] }] : [],
    ),
  )
}

const isSame = (one: TeacherAndRoom, other: TeacherAndRoom) =>
  one.teacherId === other.teacherId && one.roomId === other.roomId

/**
 * Gives a class and its coming lessons the teacher and room they had before a change, also those made since. A lesson that
 * was changed since stays. Who was told of the change gets word. Refused once the class was given to
 * another again, its former teacher has left or is to leave, its room is archived, and where what it gets back is taken by now.
 */
export function undoClassChange(
  actor: Actor,
  classId: string,
  changeId: string,
  toldAs?: string,
):
  | Result<{ changed: number }, "no-change">
  | { ok: false; reason: "changed-since" }
  | { ok: false; reason: "gone" }
  | SlotRefusal {
  return allOrNothing(() => {
    const kept = findClassChange(actor, classId, changeId)
    const present = findClass(actor, classId)
    if (!kept || !present) return { ok: false, reason: "no-change" } as const
    const { lessons, canceled, accepted } = kept.before
    const day = todayOf(actor)
    const [was, next] = [asOn(kept.before.was, day), asOn(kept.before.next, day)]
    if (!areSameLines(asOn(present, day), next)) return { ok: false, reason: "changed-since" } as const
    const had = [next.teacherId, next.later?.teacherId]
    const back = [was.teacherId, was.later?.teacherId].filter((id) => !had.includes(id))
    const isGone =
      back.some((id) => id && !isKnownTeacher(actor, id)) ||
      (was.roomId && was.roomId !== next.roomId && !isKnownRoom(actor, was.roomId))
    if (isGone) return { ok: false, reason: "gone" } as const
    const leaver = leaversIn(actor, was).find(
      ({ id }) => !leaversIn(actor, next).some((one) => one.id === id),
    )
    if (leaver && (present.endedOn === null || present.endedOn > leaver.lastDay))
      return leavesBefore(leaver, { isBack: true })
    change(actor, classes, classId, { teacherId: was.teacherId, roomId: was.roomId })
    setLaterTeacher(actor, classId, was.later)
    const known = new Map([...lessons, ...canceled].map((lesson) => [lesson.id, lesson]))
    const all = [...listComingLessons(actor, classId), ...listCanceledLessons(actor, classId)]
    const given = all.flatMap((session) => {
      const lesson = known.get(session.id)
      // IDs are in order of time.
      const [own, to] = [linesOn(next, session.localDate), linesOn(was, session.localDate)]
      const isMadeSince = session.id > kept.id && isSame(session, own) && !isSame(own, to)
      if (lesson && isSame(session, lesson.left)) return [{ session, to: lesson.was, kept: lesson.kept }]
      return isMadeSince ? [{ session, to }] : []
    })
    giveSessions(actor, given)
    const ids = given.flatMap(({ session }) => (session.state === "planned" ? session.id : []))
    const givenTo = new Set(
      given.flatMap(({ session, to }) => (session.teacherId === to.teacherId ? [] : [to.teacherId])),
    )
    acceptAgain(actor, accepted)
    const settled = settleClashes(actor, ids, {
      areElsewhere: true,
      concerns: ({ resource, resourceId }) =>
        resource === "teacher"
          ? givenTo.has(resourceId)
          : resource === "room" && was.roomId !== next.roomId && resourceId === was.roomId,
    })
    if (!settled.ok) return settled
    remove(actor, classChanges, changeId)
    tellClassUndone(actor, classId, toldAs)
    recordEvent(actor, "class.change", classId, {
      before: eventOf(next),
      after: { ...eventOf(was), sessions: ids.length },
    })
    return { ok: true, changed: ids.length } as const
  })
}

/** Who has a class also after their last day. */
const leaversIn = (actor: Actor, { teacherId, later }: ClassLines) =>
  [teacherId, later?.teacherId ?? null].flatMap((id) => {
    const leaves = findLeaving(actor, id)
    const isReplaced = leaves && id === teacherId && later && later.from <= addDays(leaves.lastDay, 1)
    return leaves && !isReplaced ? [{ ...leaves, id }] : []
  })

const eventOf = ({ later, ...lines }: ClassLines) => ({ ...lines, ...laterFacts(later) })
