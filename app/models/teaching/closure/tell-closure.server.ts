import { transact } from "db/client.server"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type Reach, unreachedText } from "~/models/foundation/outbox/bounce"
import { type Addressed, reachOf } from "~/models/foundation/outbox/reach.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { type ClosureFacts, findClosure } from "../closed-days/closed-days.server"
import { tellWith } from "../session/compose-updates.server"
import { lettersAtOnce, queueUpdates } from "../session/reader-updates.server"
import { listSessionItems } from "../session/session-items.server"
import { listSessionsToTell } from "../session/session-list.server"
import { lessonsAtOnce } from "./add-closure.server"
import type { UntoldCount } from "./closure-lesson"
import { idsTogether, isWaiting, together } from "./closure-notice.server"

// What families and teachers read of the lessons that were canceled or moved for a closure. Nothing is sent until the office says
// so; then each person gets one email with the moved lessons and the canceled ones, as they are by then.

/** How many lessons of a closure are canceled or moved without an email yet, with those of closures that were added with it. */
export function countUntold(actor: Actor, closure: ClosureFacts): UntoldCount & { closures: number } {
  const rows = ownRows(actor, closedLessons, {
    closureId: closedLessons.closureId,
    n: count(),
    moved: count(closedLessons.was),
  })
    .where(isWaiting(actor, idsTogether(actor, closure)))
    .groupBy(closedLessons.closureId)
    .all()
  return {
    lessons: rows.reduce((sum, { n }) => sum + n, 0),
    moved: rows.reduce((sum, { moved }) => sum + moved, 0),
    closures: rows.length,
  }
}

/** How many lessons the emails are about, and whom they leave for; those of many lessons leave as a task. */
type ClosureTelling = { lessons: number; reach: Reach; taskId?: string }

/** Sends the emails that wait for a closure and for those that were added with it. */
export function tellClosure(actor: Actor, closure: ClosureFacts): ClosureTelling {
  return transact(() => {
    const closures = new Map(together(actor, closure).map((each) => [each.id, each]))
    const waiting = ownRows(actor, closedLessons, ["sessionId", "closureId"])
      .where(isWaiting(actor, [...closures.keys()]))
      .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
      .all()
    const after = { name: closure.name, lessons: waiting.length }
    if (waiting.length > 0) recordEvent(actor, "closure.tell", closure.id, { after })
    if (waiting.length > lessonsAtOnce) {
      const closureOf = new Map(waiting.map(({ sessionId, closureId }) => [sessionId, closureId]))
      const items = listSessionItems(actor, among(sessions.id, [...closureOf.keys()])).map((item) => ({
        ...item,
        detail: { closureId: closureOf.get(item.subjectId) },
      }))
      const about = { closureId: closure.id, closureName: closure.name, closureIds: [...closures.keys()] }
      return {
        lessons: waiting.length,
        reach: reached(actor, []),
        taskId: startTask(actor, { kind: "tell-closure", about, items }),
      }
    }
    const people = waiting.flatMap(
      ({ sessionId, closureId }) => tellLesson(actor, closures.get(closureId) ?? closure, sessionId) ?? [],
    )
    tellWith(actor, [...closures.keys()])
    return { lessons: waiting.length, reach: reached(actor, people) }
  })
}

const reached = (actor: Actor, people: readonly Addressed[]) =>
  reachOf({ template: "session-changed", schoolId: actor.school.id }, people)

/** Adds a lesson to what is told of its closure. Answers its people, with the students of whom no one has an address. */
function tellLesson(actor: Actor, closure: ClosureFacts, sessionId: string): Addressed[] | undefined {
  const isLeft = ownRows(actor, closedLessons, ["id"])
    .where(and(isWaiting(actor, [closure.id]), eq(closedLessons.sessionId, sessionId)))
    .get()
  const [session] = listSessionsToTell(actor, [sessionId])
  if (!isLeft || !session) return undefined
  const { families, teachers } = queueUpdates(actor, [session], { why: closure.name, key: closure.id })
  const contacts = listContacts(
    actor,
    session.students.map(({ id }) => id),
  )
  return [
    ...[...families, ...teachers].map(({ name, email }) => ({ name, email })),
    ...session.students.flatMap(({ id, name }) => (contacts.has(id) ? [] : { name, email: null })),
  ]
}

const Facts = z.object({ closureId: z.string() })
const About = Facts.extend({ closureIds: z.array(z.string()).optional() })

/** The emails about many lessons, as a task: each person still gets one, written once all of the lessons are in it. */
export const tellClosureWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, about, { subjectId, detail }) => {
    const closure = findClosure(actor, (detail === null ? about : Facts.parse(detail)).closureId)
    if (!closure) return { ok: false, reason: "The closure was removed." }
    const people = tellLesson(actor, closure, subjectId)
    if (!people) return { ok: false, reason: "This lesson has changed." }
    const reach = reached(actor, people)
    const note = [reach.reached.length > 0 ? "Emailed" : "No one emailed", unreachedText(reach)]
    return { ok: true, note: note.filter(Boolean).join(". "), made: subjectId }
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && tellWith(actor, about.data.closureIds ?? [about.data.closureId], lettersAtOnce)
  },
}
