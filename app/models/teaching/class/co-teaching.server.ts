import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, classTeachers } from "db/schema/teaching"
import { and, eq, gt, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import type { CoTeacherRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { laterOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { listCoTeachers } from "../co-teacher/co-teacher.server"
import { claimAll, releaseFrom } from "../session/claim.server"
import { dropPlaces } from "../session/replace-co-teacher.server"
import { settleClashes } from "../session/settle-clashes.server"
import { isKnownTeacher, type Override, type SlotRefusal } from "../session/slot.server"
import { findStranded, keepLessons } from "../session/stranded-causes.server"
import { teachersOf } from "../session/told-teachers.server"
import { listTooFarOf } from "../session/travel.server"
import { findTeacherLimits } from "../teacher-time/teacher-limits.server"
import { discardCoTeaching, listComing } from "./discarded-co-teaching.server"

type Wish = { teacherId: string; startsOn: string; override?: Override }

/**
 * Gives a class another teacher beside its own, from a day on that isn't over. Refused where they teach elsewhere at
 * the time of one of its lessons; a reason accepts their leave and other hours. They are told by mail.
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
    if (found.teacherId === teacherId) return { ok: false, reason: "is-main" } as const
    const others = listCoTeachers(actor, classId, startsOn)
    if (others.some((each) => each.teacherId === teacherId)) return { ok: false, reason: "already" } as const

    const coming = listComing(actor, classId, startsOn)
    const ids = coming.map(({ id }) => id)
    const known = findStranded(actor, ids)
    add(actor, classTeachers, { classId, teacherId, startsOn })
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
    recordEvent(actor, {
      verb: "add-co-teacher",
      noun: "class",
      nounId: classId,
      after: { name, teacherId, startsOn, accepted: override?.reason },
    })
    const teacher = teachersOf(actor, [teacherId]).get(teacherId)
    if (teacher)
      mailTo(actor, teacher, "co-teaching", {
        className: found.name,
        with: found.teacherId ? nameOf(actor, found.teacherId).name : null,
        startsOn: formatDate(startsOn, "medium", actor.school),
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

/** What a teacher gives beside others, also after today. */
export const listCoTaught = (actor: Actor, teacherId: string) =>
  select()
    .from(classTeachers)
    .where(
      and(
        own(actor, classTeachers),
        eq(classTeachers.teacherId, teacherId),
        or(isNull(classTeachers.endsOn), gt(classTeachers.endsOn, todayOf(actor))),
      ),
    )
    .all()

/** Ends all that a teacher gives beside others, after today or a later day. In the caller's transaction. */
export function endCoTeaching(actor: Actor, teacherId: string, day = todayOf(actor)) {
  const rows = listCoTaught(actor, teacherId)
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
  recordEvent(actor, {
    verb: "end-co-teacher",
    noun: "class",
    nounId: classId,
    after: { name, teacherId, lastDay: day },
  })
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
  const found = select({ name: teachers.name })
    .from(teachers)
    .where(own(actor, teachers, teacherId))
    .get()
  if (!found) throw new Error(`No teacher ${teacherId} in this school`)
  return found
}
