import { teachers } from "db/schema/people"
import { classes, enrollments, laterTeachers, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, countDistinct, eq, gt, gte, isNull, min, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import {
  assignRefusals,
  assignText,
  endEffect,
  endsOn,
  lessonsUpdated,
  manyClasses,
  studentsBack,
} from "~/texts/teaching/many-classes"
import { endingRefusals, slotMessages, undoFactsText } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { chosenKey, day, dayIfAny, reasonOf } from "~/utils/form-text"
import { listRooms } from "../room/room.server"
import { unstaffedText } from "../scheduled-teacher-change/scheduled-teacher-change"
import { queueTaskUpdates } from "../session/reader-updates.server"
import { listAssignClashes } from "./assign-clashes.server"
import { chooseNone } from "./bulk-classes"
import { changeClass, undoClassChange } from "./change-class.server"
import { endWithUndo } from "./end-class.server"
import { findClass } from "./find-class.server"
import { leftText } from "./restore-stays.server"
import { undoEnding } from "./undo-ending.server"

// Ending many classes at once and bringing them back with their students; giving them another teacher, another room, or both. A
// field that is left blank leaves what each class has.

const EndManyForm = z.object({
  lastDay: day("Enter the last day."),
  reason: reasonOf(200),
})
type EndManyForm = z.output<typeof EndManyForm>

const EndBefore = z.object({ endingId: z.string() })

/** Ends classes after a last day. */
export const endClasses: BulkAct<EndManyForm> = {
  permission: "class:write",
  choice: EndManyForm,
  kind: "end-classes",
  plan: (actor, classIds, { lastDay }) => {
    const enrolled = countEnrolled(actor, classIds, lastDay)
    const ahead = countLessons(actor, classIds, lastDay)
    return listChosen(actor, classIds).map(({ id, name, endedOn }): PlannedItem => {
      if (endedOn !== null && endedOn <= lastDay) return { id, name, text: endsOn(endedOn), can: false }
      return { id, name, text: endEffect(enrolled.get(id) ?? 0, ahead.get(id) ?? 0), can: true }
    })
  },
  work: {
    about: EndManyForm,
    atMost: 1,
    carryOut: (actor, { lastDay, reason }, { subjectId }) => {
      const ended = endWithUndo(actor, subjectId, { lastDay, reason })
      if (!ended.ok)
        return { ok: false, reason: manyClasses[ended.reason === "no-class" ? "gone" : "ends-already"] }
      const { students, sessions: gone } = ended.effect
      return {
        ok: true,
        note: endEffect(students.length, gone),
        made: subjectId,
        before: { endingId: ended.endingId },
      }
    },
    undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, EndBefore.parse(before)),
  },
}

function takeBack(actor: Actor, classId: string, { endingId }: z.output<typeof EndBefore>): ItemOutcome {
  const undone = undoEnding(actor, classId, endingId)
  if (undone.ok)
    return { ok: true, note: studentsBack(undone.students, leftText(undone.left)), made: classId }
  if (undone.reason === "no-ending") return { ok: false, reason: manyClasses["changed-again"] }
  return {
    ok: false,
    reason: undone.reason === "taken" ? undone.clashes.join(" ") : endingRefusals[undone.reason],
  }
}

/** Whom an ending unenrolls: who has no earlier last day, each student once. */
function countEnrolled(actor: Actor, classIds: readonly string[], lastDay: string) {
  const { classId, studentId, startsOn, endsOn } = enrollments
  const isLeft = and(gt(endsOn, sql`max(${startsOn}, ${lastDay})`), gte(endsOn, todayOf(actor)))
  const found = ownRows(actor, enrollments, { id: classId, n: countDistinct(studentId) })
    .where(and(among(classId, classIds), or(isNull(endsOn), isLeft)))
    .groupBy(classId)
    .all()
  return new Map(found.map(({ id, n }) => [id, n]))
}

/** Attendance that was taken stays with its lesson. */
function countLessons(actor: Actor, classIds: readonly string[], lastDay: string) {
  const { classId, state, localDate, registerTakenAt } = sessions
  const goes = and(eq(state, "planned"), gt(localDate, lastDay), isNull(registerTakenAt))
  const found = ownRows(actor, sessions, { id: classId, n: count() })
    .where(and(among(classId, classIds), goes))
    .groupBy(classId)
    .all()
  return new Map(found.map(({ id, n }) => [id, n]))
}

/** The last day to begin with: today, or the day before the first lesson of classes that haven't begun. */
export function proposedLastDay(actor: Actor, classIds: readonly string[], day: string): string {
  const first = ownRows(actor, sessions, { on: min(sessions.localDate) })
    .where(among(sessions.classId, classIds))
    .get()?.on
  return first && first > day ? addDays(first, -1) : day
}

// An act whose form may be empty is planned at once, so this one may not.
const AssignForm = z
  .object({ teacherId: chosenKey.optional(), teacherFrom: dayIfAny, roomId: chosenKey.optional() })
  .refine(({ teacherId, roomId }) => teacherId || roomId, {
    path: ["teacherId"],
    error: assignRefusals.nothing.teacherId,
  })
type AssignForm = z.output<typeof AssignForm>

const ChangeBefore = z.object({ changeId: z.string() })

