import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { students } from "db/schema/people"
import { renewals } from "db/schema/teaching-renewals"
import { and, asc, eq, gte, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listReturned } from "~/models/foundation/outbox/returned-address.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { todayOf } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { lettersAbout, mailEach } from "./renewal-mail.server"

// Families that can still answer about the next term and haven't are reminded by the office, once a day at most.

/** So many students are reminded of at once. */
const most = 500

const reminded = "remind-next-term" as const

/** How many families would get a reminder, how many of these questions no one can be emailed about, and who got one today. */
export function countToRemind(actor: Actor) {
  const waiting = listWaiting(actor)
  const { students: reached, families } = reachedOf(actor, waiting)
  return { families, withoutEmail: waiting.length - reached.length, today: listRemindedToday(actor).families }
}

/**
 * Sends each family that hasn't answered one more email with all its open questions. Whoever was asked or reminded today
 * gets none. Answers how many families.
 */
export function remindUnanswered(actor: Actor): number {
  return transact(() => {
    const { students: reached, families } = reachedOf(actor, listWaiting(actor))
    if (families === 0) return 0
    mailEach(actor, lettersAbout(actor, reached, true))
    recordEvent(actor, {
      verb: reminded,
      noun: "school",
      nounId: actor.school.id,
      after: { families, renewals: reached.map(({ id }) => id) },
    })
    return families
  })
}

type Waiting = ReturnType<typeof listWaiting>[number]

/** The questions that can still be answered, and weren't put or repeated today. */
function listWaiting(actor: Actor) {
  const day = todayOf(actor)
  const { ids } = listRemindedToday(actor)
  return select({
    ...columns(renewals, "id", "classId", "studentId"),
    ...columns(students, "familyId", "firstName", "lastName"),
    ...columns(renewals, "termName", "startsOn", "answerBy"),
  })
    .from(renewals)
    .innerJoin(students, joined(students, renewals.studentId))
    .where(
      and(
        own(actor, renewals),
        eq(renewals.state, "asked"),
        gte(renewals.startsOn, day),
        gte(renewals.answerBy, day),
        lt(renewals.createdAt, startOf(actor, day)),
      ),
    )
    .orderBy(asc(students.familyId), asc(students.id), asc(renewals.id))
    .all()
    .filter(({ id }) => !ids.has(id))
    .slice(0, most)
}

/** Those of whom someone can be emailed, and how many families these are. */
function reachedOf(actor: Actor, waiting: readonly Waiting[]) {
  const contacts = listContacts(
    actor,
    waiting.map(({ studentId }) => studentId),
  )
  const blocked = new Set(listReturned([...contacts.values()].flat()))
  const reached = waiting.filter(({ studentId }) =>
    contacts.get(studentId)?.some((contact) => !blocked.has(contact)),
  )
  return { students: reached, families: new Set(reached.map(({ familyId }) => familyId)).size }
}

function listRemindedToday(actor: Actor) {
  const day = todayOf(actor)
  const rows = select({ after: events.after })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "school"),
        eq(events.verb, reminded),
        gte(events.createdAt, startOf(actor, day)),
      ),
    )
    .all()
    .map(({ after }) => JSON.parse(after ?? "{}") as { families: number; renewals: string[] })
  return {
    families: rows.reduce((sum, row) => sum + row.families, 0),
    ids: new Set(rows.flatMap((row) => row.renewals)),
  }
}

const startOf = ({ school }: Actor, day: string) => instantOf(day, "00:00", school.timeZone)
