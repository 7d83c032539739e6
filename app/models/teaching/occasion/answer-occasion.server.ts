import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findOccasion, isOver } from "./find-occasion.server"
import type { Answer } from "./occasion"
import { findGuest } from "./occasion-guests.server"

// Who takes part in an event: the family answers itself, or the office enters what it was told on the phone, and can undo that.

/** What a family answers for one student, until the event begins. The last answer counts; who can't come brings no one. */
export function answerOccasion(
  actor: Actor,
  occasionId: string,
  student: { id: string; name: string },
  answer: Answer,
  companions?: number,
): Result<{ title: string }, "not-found" | "is-canceled" | "over"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    const guest = findGuest(actor, occasionId, student.id)
    if (!found || !guest || found.state === "draft") return { ok: false, reason: "not-found" }
    if (found.state === "canceled") return { ok: false, reason: "is-canceled" }
    if (found.startsAt <= now()) return { ok: false, reason: "over" }
    const coming = broughtBy(guest, answer, companions)
    const isSame = guest.answer === answer && guest.companions === coming && guest.answerBefore === null
    if (isSame) return { ok: true, title: found.title }
    change(actor, occasionGuests, guest.id, {
      answer,
      companions: coming,
      answeredAt: now(),
      answeredBy: actor.memberId,
      answerBefore: null,
    })
    recordEvent(actor, "occasion.answer", occasionId, {
      after: { name: student.name, answer, ...brought(answer, companions) },
    })
    return { ok: true, title: found.title }
  })
}

/** How many come along: as answered, or as before where the answer doesn't say. */
const broughtBy = (guest: { companions: number }, answer: Answer, companions?: number): number =>
  answer === "yes" ? (companions ?? guest.companions) : 0

const brought = (answer: Answer, companions?: number) =>
  answer === "yes" && companions ? { companions } : {}

type Refusal = "not-found" | "not-published" | "is-canceled" | "over"

/** What a family told the office, entered by it until the event is over. What was answered before can be put back. */
export function enterAnswer(
  actor: Actor,
  occasionId: string,
  studentId: string,
  answer: Answer,
  companions?: number,
): Result<{ name: string; changed: boolean }, Refusal> {
  return transact(() => {
    const open = findOpenGuest(actor, occasionId, studentId)
    if (!open.ok) return open
    const { guest } = open
    const name = fullName(guest)
    const coming = broughtBy(guest, answer, companions)
    if (guest.answer === answer && guest.companions === coming) return { ok: true, name, changed: false }
    const by = { answeredAt: now(), answeredBy: actor.memberId }
    const changes = undoable(() =>
      change(actor, occasionGuests, guest.id, { answer, companions: coming, ...by }),
    )
    change(actor, occasionGuests, guest.id, { answerBefore: JSON.stringify(changes) })
    recordEvent(actor, "occasion.enter-answer", occasionId, {
      after: { name, answer, ...brought(answer, companions) },
    })
    return { ok: true, name, changed: true }
  })
}

/** Puts back what was answered before the office entered something. Refused once the family answered itself. */
export function undoAnswer(
  actor: Actor,
  occasionId: string,
  studentId: string,
): Result<{ name: string; answer: Answer | null }, Refusal> {
  return transact(() => {
    const open = findOpenGuest(actor, occasionId, studentId)
    if (!open.ok) return open
    const { guest } = open
    const changes = RowChange.array().safeParse(JSON.parse(guest.answerBefore ?? "null")).data
    if (!changes || undo(actor, changes)) return { ok: false, reason: "not-found" }
    change(actor, occasionGuests, guest.id, { answerBefore: null })
    const name = fullName(guest)
    const answer = findGuest(actor, occasionId, studentId)?.answer ?? null
    recordEvent(actor, "occasion.undo-answer", occasionId, { after: { name, answer } })
    return { ok: true, name, answer }
  })
}

/** Who of the office entered an answer, by student. */
export const listEnteredBy = (actor: Actor, occasionId: string): Map<string, string> =>
  new Map(enteredByQuery.all(actor, { occasionId }).map(({ studentId, name }) => [studentId, name]))

const enteredByQuery = query((p: Params<{ occasionId: string }>, own) =>
  select({ studentId: occasionGuests.studentId, name: users.name })
    .from(occasionGuests)
    .innerJoin(members, joined(members, occasionGuests.answeredBy))
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(occasionGuests),
        eq(occasionGuests.occasionId, p.occasionId),
        isNotNull(occasionGuests.answerBefore),
      ),
    ),
)

function findOpenGuest(actor: Actor, occasionId: string, studentId: string) {
  const found = findOccasion(actor, occasionId)
  const guest = findGuest(actor, occasionId, studentId)
  if (!found || !guest) return { ok: false, reason: "not-found" } as const
  if (found.state === "draft") return { ok: false, reason: "not-published" } as const
  if (found.state === "canceled") return { ok: false, reason: "is-canceled" } as const
  if (isOver(found)) return { ok: false, reason: "over" } as const
  return { ok: true, guest } as const
}
