import { events } from "db/schema/foundation-audit"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, inArray, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import {
  type ItemOutcome,
  startTask,
  type TaskWork,
  type UndoneItem,
  type WorkedItem,
} from "~/models/foundation/task/run-task.server"
import { findTask, listTasksUnderWay, type Task } from "~/models/foundation/task/task.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addDays } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { localDate } from "~/utils/zones"
import { undoClassChange } from "../class/change-class.server"
import { findUnknownLead, listLedOccasions, takeOccasionsBack } from "../occasion/hand-over-occasions.server"
import { findLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { beginsLater } from "../session/begins-later.server"
import { queueTaskUpdates } from "../session/reader-updates.server"
import type { Recipients } from "../session/rule-effect"
import type { Override } from "../session/slot.server"
import {
  deactivateTeacher,
  endTeaching,
  endTeachingLater,
  findTeacherWithState,
  handOver,
  isTaker,
  listOpenClasses,
  listUnassigned,
  reactivateTeacher,
} from "./deactivate-teacher.server"
import type { DeactivateRefusal } from "./teacher-leaving"

// Undoing the departure of teachers: they come back, then their classes and events, as far as these weren't given to someone
// else since. Who has come back and left again stays as that departure has it.

const Before = z.object({
  teacherId: z.string(),
  taskId: z.string(),
  changeId: z.string().optional(),
  events: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
})

/** Whether a teacher was deactivated by this task, and not again after it: at once, or alone once the last day was over that it set. */
function isOf(actor: Actor, teacherId: string, { createdAt, finishedAt, about }: Task, at: number): boolean {
  const end = finishedAt ?? at
  if (createdAt <= at && at <= end) return true
  const lastDay = Departure.safeParse(about).data?.lastDay
  if (lastDay === undefined || localDate(at, actor.school.timeZone) <= lastDay) return false
  const since = ownRows(actor, events, ["verb"])
    .where(
      and(
        eq(events.noun, "teacher"),
        eq(events.nounId, teacherId),
        inArray(events.verb, ["leave-later", "stay", "deactivate", "reactivate"]),
        gt(events.createdAt, end),
      ),
    )
    .all()
  return since.length === 1
}

/** Takes one class of a departure back, or the teacher; whichever comes first brings the teacher back. */
function takeDepartureBack(actor: Actor, { taskId: undoId, subjectId, before }: UndoneItem): ItemOutcome {
  const { teacherId, taskId, changeId, events: led } = Before.parse(before)
  const teacher = findTeacherWithState(actor, teacherId)
  if (!teacher) return { ok: false, reason: "No longer in the school." }
  const task = findTask(actor, taskId)
  if (teacher.lastDay !== null) change(actor, teachers, teacherId, { lastDay: null })
  if (teacher.deactivatedAt !== null) {
    if (!task || !isOf(actor, teacherId, task, teacher.deactivatedAt))
      return { ok: false, reason: `${teacher.name} has been deactivated again.` }
    const back = reactivateTeacher(actor, teacherId)
    if (!back.ok)
      return {
        ok: false,
        reason:
          back.reason === "limit-reached"
            ? `Your plan no longer has room for ${teacher.name}.`
            : `The data of ${teacher.name} was erased.`,
      }
  }
  if (changeId === undefined) {
    const back = takeOccasionsBack(actor, teacherId, led)
    return {
      ok: true,
      note: back > 0 ? `active again, in charge of ${countOf(back, "event")}` : "active again",
    }
  }
  const undone = undoClassChange(actor, subjectId, changeId, undoId)
  if (undone.ok) return { ok: true, note: `back to ${teacher.name}`, made: subjectId }
  if (undone.reason === "no-change" || undone.reason === "changed-since")
    return { ok: false, reason: "Was changed again." }
  return {
    ok: false,
    reason: undone.reason === "clash" ? undone.clashes.slice(0, 3).join(" ") : "Its room is archived.",
  }
}

// A teacher with many lessons to come leaves as a task, one class at a time. Until the last class has someone else, or no
// one, they go on teaching what is still theirs; a class that can't be handed over is named, and they stay, unless they have a last
// day: then it's theirs until that. Families and the
// new teachers get one email each, once no more classes are handed over.

/** With more lessons to come than this it is a task. */
const lessonsAtOnce = 60

type Left =
  | { ok: true; taskId: string }
  | { ok: true; taskId: null; name: string; classes: number; told: Recipients }

/**
 * Takes a teacher out of the school, now or after a last day, in one go or as a task whose id is returned. Asked again, it
 * answers the task under way.
 */
export function letTeacherLeave(
  actor: Actor,
  teacherId: string,
  takers: ReadonlyMap<string, string | null>,
  override?: Override,
  lastDay?: string,
): Left | DeactivateRefusal {
  if (!hasManyLessons(actor, teacherId)) {
    const done = deactivateTeacher(actor, teacherId, takers, override, lastDay)
    return done.ok ? { ...done, taskId: null } : done
  }
  const teacher = findTeacherWithState(actor, teacherId)
  if (!teacher || teacher.deactivatedAt !== null) return { ok: false, reason: "not-found" }
  const earlier = findHandOver(actor, teacherId)
  if (earlier) return { ok: true, taskId: earlier.id }
  const classes = listOpenClasses(actor, teacherId).map(({ id, name }) => ({
    id,
    name,
    taker: takers.get(id) ?? null,
  }))
  const unknown = classes.find(({ taker }) => taker !== null && !isTaker(actor, teacherId, taker))
  if (unknown)
    return {
      ok: false,
      reason: "unknown-teacher",
      classId: unknown.id,
      className: unknown.name,
      clashes: [],
      mayOverride: false,
    }
  const unknownLead = findUnknownLead(actor, teacherId, takers)
  if (unknownLead) return { ok: false, reason: "unknown-lead", occasionId: unknownLead }
  const events = listLedOccasions(actor, teacherId).map(({ id }) => [id, takers.get(id) ?? null] as const)
  const items = [
    ...classes.map(({ id, name, taker }) => ({ subjectId: id, name, detail: { taker } })),
    { subjectId: teacherId, name: teacher.name, detail: { leaves: true, classes: classes.length, events } },
  ]
  const about = { teacherId, ...(lastDay ? { lastDay } : {}) }
  return { ok: true, taskId: startTask(actor, { kind: "hand-over-classes", about, items }) }
}

/** The task that hands a teacher's classes over now. */
export const findHandOver = (actor: Actor, teacherId: string) =>
  listTasksUnderWay(actor, ["hand-over-classes"]).find(
    ({ about }) => Departure.safeParse(about).data?.teacherId === teacherId,
  )

export const hasManyLessons = (actor: Actor, teacherId: string): boolean =>
  ownRows(actor, sessions, ["id"])
    .where(
      and(
        eq(sessions.teacherId, teacherId),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .limit(1)
    .offset(lessonsAtOnce)
    .get() !== undefined

/** One teacher alone, or those of a list: then each item says whose it is. */
export const Departure = z.object({
  teacherId: z.string().optional(),
  lastDay: z.string().optional(),
  taker: z.record(z.string(), z.string()).default({}),
})
const Detail = z.union([
  z.object({ teacherId: z.string().optional(), taker: z.string().nullable() }),
  z.object({
    teacherId: z.string().optional(),
    leaves: z.literal(true),
    classes: z.number(),
    events: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
  }),
])

/** The classes of teachers who leave, each in a transaction of its own, and after them the teacher. */
export const handOverWork: TaskWork<z.output<typeof Departure>> = {
  about: Departure,
  atMost: 1,
  carryOut: (actor, about, { taskId, subjectId, detail }) => {
    const what = Detail.parse(detail)
    const teacher = findTeacherWithState(actor, what.teacherId ?? about.teacherId ?? "")
    if (!teacher || teacher.deactivatedAt !== null)
      return { ok: false, reason: "This teacher isn’t active anymore." }
    return "leaves" in what
      ? leave(actor, { ...teacher, classes: what.classes }, new Map(what.events), taskId, about.lastDay)
      : giveClass(actor, teacher, { taskId, subjectId }, what.taker, about.lastDay)
  },
  undo: (actor, _about, item) => takeDepartureBack(actor, item),
  close: queueTaskUpdates,
}

/** The teachers who are to leave by a task and still have classes without another teacher after it, and those classes. */
export function listStillTheirs(actor: Actor, { kind, about, excepted }: Task) {
  const read = kind === "hand-over-classes" ? Departure.safeParse(about).data : undefined
  if (!read || (excepted === 0 && !read.lastDay)) return []
  const teacherIds = read.teacherId ? [read.teacherId] : Object.keys(read.taker)
  return teacherIds.flatMap((teacherId) => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt !== null || teacher.lastDay !== (read.lastDay ?? null)) return []
    const { id, name, lastDay } = teacher
    const { classes } = lastDay
      ? listUnassigned(actor, id, lastDay)
      : { classes: listOpenClasses(actor, id).map((one) => ({ id: one.id, name: one.name })) }
    return classes.length > 0 ? [{ id, name, lastDay, classes }] : []
  })
}

function giveClass(
  actor: Actor,
  teacher: { id: string; name: string },
  { taskId, subjectId: classId }: Pick<WorkedItem, "taskId" | "subjectId">,
  taker: string | null,
  lastDay: string | undefined,
): ItemOutcome {
  const found = listOpenClasses(actor, teacher.id).find(({ id }) => id === classId)
  if (!found) return { ok: true, made: classId, note: `no longer ${teacher.name}’s class` }
  const name = taker === null ? null : listTeachers(actor).find(({ id }) => id === taker)?.name
  if (name === undefined || (taker !== null && !isTaker(actor, teacher.id, taker)))
    return { ok: false, reason: "The teacher you chose isn’t active anymore." }
  const handed = handOver(actor, found, taker, { toldAs: taskId, leavingId: teacher.id, lastDay })
  if (!handed.ok) {
    const anyway = handed.mayOverride ? " To hand it over anyway, edit the class and enter a reason." : ""
    return { ok: false, reason: `${handed.clashes.slice(0, 3).join(" ")}${anyway}` }
  }
  return {
    ok: true,
    made: classId,
    note: name === null ? "without a teacher for now" : `to ${name}`,
    ...(handed.changeId ? { before: { teacherId: teacher.id, taskId, changeId: handed.changeId } } : {}),
  }
}

function leave(
  actor: Actor,
  teacher: { id: string; name: string; memberId: string | null; classes: number },
  takers: ReadonlyMap<string, string | null>,
  taskId: string,
  lastDay: string | undefined,
): ItemOutcome {
  const open = listOpenClasses(actor, teacher.id)
  const left = lastDay
    ? open.filter(({ id }) => findLaterTeacher(actor, id)?.from !== addDays(lastDay, 1)).length
    : open.length
  // With a last day there is time to choose; who is left then has no teacher.
  if (left > 0 && !lastDay)
    return {
      ok: false,
      reason: `Stays active with ${countOf(left, "class", "classes")}. Choose who takes over, and deactivate again.`,
    }
  // A taker who left in the meantime takes nothing; the event waits for someone.
  const present = [...takers].map(
    ([id, taker]) => [id, taker && isTaker(actor, teacher.id, taker) ? taker : null] as const,
  )
  const events = listLedOccasions(actor, teacher.id)
    .filter(({ date }) => lastDay === undefined || date > lastDay)
    .map(({ id }) => [id, new Map(present).get(id) ?? null])
  if (lastDay) endTeachingLater(actor, teacher, new Map(present), lastDay)
  else endTeaching(actor, teacher, new Map(present))
  return {
    ok: true,
    note: lastDay ? leavesText(lastDay, left) : "deactivated",
    before: { teacherId: teacher.id, taskId, events },
  }
}

const leavesText = (lastDay: string, left: number) =>
  [
    `leaves after ${formatDate(lastDay, "medium")}`,
    ...(left > 0 ? [countOf(left, "class to hand over by then", "classes to hand over by then")] : []),
  ].join(", ")
