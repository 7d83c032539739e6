import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { materials } from "db/schema/money-goods"
import { materialSales } from "db/schema/money-sales"
import { families, students } from "db/schema/people"
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readChosenTax, readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, changeRow, find, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { MaterialRefusal, SaleRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import type { Material } from "./material"
import type { MaterialForm } from "./material-forms"

// The catalogue of materials. What was sold keeps its price: a change holds for what is sold from then on.

/** Every material by name, archived ones last. */
export const listMaterials = (actor: Actor): Material[] =>
  ownRows(actor, materials, {
    ...columns(materials, "id", "name", "priceMinor", "taxRateId", "isTaxFree", "stock"),
    isArchived: sql<number>`${materials.archivedAt} is not null`.mapWith(Boolean),
  })
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
      recordEvent(actor, "material.change", before.id, { before, after: facts })
      return { ok: true, id: before.id }
    }
    const row = newRow(actor)
    add(actor, materials, { ...row, ...facts })
    recordEvent(actor, "material.add", row.id, { after: facts })
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
      recordEvent(actor, isArchived ? "material.archive" : "material.restore", id, {
        after: { name: material.name },
      })
    }
    return { ok: true, name: material.name }
  })
}

export type MaterialSale = {
  materialId: string
  quantity: number
  familyId: string
  /** Null: for the family. */
  studentId: string | null
  /** `YYYY-MM-DD`, today or up to a year ago, in no closed month. */
  soldOn: string
  /** Of the form that sells it; the same form sells once. */
  formKey: string
}

type Refused = { ok: false; reason: SaleRefusal; left?: number }
type Sold = { ok: true; chargeId: string; name: string; left: number | null }

/**
 * Sells a material: one charge, and so many fewer in stock. Refuses more than there are. The same form twice sells it once, and
 * refuses to sell something else.
 */
export function sellMaterial(actor: Actor, sale: MaterialSale): Sold | Refused {
  return transact(() => {
    const material = findMaterial(actor, sale.materialId)
    const earlier = select({
      chargeId: materialSales.chargeId,
      materialId: materialSales.materialId,
      quantity: materialSales.quantity,
      familyId: charges.familyId,
      studentId: charges.studentId,
      soldOn: charges.occurredOn,
    })
      .from(materialSales)
      .innerJoin(charges, joined(charges, materialSales.chargeId))
      .where(and(own(actor, materialSales), eq(materialSales.formKey, sale.formKey)))
      .get()
    if (earlier && material)
      return isSame(earlier, sale)
        ? { ok: true, chargeId: earlier.chargeId, name: material.name, left: material.stock }
        : { ok: false, reason: "sent-before" }
    if (!material || material.isArchived) return { ok: false, reason: "material-unknown" }
    const day = todayOf(actor)
    if (sale.soldOn > day || sale.soldOn < addDays(day, -366)) return { ok: false, reason: "not-a-day" }
    if (isClosed(actor, sale.soldOn)) return { ok: false, reason: "closed" }
    const holder = findHolder(actor, sale)
    if (!holder.ok) return holder
    if (material.stock !== null && material.stock < sale.quantity)
      return { ok: false, reason: "too-few", left: material.stock }

    moveStock(actor, material.id, -sale.quantity)
    const what = sale.quantity === 1 ? material.name : `${sale.quantity} × ${material.name}`
    const chargeId = add(actor, charges, {
      familyId: sale.familyId,
      studentId: sale.studentId,
      source: "material",
      description: holder.firstName ? `${holder.firstName}, ${what}` : what,
      reason: "Material",
      occurredOn: sale.soldOn,
      ...withTax(material.priceMinor * sale.quantity, readTaxes(actor)(material)),
    })
    add(actor, materialSales, {
      materialId: material.id,
      chargeId,
      quantity: sale.quantity,
      soldBy: actor.memberId,
      formKey: sale.formKey,
    })
    recordEvent(actor, "material.sell", material.id, {
      after: { name: material.name, quantity: sale.quantity, holder: holder.name, soldOn: sale.soldOn },
    })
    const left = material.stock === null ? null : material.stock - sale.quantity
    return { ok: true, chargeId, name: material.name, left }
  })
}

type Facts = Omit<MaterialSale, "formKey">

const isSame = (sold: Facts, sale: Facts): boolean =>
  sold.materialId === sale.materialId &&
  sold.quantity === sale.quantity &&
  sold.familyId === sale.familyId &&
  sold.studentId === sale.studentId &&
  sold.soldOn === sale.soldOn

/** Puts what a charge sold back in stock, once, in the caller's transaction; nothing when it sold nothing. */
export function returnMaterial(actor: Actor, chargeId: string) {
  const sale = changeRow(
    actor,
    materialSales,
    and(eq(materialSales.chargeId, chargeId), isNull(materialSales.returnedAt)),
    { returnedAt: now() },
  )
  if (!sale) return
  moveStock(actor, sale.materialId, sale.quantity)
  recordEvent(actor, "material.return", sale.materialId, {
    after: { name: findMaterial(actor, sale.materialId)?.name, quantity: sale.quantity },
  })
}

/** The sale goes on with the charge that took the place of another. */
export function moveSale(actor: Actor, from: string, to: string) {
  change(actor, materialSales, eq(materialSales.chargeId, from), { chargeId: to })
}

/** A material that no one counts has no stock to move; one that is counted never falls below zero. */
function moveStock(actor: Actor, materialId: string, by: number) {
  change(actor, materials, and(eq(materials.id, materialId), isNotNull(materials.stock)), {
    stock: sql`${materials.stock} + ${by}`,
  })
}

type Holder = Result<{ name: string; firstName: string | null }, SaleRefusal>

function findHolder(actor: Actor, { familyId, studentId }: MaterialSale): Holder {
  const family = find(actor, families, familyId)
  if (!family) return { ok: false, reason: "family-unknown" }
  if (studentId === null) return { ok: true, name: `the ${family.name} family`, firstName: null }
  const student = find(actor, students, studentId)
  if (student?.familyId !== familyId) return { ok: false, reason: "student-unknown" }
  return { ok: true, name: student.firstName, firstName: student.firstName }
}
