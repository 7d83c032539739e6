import { transact } from "db/client.server"
import { materials } from "db/schema/money-goods"
import { asc, sql } from "drizzle-orm"
import { readChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, change, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { MaterialRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Material } from "./material"
import type { MaterialForm } from "./material-forms"

// The catalogue of materials. What was sold keeps its price: a change holds for what is sold from then on.

/** Every material by name, archived ones last. */
export const listMaterials = (actor: Actor): Material[] =>
  select({
    ...columns(materials, "id", "name", "priceMinor", "taxRateId", "isTaxFree", "stock"),
    isArchived: sql<number>`${materials.archivedAt} is not null`.mapWith(Boolean),
  })
    .from(materials)
    .where(own(actor, materials))
    .orderBy(sql`${materials.archivedAt} is not null`, asc(materials.name))
    .all()

export const findMaterial = (actor: Actor, id: string): Material | undefined =>
  listMaterials(actor).find((each) => each.id === id)

/** Adds a material, or changes one: its name, price, tax and count. Refuses a name that is in use, in any capitalization. */
export function saveMaterial(
  actor: Actor,
  form: MaterialForm,
  id?: string,
): Result<{ id: string }, MaterialRefusal> {
  return transact(() => {
    const all = listMaterials(actor)
    const before = all.find((each) => each.id === id)
    if (id !== undefined && !before) return { ok: false, reason: "not-found" }
    const isTaken = all.some((each) => each.id !== id && each.name.toLowerCase() === form.name.toLowerCase())
    if (isTaken) return { ok: false, reason: "name-taken" }
    const tax = readChosenTax(actor, form.tax)
    if (!tax) return { ok: false, reason: "tax-unknown" }
    const facts = { name: form.name, priceMinor: form.price, stock: form.stock ?? null, ...tax }
    if (before) {
      change(actor, materials, before.id, facts)
      recordEvent(actor, { verb: "change", noun: "material", nounId: before.id, before, after: facts })
      return { ok: true, id: before.id }
    }
    const row = newRow(actor)
    add(actor, materials, { ...row, ...facts })
    recordEvent(actor, { verb: "add", noun: "material", nounId: row.id, after: facts })
    return { ok: true, id: row.id }
  })
}

/** Stops selling a material, or sells it again. */
export function archiveMaterial(
  actor: Actor,
  id: string,
  isArchived: boolean,
): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const material = findMaterial(actor, id)
    if (!material) return { ok: false, reason: "not-found" }
    if (material.isArchived !== isArchived) {
      change(actor, materials, id, { archivedAt: isArchived ? now() : null })
      recordEvent(actor, {
        verb: isArchived ? "archive" : "restore",
        noun: "material",
        nounId: id,
        after: { name: material.name },
      })
    }
    return { ok: true, name: material.name }
  })
}
