import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, classTeachers } from "db/schema/teaching"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, gte, inArray, isNull, lte, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, hasRow, ownRows, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import type { CoTeacherRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { earlierEnd, laterOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { listCoTeachers } from "../co-teacher/co-teacher.server"
import { teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { findLaterTeacher, findLeaving } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { beginsLater } from "../session/begins-later.server"
import { claimAll, releaseFrom } from "../session/claim.server"
import { dropPlaces } from "../session/replace-co-teacher.server"
import { settleClashes } from "../session/settle-clashes.server"
import { isKnownTeacher, leavesBefore, type Override, type SlotRefusal } from "../session/slot.server"
import { findStranded, keepLessons } from "../session/stranded-causes.server"
import { teachersOf } from "../session/teacher-recipients.server"
import { listTooFarOf } from "../session/travel.server"
import { findTeacherLimits } from "../teacher-time/teacher-limits.server"

// Co-teaching that was ended before it began leaves no trace in lessons. The bin keeps it, with who was to give single
// lessons in its place; what it books is booked again when it comes back.

type CoTeaching = { id: string; classId: string; teacherId: string; name: string; startsOn: string }

/** Deletes co-teaching that hasn't begun, with its places in these lessons; in the caller's transaction. */
function discardCoTeaching(
  actor: Actor,
  { id, classId, teacherId, name, startsOn }: CoTeaching,
  sessionIds: readonly string[],
) {
  const places = ownRows(actor, coSubstitutes, ["id", "sessionId", "substituteId"])
    .where(eq(coSubstitutes.teacherId, teacherId))
    .all()
    .filter(({ sessionId }) => sessionIds.includes(sessionId))
  const className = find(actor, classes, classId)?.name
  for (const { sessionId, substituteId } of places)
    if (substituteId) releaseFrom(actor, "teacher", substituteId, [sessionId])
  const title = `${name}, ${className}, from ${formatDate(startsOn, "medium", actor.school)}`
  deleteToBin(actor, { noun: "co-teaching", recordId: id, name: title }, () => {
    const ids = places.map((place) => place.id)
    remove(actor, coSubstitutes, inArray(coSubstitutes.id, ids))
    remove(actor, classTeachers, id)
  })
}

/**
 * Books what co-teaching out of the bin needs, in the caller's all-or-nothing, once its rows are back. It begins today at
 * the earliest. Refused where it ended meanwhile, the teacher has left or gives the class again, or teaches elsewhere.
 */
export function resumeCoTeaching(
  actor: Actor,
  id: string,
): "place-gone" | "still-there" | "clash" | undefined {
  const row = find(actor, classTeachers, id)
  const found =
    row && ownRows(actor, classes, ["teacherId", "endedOn"]).where(eq(classes.id, row.classId)).get()
  if (!row || !found || !isKnownTeacher(actor, row.teacherId)) return "place-gone"
  const { classId, teacherId } = row
  const endsOn = earlierEnd(row.endsOn, findLeaving(actor, teacherId)?.lastDay ?? null)
  const day = todayOf(actor)
  const startsOn = row.startsOn > day ? row.startsOn : day
  if ((endsOn !== null && endsOn < startsOn) || (found.endedOn !== null && found.endedOn < startsOn))
    return "place-gone"
  if (found.teacherId === teacherId || isGivenBeside(actor, { id, classId, teacherId }, startsOn))
    return "still-there"
  change(actor, classTeachers, id, { startsOn, endsOn })
  const coming = listComing(actor, classId, startsOn, endsOn)
  claimAll(
    actor,
    coming.map((session) => ({ session: { ...session, teacherId: null, roomId: null }, studentIds: [] })),
  )
  const settled = settleClashes(
    actor,
    coming.map((session) => session.id),
    { concerns: ({ resource }) => resource === "teacher" },
  )
  if (!settled.ok) return "clash"
  const name = find(actor, teachers, teacherId)?.name
  recordEvent(actor, "class.add-co-teacher", classId, { after: { name, teacherId, startsOn } })
  return undefined
}

const isGivenBeside = (
  actor: Actor,
  { id, classId, teacherId }: Pick<CoTeaching, "id" | "classId" | "teacherId">,
  day: string,
): boolean =>
  hasRow(
    actor,
    classTeachers,
    and(
      eq(classTeachers.classId, classId),
      eq(classTeachers.teacherId, teacherId),
      ne(classTeachers.id, id),
      or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, day)),
    ),
  )

/** The class's planned lessons from a day on that have not begun, to the last of them or until a day. */
export function listComing(actor: Actor, classId: string, from: string, until: string | null = null) {
  return ownRows(actor, sessions)
    .where(
      and(
        eq(sessions.classId, classId),
        gte(sessions.localDate, from),
        until === null ? undefined : lte(sessions.localDate, until),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .all()
}

type Wish = { teacherId: string; startsOn: string; override?: Override }

/**
 * Gives a class another teacher beside its own, from a day on that isn't over, until their last day where they leave. Refused
 * where they have left by then or teach elsewhere at the time of one of its lessons; a reason accepts their leave and other hours.
 * They are told by mail.
 */
export function addCoTeacher(
  actor: Actor,
  classId: string,
  { teacherId, startsOn, override }: Wish,
): Result<{ name: string }, CoTeacherRefusal> | SlotRefusal {
  return allOrNothing(() => {
    const found = find(actor, classes, classId)
    if (!found) return { ok: false, reason: "no-class" } as const
    if (startsOn < todayOf(actor)) return { ok: false, reason: "in-the-past" } as const
    if (found.endedOn !== null && found.endedOn < startsOn) return { ok: false, reason: "is-over" } as const
    if (!isKnownTeacher(actor, teacherId)) return { ok: false, reason: "unknown-teacher" } as const
    const mainId = teacherOn({ ...found, later: findLaterTeacher(actor, classId) }, startsOn)
    if (mainId === teacherId) return { ok: false, reason: "is-main" } as const
    const others = listCoTeachers(actor, classId, startsOn)
    if (others.some((each) => each.teacherId === teacherId)) return { ok: false, reason: "already" } as const

    const leaves = findLeaving(actor, teacherId)
    if (leaves && leaves.lastDay < startsOn) return leavesBefore(leaves)
    const endsOn = leaves?.lastDay ?? null
    const coming = listComing(actor, classId, startsOn, endsOn)
    const ids = coming.map(({ id }) => id)
    const known = findStranded(actor, ids)
    add(actor, classTeachers, { classId, teacherId, startsOn, endsOn })
    claimAll(
      actor,
      coming.map((session) => ({ session: { ...session, teacherId: null, roomId: null }, studentIds: [] })),
    )
    const times = coming.map(({ localDate: date, startTime, minutes }) => ({
      teacherId,
      date,
      startTime,
      minutes,
    }))
    const limits = findTeacherLimits(actor, times)
    const far = listTooFarOf(actor, ids, teacherId)
    const texts = [...limits.away, ...limits.outside, ...far].slice(0, 5)
    if (texts.length > 0 && !override)
      return { ok: false, reason: "clash", clashes: texts, alternatives: [], mayOverride: true } as const
    const settled = settleClashes(actor, ids, {
      concerns: ({ resource, resourceId }) => resource === "teacher" && resourceId === teacherId,
    })
    if (!settled.ok) return { ...settled, alternatives: [] }
    if (override && texts.length > 0)
      keepLessons(
        actor,
        ids.filter((id) => !known.has(id)),
        override.reason,
      )
    const { name } = nameOf(actor, teacherId)
    recordEvent(actor, "class.add-co-teacher", classId, {
      after: { name, teacherId, startsOn, accepted: override?.reason },
    })
    const teacher = teachersOf(actor, [teacherId]).get(teacherId)
    if (teacher)
      mailTo(actor, teacher, "co-teaching", {
        className: found.name,
        with: mainId ? nameOf(actor, mainId).name : null,
        startsOn: formatDate(startsOn, "medium", actor.school),
        endsOn: endsOn && formatDate(endsOn, "medium", actor.school),
      })
    return { ok: true, name } as const
  })
}

/** Ends it after today; before it has begun, the row goes to the bin. What they taught and are paid for stays. */
export function endCoTeacher(
  actor: Actor,
  classId: string,
  coTeacherId: string,
): Result<{ name: string }, "no-co-teacher"> {
  return transact(() => {
    const day = todayOf(actor)
    const found = listCoTeachers(actor, classId, day).find(({ id }) => id === coTeacherId)
    if (!found) return { ok: false, reason: "no-co-teacher" } as const
    endRow(actor, { ...found, classId }, day)
    return { ok: true, name: found.name } as const
  })
}

/** What a teacher gives beside others, also after today or a later day. */
export const listCoTaught = (actor: Actor, teacherId: string, day = todayOf(actor)) =>
  ownRows(actor, classTeachers)
    .where(
      and(
        eq(classTeachers.teacherId, teacherId),
        or(isNull(classTeachers.endsOn), gt(classTeachers.endsOn, day)),
      ),
    )
    .all()

/** Ends all that a teacher gives beside others and that goes on after today or a later day. In the caller's transaction. */
export function endCoTeaching(actor: Actor, teacherId: string, day = todayOf(actor)) {
  const rows = listCoTaught(actor, teacherId, day)
  const { name } = nameOf(actor, teacherId)
  for (const row of rows) endRow(actor, { ...row, name }, day)
}

type CoTeacherRow = { id: string; classId: string; teacherId: string; name: string; startsOn: string }

function endRow(actor: Actor, { id, classId, teacherId, name, startsOn }: CoTeacherRow, day: string) {
  const later = listComing(actor, classId, day).filter(
    (session) => session.localDate > day && session.teacherId !== teacherId,
  )
  const laterIds = later.map((session) => session.id)
  if (startsOn > day) discardCoTeaching(actor, { id, classId, name, startsOn, teacherId }, laterIds)
  else change(actor, classTeachers, id, { endsOn: day })
  dropPlaces(actor, teacherId, laterIds)
  releaseFrom(actor, "teacher", teacherId, laterIds)
  recordEvent(actor, "class.end-co-teacher", classId, { after: { name, teacherId, lastDay: day } })
}

/** Gives a new class the co-teachers that another has on a day or gets later. In the caller's transaction, before it has sessions. */
export function copyCoTeachers(actor: Actor, fromClassId: string, toClassId: string, startsOn: string) {
  for (const each of listCoTeachers(actor, fromClassId, startsOn).filter(({ endsOn }) => endsOn === null))
    add(actor, classTeachers, {
      classId: toClassId,
      teacherId: each.teacherId,
      startsOn: laterOf(each.startsOn, startsOn),
    })
}

function nameOf(actor: Actor, teacherId: string) {
  const found = ownRows(actor, teachers, ["name"]).where(eq(teachers.id, teacherId)).get()
  if (!found) throw new Error(`No teacher ${teacherId} in this school`)
  return found
}
