import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, eq, gte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { type Answered, listAnswered, listGuardians } from "./answers.server"
import { findDocument } from "./documents.server"

// Families that haven't answered a document are reminded by the office, once a day at most. Only who can log in can answer.

const reminded = "remind-consent" as const

/** Whom of these a reminder reaches, how many answers are missing of people whom it doesn't, and whether one was sent today. */
export function findReminder(
  actor: Actor,
  documentId: string,
  answered: readonly (Answered & { hasLogin: boolean; email: string | null })[],
) {
  const waiting = answered.filter(({ state }) => state === "waiting")
  const familyIds = [...new Set(waiting.map(({ familyId }) => familyId))]
  const adultsOf = groupBy(listGuardians(actor, familyIds), ({ familyId }) => familyId)
  const people = new Map<string, { name: string; whose: string[] }>()
  let unreached = 0
  const ofWaiting = waiting.map((who) => {
    const adults = adultsOf.get(who.familyId) ?? []
    // A guardian answers for themselves, a student without guardians too.
    const isAlone = who.as === "guardian" || adults.length === 0
    const reached = isAlone ? (who.hasLogin ? [who] : []) : adults.filter(({ memberId }) => memberId !== null)
    return { who, reached: reached.flatMap(({ name, email }) => (email ? [{ name, email }] : [])) }
  })
  const blocked = new Set(listBounced(ofWaiting.flatMap(({ reached }) => reached)).map(({ email }) => email))
  for (const { who, reached } of ofWaiting) {
    const open = reached.filter(({ email }) => !blocked.has(email))
    if (open.length === 0) unreached += 1
    for (const { name, email } of open) {
      const known = people.get(email) ?? { name, whose: [] }
      people.set(email, { name: known.name, whose: [...known.whose, who.name] })
    }
  }
  return { people, unreached, isSentToday: wasSentToday(actor, documentId) }
}

/** Emails everyone who can still answer a document. Refused where that was done today, or where no one is left. */
export function remindOfConsent(
  actor: Actor,
  documentId: string,
): Result<{ people: number; title: string }, "not-found" | "sent-today" | "no-one"> {
  return transact(() => {
    const document = findDocument(actor, documentId)
    if (!document || document.archivedAt !== null) return { ok: false, reason: "not-found" }
    const { people, isSentToday } = findReminder(actor, documentId, listAnswered(actor, document))
    if (isSentToday) return { ok: false, reason: "sent-today" }
    if (people.size === 0) return { ok: false, reason: "no-one" }
    for (const [email, { name, whose }] of people)
      mailTo(actor, { email, name }, "consent-reminder", {
        title: document.title,
        whose: document.per === "student" ? whose : [],
      })
    recordEvent(actor, `school.${reminded}`, actor.school.id, {
      after: { title: document.title, people: people.size, documentId },
    })
    return { ok: true, people: people.size, title: document.title }
  })
}

function wasSentToday(actor: Actor, documentId: string): boolean {
  const from = instantOf(todayOf(actor), "00:00", actor.school.timeZone)
  return ownRows(actor, events, ["after"])
    .where(and(eq(events.noun, "school"), eq(events.verb, reminded), gte(events.createdAt, from)))
    .all()
    .some(({ after }) => (JSON.parse(after ?? "{}") as { documentId?: string }).documentId === documentId)
}
