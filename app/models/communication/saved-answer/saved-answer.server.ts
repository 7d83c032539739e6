import { transact } from "db/client.server"
import { savedAnswers } from "db/schema/communication"
import { students } from "db/schema/people"
import { and, asc, count, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { merged } from "~/models/foundation/outbox/wording"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Audience } from "../messaging/messaging"
import { type AnswerValues, mostAnswers, type SavedAnswer, type SavedAnswerFields } from "./saved-answer"

// A school's saved answers: those of everyone, which the office keeps, and each person's own.

const day = 24 * 3_600_000

const ownerOf = (actor: Actor, whose: SavedAnswerFields["whose"]) =>
  whose === "school" ? null : (actor.memberId ?? "")

const mayChange = (actor: Actor, memberId: string | null) =>
  memberId === null ? may(actor, "message:all") : memberId === actor.memberId

/** The answers that this person uses: the school’s and their own, by title. */
export const listSavedAnswers = (actor: Actor): SavedAnswer[] =>
  ownRows(actor, savedAnswers)
    .where(
      and(
        isNull(savedAnswers.removedAt),
        or(isNull(savedAnswers.memberId), eq(savedAnswers.memberId, actor.memberId ?? "")),
      ),
    )
    .orderBy(sql`${savedAnswers.name} collate nocase`, asc(savedAnswers.id))
    .all()
    .map(({ id, name, body, memberId }) => ({
      ...{ id, name, body, isShared: memberId === null, mayChange: mayChange(actor, memberId) },
    }))

/** One of them, where this person may use it. */
export function findSavedAnswer(actor: Actor, answerId: string): SavedAnswer | undefined {
  const found = find(actor, savedAnswers, answerId)
  if (!found || found.removedAt !== null) return undefined
  const { id, name, body, memberId } = found
  if (memberId !== null && memberId !== actor.memberId) return undefined
  return { id, name, body, isShared: memberId === null, mayChange: mayChange(actor, memberId) }
}

/** An answer as it reads for one reader. */
export const filledIn = ({ body }: Pick<SavedAnswer, "body">, values: AnswerValues): string =>
  merged(body, values).trim()

/** Whom a message goes to, for the fields of an answer: without a name where they are several. */
export function readerOf(
  actor: Actor,
  { key, recipients }: Pick<Audience, "key" | "recipients">,
): AnswerValues {
  const [only, ...others] = recipients
  const [kind, id = ""] = key.split(":")
  const student = kind === "student" ? find(actor, students, id) : undefined
  return {
    recipient: others.length === 0 ? (only?.name ?? "") : "",
    student: student?.firstName ?? "",
    school: actor.school.name,
  }
}

type Refused = "name-taken" | "too-many" | "not-yours"

/** Saves an answer; refuses a title that the same people have already, and more than there may be. */
export function saveAnswer(actor: Actor, form: SavedAnswerFields): Result<{ answerId: string }, Refused> {
  return transact(() => {
    const refusal = refusalOf(actor, form)
    if (refusal) return { ok: false, reason: refusal }
    const { name, body, whose } = form
    const id = add(actor, savedAnswers, { memberId: ownerOf(actor, whose), name, body, removedAt: null })
    recordEvent(actor, "saved-answer.add", id, { after: { name, isShared: whose === "school" } })
    return { ok: true, answerId: id }
  })
}

/** Changes an answer; the same is refused. One that everyone uses stays everyone’s. */
export function changeAnswer(
  actor: Actor,
  answerId: string,
  form: SavedAnswerFields,
): Result<{ changed: boolean }, Refused | "not-found"> {
  return transact(() => {
    const before = findSavedAnswer(actor, answerId)
    if (!before?.mayChange) return { ok: false, reason: "not-found" }
    const { name, body } = form
    const whose = before.isShared ? "school" : form.whose
    const refusal = refusalOf(actor, { name, body, whose }, answerId)
    if (refusal) return { ok: false, reason: refusal }
    const isShared = whose === "school"
    if (before.name === name && before.body === body && before.isShared === isShared)
      return { ok: true, changed: false }
    change(actor, savedAnswers, answerId, { memberId: ownerOf(actor, whose), name, body })
    // The school reads its activity: what someone writes for themselves stays theirs.
    const told = ({ isShared, ...answer }: Pick<SavedAnswer, "name" | "body" | "isShared">) =>
      isShared ? { ...answer, isShared } : { name: answer.name, isShared }
    recordEvent(actor, "saved-answer.change", answerId, {
      before: told(before),
      after: told({ name, body, isShared }),
    })
    return { ok: true, changed: true }
  })
}

/** Removes an answer. For a day it can be put back. */
export function removeAnswer(actor: Actor, answerId: string): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const found = findSavedAnswer(actor, answerId)
    if (!found?.mayChange) return { ok: false, reason: "not-found" }
    remove(
      actor,
      savedAnswers,
      and(isNotNull(savedAnswers.removedAt), lt(savedAnswers.removedAt, now() - day)),
    )
    change(actor, savedAnswers, answerId, { removedAt: now() })
    recordEvent(actor, "saved-answer.remove", answerId, { before: { name: found.name } })
    return { ok: true, name: found.name }
  })
}

/** Puts a removed answer back; refuses what another has taken its title or its place of. */
export function restoreAnswer(
  actor: Actor,
  answerId: string,
): Result<{ name: string }, Refused | "not-found"> {
  return transact(() => {
    const found = find(actor, savedAnswers, answerId)
    if (!found || !mayChange(actor, found.memberId)) return { ok: false, reason: "not-found" }
    const { name, body, memberId } = found
    if (found.removedAt === null) return { ok: true, name }
    const refusal = refusalOf(actor, { name, body, whose: memberId === null ? "school" : "own" })
    if (refusal) return { ok: false, reason: refusal }
    change(actor, savedAnswers, answerId, { removedAt: null })
    recordEvent(actor, "saved-answer.restore", answerId, { after: { name } })
    return { ok: true, name }
  })
}

function refusalOf(actor: Actor, { name, whose }: SavedAnswerFields, besides?: string): Refused | undefined {
  const memberId = ownerOf(actor, whose)
  if (!mayChange(actor, memberId)) return "not-yours"
  const beside = and(
    own(actor, savedAnswers),
    isNull(savedAnswers.removedAt),
    memberId === null ? isNull(savedAnswers.memberId) : eq(savedAnswers.memberId, memberId),
    besides === undefined ? undefined : sql`${savedAnswers.id} <> ${besides}`,
  )
  const isSame = sql`lower(${savedAnswers.name}) = lower(${name})`
  const [{ n, same } = { n: 0, same: 0 }] = select({
    n: count(),
    same: sql<number>`coalesce(sum(${isSame}), 0)`,
  })
    .from(savedAnswers)
    .where(beside)
    .all()
  if (same > 0) return "name-taken"
  return n >= mostAnswers ? "too-many" : undefined
}
