import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { events } from "db/schema/foundation-audit"
import { proofs } from "db/schema/people-proofs"
import { and, eq, gte, isNull, lt } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { now, todayOf } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { groupBy } from "~/utils/group-by"
import { instantOf, localTime } from "~/utils/zones"
import { contactsOf } from "./contacts.server"
import { proofAudiences } from "./proof"
import { audiencesOf, type Covered, listCovered } from "./proofs.server"

// Who lacks a document is emailed: by the office, once a day at most, and without it once for each that is about to expire.

const reminded = "remind-proof" as const

export const keyOf = ({ kind, id }: Pick<Covered, "kind" | "id">): string => `${kind.id} ${id}`

/** The people whom a reminder was sent today. */
export function listRemindedToday(actor: Actor): Set<string> {
  const from = instantOf(todayOf(actor), "00:00", actor.school.timeZone)
  return new Set(
    ownRows(actor, events, { id: events.nounId })
      .where(and(eq(events.verb, reminded), gte(events.createdAt, from)))
      .all()
      .map(({ id }) => id),
  )
}

/**
 * Emails those among these who lack a document, each once about all of theirs; a student's family is one email for each adult. Says how many
 * people were emailed, and of how many it was left, since they have it by now, were reminded today or have no working email.
 */
export const remindOfProofs = (actor: Actor, keys: readonly string[]): { people: number; left: number } =>
  transact(() => {
    const chosen = new Set(keys)
    const known = listRemindedToday(actor)
    const rows = listCovered(actor, audiencesOf(actor)).filter(
      (row) => chosen.has(keyOf(row)) && row.state !== "valid" && !row.isWaiting && !known.has(row.id),
    )
    const { people, reached } = mail(actor, rows)
    return { people, left: chosen.size - rows.filter(({ id }) => reached.has(id)).length }
  })

const windowMinutes = 120

/**
 * In the two hours from the school's hour for reminders of what expires: each document that is about to expire or has expired once, from the
 * day after it was entered, and no one twice a day. Returns the number of emails.
 */
export function remindOfExpiring(actor: Actor): number {
  const { timeZone, id: schoolId } = actor.school
  const school = select({ at: schools.creditWarningAt }).from(schools).where(eq(schools.id, schoolId)).get()
  const late = school ? minutesOfDay(localTime(now(), timeZone)) - minutesOfDay(school.at) : -1
  if (late < 0 || late >= windowMinutes || findSubscriptionStatus(actor) !== "active") return 0
  return transact(() => {
    const due = new Set(
      idsOf(
        actor,
        proofs,
        and(
          eq(proofs.state, "valid"),
          isNull(proofs.remindedAt),
          lt(proofs.createdAt, instantOf(todayOf(actor), "00:00", timeZone)),
        ),
      ),
    )
    if (due.size === 0) return 0
    const known = listRemindedToday(actor)
    const rows = listCovered(actor, proofAudiences).filter(
      ({ id, proofId, state, isWaiting }) =>
        due.has(proofId ?? "") && state !== "valid" && !isWaiting && !known.has(id),
    )
    return rows.length === 0 ? 0 : mail(actor, rows).people
  })
}

function mail(actor: Actor, rows: readonly Covered[]) {
  const contacts = contactsOf(actor, rows)
  const letters = new Map<string, { name: string; hasPages: boolean; items: Covered[] }>()
  const reached = new Set<string>()
  for (const row of rows)
    for (const { email, name, hasPages } of contacts.get(row.id) ?? []) {
      const letter = letters.get(email) ?? { name, hasPages, items: [] }
      letters.set(email, { ...letter, items: [...letter.items, row] })
      reached.add(row.id)
    }
  for (const [email, { name, hasPages, items }] of letters)
    mailTo(actor, { email, name }, "documents-needed", {
      hasPages,
      isTeacher: items[0]?.noun === "teacher",
      documents: items.map(({ kind, noun, name: whose, state, validUntil }) => ({
        ...{ kind: kind.name, whose: noun === "student" ? whose : null, state, validUntil },
      })),
    })
  for (const [id, theirs] of groupBy(
    rows.filter((row) => reached.has(row.id)),
    (row) => row.id,
  )) {
    const noun = theirs[0]?.noun ?? "student"
    recordEvent(actor, `${noun}.${reminded}`, id, {
      after: { title: theirs.map(({ kind }) => kind.name).join(", ") },
    })
    for (const { proofId, state } of theirs)
      if (proofId && state !== "valid") change(actor, proofs, proofId, { remindedAt: now() })
  }
  return { people: letters.size, reached }
}
