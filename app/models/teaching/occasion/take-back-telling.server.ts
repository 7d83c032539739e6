import { tasks } from "db/schema/foundation-tasks"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, desc, eq, gt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { changeUnsent, listGathered } from "~/models/foundation/outbox/unsent-mail.server"
import { now } from "~/utils/clock.server"
import { tellingKey } from "./tell-occasion.server"

// The emails about an event of many students are gathered while a task goes on. Until they leave, what they say may no longer
// be so: then they are changed or discarded, and their readers count as never told.

const tellingMs = 7 * 86_400_000

/** The tasks that emailed about an event lately, or do now. */
const listTellings = (actor: Actor, occasionId: string): string[] =>
  select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        own(actor, tasks),
        gt(tasks.createdAt, now() - tellingMs),
        eq(tasks.kind, "tell-occasion"),
        eq(sql`json_extract(${tasks.about}, '$.occasionId')`, occasionId),
      ),
    )
    .orderBy(desc(tasks.createdAt))
    .limit(5)
    .all()
    .map(({ id }) => id)

/** Takes a student out of the emails that haven't left. Answers who would have read in one of them that they are invited. */
export function takeStudentOut(
  actor: Actor,
  occasionId: string,
  student: { id: string; firstName: string },
): ReadonlySet<string> {
  const unread = new Set<string>()
  for (const taskId of listTellings(actor, occasionId))
    for (const what of ["invited", "changed"] as const)
      changeUnsent<"occasion">(actor.school.id, tellingKey(taskId, what), (data, recipient) => {
        if (!data.studentIds?.includes(student.id)) return data
        if (what === "invited") unread.add(recipient)
        const studentIds = data.studentIds.filter((id) => id !== student.id)
        return studentIds.length > 0
          ? { ...data, studentIds, students: without(data.students, student.firstName) }
          : null
      })
  return unread
}

/** Siblings of one name are as good as each other. */
function without(names: readonly string[], name: string): string[] {
  const at = names.indexOf(name)
  return names.filter((_, index) => index !== at)
}

/** Discards the emails about an event that haven't left. Who would have been invited by one of them never heard of it. */
export function takeTellingBack(actor: Actor, occasionId: string) {
  for (const taskId of listTellings(actor, occasionId)) {
    changeUnsent<"occasion">(actor.school.id, tellingKey(taskId, "changed"), () => null)
    const key = tellingKey(taskId, "invited")
    const { discarded } = changeUnsent<"occasion">(actor.school.id, key, () => null)
    if (discarded.length === 0) continue
    const idsIn = (mails: typeof discarded) => mails.flatMap(({ data }) => data.studentIds ?? [])
    const heard = new Set(idsIn(listGathered<"occasion">(actor.school.id, key)))
    const unheard = idsIn(discarded).filter((id) => !heard.has(id))
    change(
      actor,
      occasionGuests,
      and(
        eq(occasionGuests.occasionId, occasionId),
        sql`${occasionGuests.studentId} in (select value from json_each(${JSON.stringify(unheard)}))`,
      ),
      { toldAt: null, toldNews: 0 },
    )
  }
}
