import { transact } from "db/client.server"
import { workKinds } from "db/schema/money-pay"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { WorkKind } from "./entered-work"
import type { WorkKindForm } from "./entered-work-form"

// The kinds of extra work a school pays for, each by the hour or with an amount each time. What a teacher entered keeps
// the rate it was entered with.

const columns = {
  id: workKinds.id,
  name: workKinds.name,
  isHourly: workKinds.isHourly,
  amountMinor: workKinds.amountMinor,
}

/** The kinds that are offered, by name. */
export const listWorkKinds = (actor: Actor): WorkKind[] =>
  ownRows(actor, workKinds, columns)
    .where(isNull(workKinds.archivedAt))
    .orderBy(asc(sql`${workKinds.name} collate nocase`), asc(workKinds.id))
    .all()

/** A kind that is offered. */
export const findWorkKind = (actor: Actor, kindId: string): WorkKind | undefined =>
  ownRows(actor, workKinds, columns)
    .where(and(eq(workKinds.id, kindId), isNull(workKinds.archivedAt)))
    .get()

/** Adds a kind. Refuses a name that is offered already, in any capitalization. */
export function addWorkKind(actor: Actor, { name, paid, amount }: WorkKindForm): Result<void, "name-taken"> {
  return transact(() => {
    if (listWorkKinds(actor).some((kind) => kind.name.toLowerCase() === name.toLowerCase()))
      return { ok: false, reason: "name-taken" }
    add(actor, workKinds, { name, isHourly: paid === "hour", amountMinor: amount })
    recordEvent(actor, "school.add-work-kind", actor.school.id, {
      after: { name, amountMinor: amount, isHourly: paid === "hour" },
    })
    return { ok: true }
  })
}

/** No longer offers a kind. What was entered as it stays. */
export function archiveWorkKind(actor: Actor, kindId: string): Result<{ name: string }, "no-kind"> {
  return transact(() => {
    const kind = findWorkKind(actor, kindId)
    if (!kind) return { ok: false, reason: "no-kind" }
    change(actor, workKinds, and(eq(workKinds.id, kindId), eq(workKinds.id, kindId)), { archivedAt: now() })
    recordEvent(actor, "school.archive-work-kind", actor.school.id, { after: { name: kind.name } })
    return { ok: true, name: kind.name }
  })
}