/** Gives classes and their upcoming lessons another teacher, another room, or both. */
export const assignClasses: BulkAct<AssignForm> = {
  permission: "class:write",
  choice: AssignForm,
  kind: "assign-classes",
  refuse: (actor, { teacherId, teacherFrom, roomId }) => {
    if (teacherFrom && !teacherId) return assignRefusals["from-whom"]
    if (teacherFrom && teacherFrom < todayOf(actor)) return assignRefusals.past
    const isOf = (chosen: string | undefined, known: readonly { id: string }[]) =>
      !chosen || chosen === chooseNone || known.some(({ id }) => id === chosen)
    if (!isOf(teacherId, listTeachers(actor))) return slotMessages({ reason: "unknown-teacher" }).messages
    if (!isOf(roomId, listRooms(actor))) return slotMessages({ reason: "unknown-room" }).messages
    return undefined
  },
  plan: (actor, classIds, choice) => {
    const names = namesOf(actor)
    const day = todayOf(actor)
    const planned = listChosen(actor, classIds).map((found) => {
      const { id, name, endedOn } = found
      if (endedOn !== null && endedOn < day) return { found, id, name, text: manyClasses.over, can: false }
      const text = changeText(found, choice, names)
      return { found, id, name, text: text || manyClasses["has-it"], can: text !== "" }
    })
    const clashes = listAssignClashes(
      actor,
      planned.flatMap(({ id, found, can }) =>
        can ? [{ id, was: found, next: linesOf(found, choice) }] : [],
      ),
      (["teacher", "room"] as const).flatMap((resource) => {
        const id = choice[`${resource}Id`]
        return id && id !== chooseNone ? [{ resource, id, name: names.get(id) ?? "" }] : []
      }),
    )
    return planned.map(({ found: _, ...item }): PlannedItem => {
      const clash = clashes.get(item.id)
      return clash ? { ...item, text: clash, can: false } : item
    })
  },
  work: {
    about: AssignForm,
    atMost: 1,
    carryOut: (actor, choice, { taskId, subjectId }) => {
      const found = findClass(actor, subjectId)
      if (!found) return { ok: false, reason: manyClasses.gone }
      const { name, capacity } = found
      const instrument = found.instrument ?? undefined
      const facts = { name, capacity, instrument, ...linesOf(found, choice) }
      const done = changeClass(actor, subjectId, facts, undefined, { toldAs: taskId })
      if (done.ok && done.changeId === null) return { ok: false, reason: manyClasses["has-it"] }
      if (done.ok)
        return {
          ok: true,
          note: lessonsUpdated(done.changed, done.left?.dates.length ? unstaffedText(done.left) : null),
          made: subjectId,
          before: { changeId: done.changeId },
        }
      if (done.reason === "no-class") return { ok: false, reason: manyClasses.gone }
      if (done.reason === "too-small") return { ok: false, reason: manyClasses.full }
      return { ok: false, reason: Object.values(slotMessages(done).messages).join(" ") }
    },
    close: queueTaskUpdates,
    undo: (actor, _about, { taskId, subjectId, before }) => {
      const undone = undoClassChange(actor, subjectId, ChangeBefore.parse(before).changeId, taskId)
      return undone.ok
        ? { ok: true, note: lessonsUpdated(undone.changed), made: subjectId }
        : { ok: false, reason: undoFactsText(undone) }
    },
  },
}

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  select({
    ...columns(classes, "id", "name", "endedOn", "teacherId"),
    teacherName: teachers.name,
    // The day first: without one there is none.
    later: { from: laterTeachers.fromDate, teacherId: laterTeachers.teacherId },
    roomId: classes.roomId,
    roomName: rooms.name,
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .leftJoin(laterTeachers, joined(laterTeachers.classId, classes.id))
    .where(and(own(actor, classes), among(classes.id, classIds)))
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()
type Chosen = ReturnType<typeof listChosen>[number]

/** Teachers and rooms that can be chosen, by id. */
const namesOf = (actor: Actor) =>
  new Map([...[...listTeachers(actor), ...listRooms(actor)].map(({ id, name }) => [id, name] as const)])

/** Who and where each class has afterward: chosen, taken away, or as it was. */
const linesOf = (has: Record<"teacherId" | "roomId", string | null>, choice: AssignForm) => ({
  teacherId: chosenOr(choice.teacherId, has.teacherId),
  teacherFrom: choice.teacherFrom,
  roomId: chosenOr(choice.roomId, has.roomId),
})

const chosenOr = (chosen: string | undefined, has: string | null): string | undefined =>
  chosen ? (chosen === chooseNone ? undefined : chosen) : (has ?? undefined)

/** Empty where nothing changes. */
function changeText(found: Chosen, choice: AssignForm, names: ReadonlyMap<string, string>): string {
  const next = linesOf(found, choice)
  const [teacherId, roomId] = [next.teacherId ?? null, next.roomId ?? null]
  // From a day on, what was planned for later ends.
  const isTeacherSame =
    !choice.teacherId ||
    (teacherId === found.teacherId && (!choice.teacherFrom || teacherId === (found.later ?? found).teacherId))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return assignText(
    isTeacherSame ? null : { was: found.teacherName, next: nameOf(teacherId) },
    choice.teacherFrom,
    roomId === found.roomId ? null : { was: found.roomName, next: nameOf(roomId) },
  )
}
