import { teachers } from "db/schema/people"
import { classes, laterTeachers, rooms } from "db/schema/teaching"
import { and, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { slotMessages, undoFactsText } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { chosenKey, dayIfAny } from "~/utils/form-text"
import { listRooms } from "../room/room.server"
import { chooseNone } from "./bulk-assign"
import { changeClass } from "./change-class.server"
import { findClass } from "./find-class.server"
import { undoClassChange } from "./undo-class-change.server"

// Another teacher, another room, or both, for many classes. A field that is left blank leaves what each class has.

const AssignForm = z.object({
  teacherId: chosenKey.optional(),
  teacherFrom: dayIfAny,
  roomId: chosenKey.optional(),
})
type AssignForm = z.output<typeof AssignForm>

const Before = z.object({ changeId: z.string() })

/** Gives classes and their upcoming lessons another teacher, another room, or both. */
export const assignClasses: BulkAct<AssignForm> = {
  permission: "class:write",
  choice: AssignForm,
  kind: "assign-classes",
  refuse: (actor, { teacherId, teacherFrom, roomId }) => {
    if (!teacherId && !roomId) return { teacherId: "Choose a teacher or a room." }
    if (teacherFrom && !teacherId) return { teacherFrom: "Choose the teacher who takes over on that day." }
    if (teacherFrom && teacherFrom < todayOf(actor)) return { teacherFrom: "Enter today or a later day." }
    const isOf = (chosen: string | undefined, known: readonly { id: string }[]) =>
      !chosen || chosen === chooseNone || known.some(({ id }) => id === chosen)
    if (!isOf(teacherId, listTeachers(actor))) return slotMessages({ reason: "unknown-teacher" }).messages
    if (!isOf(roomId, listRooms(actor))) return slotMessages({ reason: "unknown-room" }).messages
    return undefined
  },
  plan: (actor, classIds, choice) => {
    const names = namesOf(actor)
    const day = todayOf(actor)
    return listChosen(actor, classIds).map((found): PlannedItem => {
      const { id, name, endedOn } = found
      if (endedOn !== null && endedOn < day) return { id, name, text: "Has ended.", can: false }
      const text = changeText(found, choice, names)
      return text ? { id, name, text, can: true } : { id, name, text: "Has this already.", can: false }
    })
  },
  work: {
    about: AssignForm,
    atMost: 1,
    carryOut: (actor, choice, { subjectId }) => {
      const found = findClass(actor, subjectId)
      if (!found) return { ok: false, reason: "This class no longer exists." }
      const { name, capacity } = found
      const instrument = found.instrument ?? undefined
      const done = changeClass(actor, subjectId, { name, capacity, instrument, ...linesOf(found, choice) })
      if (done.ok && done.changeId === null) return { ok: false, reason: "Has this already." }
      if (done.ok)
        return {
          ok: true,
          note: `${countOf(done.changed, "upcoming lesson")} updated`,
          made: subjectId,
          before: { changeId: done.changeId },
        }
      if (done.reason === "no-class") return { ok: false, reason: "This class no longer exists." }
      if (done.reason === "too-small") return { ok: false, reason: "Has fewer spots than students." }
      return { ok: false, reason: Object.values(slotMessages(done).messages).join(" ") }
    },
    undo: (actor, _about, { subjectId, before }) => {
      const undone = undoClassChange(actor, subjectId, Before.parse(before).changeId)
      return undone.ok
        ? { ok: true, note: `${countOf(undone.changed, "upcoming lesson")} updated`, made: subjectId }
        : { ok: false, reason: undoFactsText(undone) }
    },
  },
}

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  select({
    id: classes.id,
    name: classes.name,
    endedOn: classes.endedOn,
    teacherId: classes.teacherId,
    teacherName: teachers.name,
    laterId: sql<string | null>`coalesce(${laterTeachers.teacherId}, ${classes.teacherId})`,
    roomId: classes.roomId,
    roomName: rooms.name,
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .leftJoin(laterTeachers, joined(laterTeachers.classId, classes.id))
    .where(
      and(
        own(actor, classes),
        sql`${classes.id} in (select value from json_each(${JSON.stringify(classIds)}))`,
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()
type Chosen = ReturnType<typeof listChosen>[number]

/** Teachers and rooms that can be chosen, by id. */
const namesOf = (actor: Actor) =>
  new Map([
    [chooseNone, "none"],
    ...[...listTeachers(actor), ...listRooms(actor)].map(({ id, name }) => [id, name] as const),
  ])

/** Who and where each class has afterward: chosen, taken away, or as it was. */
const linesOf = (has: Record<"teacherId" | "roomId", string | null>, choice: AssignForm) => ({
  teacherId: chosenOr(choice.teacherId, has.teacherId),
  teacherFrom: choice.teacherFrom,
  roomId: chosenOr(choice.roomId, has.roomId),
})

const chosenOr = (chosen: string | undefined, has: string | null): string | undefined =>
  chosen ? (chosen === chooseNone ? undefined : chosen) : (has ?? undefined)

/** "Anna Vogel → Farid Haddad from Dec 1, 2026 · Room 1 → Studio"; empty where nothing changes. */
function changeText(found: Chosen, choice: AssignForm, names: ReadonlyMap<string, string>): string {
  const next = linesOf(found, choice)
  const from = choice.teacherFrom ? ` from ${formatDate(choice.teacherFrom, "medium")}` : ""
  const teacherId = next.teacherId ?? null
  const isTeacherSame = !choice.teacherId || (teacherId === found.teacherId && teacherId === found.laterId)
  return [
    isTeacherSame
      ? ""
      : `${found.teacherName ?? "No teacher"} → ${names.get(teacherId ?? "") ?? "no teacher"}${from}`,
    (next.roomId ?? null) === found.roomId
      ? ""
      : `${found.roomName ?? "No room"} → ${names.get(next.roomId ?? "") ?? "no room"}`,
  ]
    .filter(Boolean)
    .join(", ")
}
