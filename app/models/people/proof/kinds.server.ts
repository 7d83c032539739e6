import { transact } from "db/client.server"
import { proofKinds } from "db/schema/people-proofs"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { mostKinds } from "./proof"

// The kinds of documents that a school requires, each of its teachers or of its students.

type Kind = typeof proofKinds.$inferSelect
export type ProofKind = Pick<Kind, "id" | "name" | "audience" | "months" | "remindDays">
export type KindFacts = Pick<Kind, "name" | "months" | "remindDays">

/** All kinds by name, those that were archived too. */
export const listAllKinds = (actor: Actor): (ProofKind & { isArchived: boolean })[] =>
  ownRows(actor, proofKinds, {
    ...columns(proofKinds, "id", "name", "audience", "months", "remindDays"),
    isArchived: sql<boolean>`${proofKinds.archivedAt} is not null`.mapWith(Boolean),
  })
    .orderBy(sql`${proofKinds.name} collate nocase`, asc(proofKinds.id))
    .all()

export const listKinds = (actor: Actor): ProofKind[] =>
  listAllKinds(actor).flatMap(({ isArchived, ...kind }) => (isArchived ? [] : [kind]))

type Refused = "name-taken" | "too-many"

/** Why a kind of this name isn't in use beside the others. */
function refuse(actor: Actor, { id, name, audience }: Pick<Kind, "name" | "audience"> & { id?: string }) {
  const others = listKinds(actor).filter((kind) => kind.id !== id)
  if (others.some((kind) => kind.audience === audience && kind.name.toLowerCase() === name.toLowerCase()))
    return { ok: false, reason: "name-taken" } as const
  return others.length >= mostKinds ? ({ ok: false, reason: "too-many" } as const) : undefined
}

const record = (
  actor: Actor,
  verb: "add-proof-kind" | "change-proof-kind" | "archive-proof-kind" | "restore-proof-kind",
  name: string,
) => recordEvent(actor, `school.${verb}`, actor.school.id, { after: { title: name } })

/** Requires another document from now on. Refused beside one of the same name, where there are too many, and of a solo teacher themself. */
export const addKind = (
  actor: Actor,
  facts: KindFacts & Pick<Kind, "audience">,
): Result<{ id: string }, Refused | "no-office"> =>
  transact(() => {
    // A solo teacher has no office that checks theirs.
    if (facts.audience === "teacher" && actor.school.kind === "solo")
      return { ok: false, reason: "no-office" }
    const refused = refuse(actor, facts)
    if (refused) return refused
    const id = add(actor, proofKinds, facts)
    record(actor, "add-proof-kind", facts.name)
    return { ok: true, id }
  })

/** Changes a kind; documents keep the day until which they are valid. */
export const changeKind = (
  actor: Actor,
  kindId: string,
  facts: KindFacts,
): Result<object, Refused | "not-found"> =>
  transact(() => {
    const found = find(actor, proofKinds, kindId)
    if (!found || found.archivedAt !== null) return { ok: false, reason: "not-found" }
    const refused = refuse(actor, { ...facts, id: kindId, audience: found.audience })
    if (refused) return refused
    change(actor, proofKinds, kindId, facts)
    record(actor, "change-proof-kind", facts.name)
    return { ok: true }
  })

/** Stops requiring a document, or requires it again. The documents that people have stay. */
export const setKindArchived = (
  actor: Actor,
  kindId: string,
  isArchived: boolean,
): Result<{ name: string }, Refused | "not-found"> =>
  transact(() => {
    const found = find(actor, proofKinds, kindId)
    if (!found) return { ok: false, reason: "not-found" }
    if ((found.archivedAt !== null) === isArchived) return { ok: true, name: found.name }
    const refused = isArchived ? undefined : refuse(actor, found)
    if (refused) return refused
    change(
      actor,
      proofKinds,
      and(eq(proofKinds.id, kindId), isArchived ? isNull(proofKinds.archivedAt) : undefined),
      {
        archivedAt: isArchived ? now() : null,
      },
    )
    record(actor, isArchived ? "archive-proof-kind" : "restore-proof-kind", found.name)
    return { ok: true, name: found.name }
  })
