import { transact } from "db/client.server"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { families, students } from "db/schema/people"
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { noTax, withTax } from "~/models/accounts/tax/tax"
import { findChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import { returnMaterial } from "../material/materials.server"
import { type ChargeRefusal, keptBecause } from "./charge"
import { withdrawAll } from "./seat-charges.server"
import type { StandingCharge } from "./standing-charge"

/**
 * Charges a family for something that is not a lesson: a book, a rental, an exam fee. Below zero it is a reduction.
 * Refused when the family, or the student in it, is not the school's, and on a day of a closed month.
 */
export function addItemCharge(
  actor: Actor,
  item: {
    familyId: string
    studentId?: string | null
    description: string
    /** Its price in minor units, not zero; tax is within it or comes on top. */
    amountMinor: number
    /** The tax on it as the form named it; without one there is none. */
    tax?: string
    /** `YYYY-MM-DD` */
    occurredOn: string
  },
): Result<
  { chargeId: string },
  "family-unknown" | "student-unknown" | "tax-unknown" | "nothing-owed" | "closed"
> {
  return transact(() => {
    if (isClosed(actor, item.occurredOn)) return { ok: false, reason: "closed" }
    if (item.amountMinor === 0) return { ok: false, reason: "nothing-owed" }
    if (!find(actor, families, item.familyId)) return { ok: false, reason: "family-unknown" }
    if (item.studentId && !isInFamily(actor, item.studentId, item.familyId))
      return { ok: false, reason: "student-unknown" }
    const { tax: choice = noTax, amountMinor, ...facts } = item
    const tax = findChosenTax(actor, choice)
    if (tax === undefined) return { ok: false, reason: "tax-unknown" }
    const due = withTax(amountMinor, tax)
    const id = add(actor, charges, { ...facts, ...due, source: "item", reason: "Other charge" })
    recordEvent(actor, "charge.add", id, { after: { ...facts, ...due } })
    return { ok: true, chargeId: id }
  })
}

/**
 * Takes back an item, a material, a hire, a late fee or a flat fee that is on no invoice, with the reason. A month whose fee was taken back is not
 * charged again automatically, and what was taken off it since goes with it. What comes from a register is corrected or
 * waived instead.
 */
export function withdrawCharge(actor: Actor, chargeId: string, reason: string): Result<void, ChargeRefusal> {
  return transact(() => {
    const charge = ownRows(actor, charges, {
      ...columns(charges, "source", "description", "amountMinor", "withdrawnAt"),
      isInvoiced: sql<number>`(exists (select 1 from invoice_lines l where l.school_id = charges.school_id
          and l.charge_id = charges.id and l.released_at is null)
          or exists (select 1 from credit_note_lines c where c.school_id = charges.school_id
          and c.charge_id = charges.id))`,
    })
      .where(eq(charges.id, chargeId))
      .get()
    if (!charge) return { ok: false, reason: "unknown" }
    if (charge.withdrawnAt !== null) return { ok: false, reason: "withdrawn" }
    const kept = keptBecause(charge.source)
    if (kept) return { ok: false, reason: kept }
    if (charge.isInvoiced) return { ok: false, reason: "invoiced" }
    const corrections = listCorrections(actor, chargeId).filter(({ billedLines }) => billedLines === 0)
    withdrawAll(actor, [{ chargeId }, ...corrections], waivedAs(reason))
    returnMaterial(actor, chargeId)
    recordEvent(actor, "charge.withdraw", chargeId, {
      before: { description: charge.description, amountMinor: charge.amountMinor },
      after: { reason },
    })
    return { ok: true }
  })
}

/** Why a charge is withdrawn that was waived. */
export const waivedAs = (reason: string) => `Waived: ${reason}`

/** The corrections of a charge that stand, on an invoice or not. */
export const listCorrections = (actor: Actor, chargeId: string) =>
  ownRows(actor, charges, { chargeId: charges.id, billedLines: charges.billedLines })
    .where(and(eq(charges.correctsChargeId, chargeId), isNull(charges.withdrawnAt)))
    .all()

function isInFamily(actor: Actor, studentId: string, familyId: string): boolean {
  const found = find(actor, students, studentId)
  return found?.familyId === familyId
}

type Charge = Pick<typeof charges.$inferSelect, "id" | "source" | "seatId" | "packageId" | "withdrawnAt">

/** Where what a charge was for is found now. */
export const findStandingCharge = (actor: Actor, charge: Charge): StandingCharge => ({
  invoice: charge.withdrawnAt === null ? findInvoiceOf(actor, charge.id) : null,
  next: charge.withdrawnAt === null ? null : (findNext(actor, charge) ?? null),
})

/** The invoice that a charge is on, void ones and drafts left out. */
export const findInvoiceOf = (actor: Actor, chargeId: string): StandingCharge["invoice"] =>
  select({ id: invoices.id, number: invoices.number })
    .from(invoiceLines)
    .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, invoiceLines),
        eq(invoiceLines.chargeId, chargeId),
        isNull(invoiceLines.releasedAt),
        isNotNull(invoices.number),
      ),
    )
    .all()
    .flatMap(({ id, number }) => (number === null ? [] : [{ id, number }]))[0] ?? null

function findNext(actor: Actor, { source, seatId, packageId }: Charge) {
  const isOfSame =
    seatId !== null
      ? eq(charges.seatId, seatId)
      : packageId === null
        ? undefined
        : eq(charges.packageId, packageId)
  if (!isOfSame) return undefined
  return ownRows(actor, charges, { chargeId: charges.id, amountMinor: charges.amountMinor })
    .where(and(isOfSame, eq(charges.source, source), isNull(charges.withdrawnAt)))
    .get()
}
