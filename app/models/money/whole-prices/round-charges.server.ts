import { charges } from "db/schema/money"
import { and, asc, type SQL, sql } from "drizzle-orm"
import { shownMinor, taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { inFormats } from "~/utils/formats.server"
import { smallestAmount, toSmallest } from "~/utils/smallest-amount"
import { listHeldDiscounts, writeDiscountsOf } from "../charge/charge-discounts.server"
import { offInvoice, standing } from "../charge/charge-query.server"
import { withdrawAll } from "../charge/seat-charges.server"
import { discountsBefore } from "../discount/discount"
import { moveSale } from "../material/sell-material.server"
import type { RoundedCharges } from "./whole-prices"

// What families owe and no invoice says yet, in a currency without cents: no provider takes a fraction of it, and an invoice with
// one could never be paid whole.

const fraction = (step: number): SQL => sql`${charges.amountMinor} % ${step} <> 0`
const size = sql`abs(${charges.amountMinor})`

/** The nearest whole amount, never nothing, as `wholeAmount` works it out. */
const rounded = (step: number): SQL<number> => {
  const written = sql.raw(String(step))
  return sql`sign(${charges.amountMinor}) * max(${written}, (${size} + ${written} / 2) / ${written} * ${written})`
}

const wholeAmount = (minor: number, currency: string): number =>
  Math.sign(minor) * Math.max(smallestAmount(currency), Math.abs(toSmallest(minor, currency)))

/** How many charges a change to a currency would round, and what they come to before and after. */
export function planCharges(actor: Actor, currency: string): RoundedCharges {
  const step = smallestAmount(currency)
  const found = select({
    count: sql<number>`count(*)`,
    fromMinor: sql<number>`coalesce(sum(${charges.amountMinor}), 0)`,
    toMinor: sql<number>`coalesce(sum(${rounded(step)}), 0)`,
  })
    .from(charges)
    .where(and(own(actor, charges), standing, offInvoice, fraction(step)))
    .get()
  return found ?? { count: 0, fromMinor: 0, toMinor: 0 }
}

/** So many rows are written at a time. */
const inStep = 200

/**
 * Rounds them, in the caller's transaction and after the prices: each is withdrawn with the reason, and one with the whole amount,
 * its tax and the discounts it had takes its place.
 */
export function roundCharges(actor: Actor, currency: string) {
  const step = smallestAmount(currency)
  const next = () =>
    select()
      .from(charges)
      .where(and(own(actor, charges), standing, offInvoice, fraction(step)))
      .orderBy(asc(charges.occurredOn), asc(charges.id))
      .limit(inStep)
      .all()
  inFormats({ ...actor.school, currency }, () => {
    for (let found = next(); found.length > 0; found = next()) {
      const held = listHeldDiscounts(
        actor,
        found.map(({ id }) => id),
      )
      const made = found.map((charge) => {
        const tax = taxOf(charge)
        const amount = withTax(wholeAmount(charge.amountMinor, currency), tax && { ...tax, isAdded: false })
        const usualMinor = charge.usualMinor === null ? null : wholeAmount(charge.usualMinor, currency)
        const row = { ...charge, ...newRow(actor), ...amount, taxIsAdded: charge.taxIsAdded, usualMinor }
        const taken = discountsBefore(shownMinor(row), held.get(charge.id) ?? [])
        return { was: charge.id, row, taken }
      })
      withdrawAll(
        actor,
        found.map(({ id }) => ({ chargeId: id })),
        `Rounded to whole ${currency}`,
      )
      addAll(
        actor,
        charges,
        made.map(({ row }) => row),
      )
      writeDiscountsOf(
        actor,
        made.map(({ row, taken }) => ({ chargeId: row.id, taken })),
      )
      for (const { was, row } of made) if (row.source === "material") moveSale(actor, was, row.id)
    }
  })
}
