import { classes } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { setLaterTeacher } from "../later-teacher/later-teacher.server"
import { acceptAgain } from "../session/schedule-change.server"
import { settleClashes } from "../session/settle-clashes.server"
import { isKnownRoom, isKnownTeacher, type SlotRefusal } from "../session/slot.server"
import { giveSessions } from "./change-class.server"
import {
  areSameLines,
  asOn,
  type ClassLines,
  findClassChange,
  laterFacts,
  linesOn,
  listComingLessons,
  type TeacherAndRoom,
} from "./class-changes.server"
import { findClass } from "./find-class.server"
import { tellClassUndone } from "./tell-class-change.server"

const isSame = (one: TeacherAndRoom, other: TeacherAndRoom) =>
  one.teacherId === other.teacherId && one.roomId === other.roomId

/**
 * Gives a class and its coming lessons the teacher and room they had before a change, also those made since. A lesson that
 * was changed since stays. Who was told of the change gets word. Refused once the class was given to
 * another again, its former teacher has left or its room is archived, and where what it gets back is taken by now.
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
    const { lessons, accepted } = kept.before
    const day = todayOf(actor)
    const [was, next] = [asOn(kept.before.was, day), asOn(kept.before.next, day)]
    if (!areSameLines(asOn(present, day), next)) return { ok: false, reason: "changed-since" } as const
    const had = [next.teacherId, next.later?.teacherId]
    const back = [was.teacherId, was.later?.teacherId].filter((id) => !had.includes(id))
    const isGone =
      back.some((id) => id && !isKnownTeacher(actor, id)) ||
      (was.roomId && was.roomId !== next.roomId && !isKnownRoom(actor, was.roomId))
    if (isGone) return { ok: false, reason: "gone" } as const
    change(actor, classes, classId, { teacherId: was.teacherId, roomId: was.roomId })
    setLaterTeacher(actor, classId, was.later)
    const known = new Map(lessons.map((lesson) => [lesson.id, lesson]))
    const given = listComingLessons(actor, classId).flatMap((session) => {
      const lesson = known.get(session.id)
      // IDs are in order of time.
      const [own, to] = [linesOn(next, session.localDate), linesOn(was, session.localDate)]
      const isMadeSince = session.id > kept.id && isSame(session, own) && !isSame(own, to)
      if (lesson && isSame(session, lesson.left)) return [{ session, to: lesson.was, kept: lesson.kept }]
      return isMadeSince ? [{ session, to }] : []
    })
    giveSessions(actor, given)
    const ids = given.map(({ session }) => session.id)
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
    recordEvent(actor, {
      verb: "change",
      noun: "class",
      nounId: classId,
      before: eventOf(next),
      after: { ...eventOf(was), sessions: ids.length },
    })
    return { ok: true, changed: ids.length } as const
  })
}

const eventOf = ({ later, ...lines }: ClassLines) => ({ ...lines, ...laterFacts(later) })
