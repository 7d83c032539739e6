import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { discountRules } from "db/schema/money-discounts"
import { hires, materials } from "db/schema/money-goods"
import { packageOffers } from "db/schema/money-packages"
import { payRates, workKinds } from "db/schema/money-pay"
import { outsidePayers } from "db/schema/payers"
import { guardians } from "db/schema/people"
import { classes, classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { shownMinor, taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addAll,
  askAll,
  askOne,
  change,
  ownRows,
  platformChange,
  select,
} from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { inFormats } from "~/utils/formats.server"
import { smallestAmount, toSmallest } from "~/utils/smallest-amount"
import { moveFee } from "../charge/change-charge.server"
import { listHeldDiscounts, writeDiscountsOf } from "../charge/charge-discounts.server"
import { offInvoice, standing } from "../charge/charge-query.server"
import { withdrawAll } from "../charge/seat-charges.server"
import { discountsBefore } from "../discount/discount"
import { moveSale } from "../material/materials.server"
import type { RoundedCharges, RoundedPrice, Rounding } from "./price-rounding"

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
function planCharges(actor: Actor, currency: string): RoundedCharges {
  const step = smallestAmount(currency)
  const found = ownRows(actor, charges, {
    count: sql<number>`count(*)`,
    fromMinor: sql<number>`coalesce(sum(${charges.amountMinor}), 0)`,
    toMinor: sql<number>`coalesce(sum(${rounded(step)}), 0)`,
  })
    .where(and(standing, offInvoice, fraction(step)))
    .get()
  return found ?? { count: 0, fromMinor: 0, toMinor: 0 }
}

/** So many rows are written at a time. */
const inStep = 200

/**
 * Rounds them, in the caller's transaction and after the prices: each is withdrawn with the reason, and one with the whole amount,
 * its tax and the discounts it had takes its place.
 */
function roundCharges(actor: Actor, currency: string) {
  const step = smallestAmount(currency)
  const next = () =>
    ownRows(actor, charges)
      .where(and(standing, offInvoice, fraction(step)))
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
      for (const { was, row } of made) {
        if (row.source === "material") moveSale(actor, was, row.id)
        if (row.source === "item") moveFee(actor, was, row.id)
      }
    }
  })
}

// A school may change its currency until its first invoice or payment. One without cents has no fraction of a price, and no provider takes one:
// the prices that were entered by then are rounded, each to the nearest whole amount but never to nothing.

const mostExamples = 20
const hasFraction = (column: SQLiteColumn, step: number) => sql`${column} % ${step} <> 0`
/** A number that is bound is no whole one to SQLite, so the step is written out. */
const whole = (column: SQLiteColumn, step: number): SQL<number> => {
  const written = sql.raw(String(step))
  return sql`max(${written}, (${column} + ${written} / 2) / ${written} * ${written})`
}

/** Every price with a fraction but those of a course: what it is, whose, and how much. */
const fractions = (school: string, step: number) => sql`
  select 'Class price' as what, c.name as name, p.amount_minor as minor from class_prices p
    join classes c on c.school_id = p.school_id and c.id = p.class_id
    where p.school_id = ${school} and p.parts is null and p.amount_minor % ${step} <> 0
  union all select 'Custom price', trim(t.first_name || ' ' || t.last_name), e.price_minor from enrollments e
    join students t on t.school_id = e.school_id and t.id = e.student_id
    where e.school_id = ${school} and e.price_minor % ${step} <> 0
  union all select 'Custom price', trim(t.first_name || ' ' || t.last_name), o.amount_minor from own_prices o
    join enrollments e on e.school_id = o.school_id and e.id = o.enrollment_id
    join students t on t.school_id = e.school_id and t.id = e.student_id
    where o.school_id = ${school} and o.amount_minor % ${step} <> 0
  union all select 'Package', name, price_minor from package_offers
    where school_id = ${school} and price_minor % ${step} <> 0
  union all select 'Material', name, price_minor from materials where school_id = ${school} and price_minor % ${step} <> 0
  union all select 'Rental', item, price_minor from hires where school_id = ${school} and price_minor % ${step} <> 0
  union all select 'Discount', name, amount_minor from discount_rules
    where school_id = ${school} and amount_minor % ${step} <> 0
  union all select 'Late fee', '', late_fee_minor from schools where id = ${school} and late_fee_minor % ${step} <> 0
  union all select 'Most late fees', '', late_fee_cap_minor from schools
    where id = ${school} and late_fee_cap_minor % ${step} <> 0
  union all select 'Share of an invoice', name, payer_amount_minor from guardians
    where school_id = ${school} and payer_amount_minor % ${step} <> 0
  union all select 'Share of an invoice', name, payer_amount_minor from outside_payers
    where school_id = ${school} and payer_amount_minor % ${step} <> 0
  union all select 'Pay rate', t.name, r.amount_minor from pay_rates r
    join teachers t on t.school_id = r.school_id and t.id = r.teacher_id
    where r.school_id = ${school} and r.amount_minor % ${step} <> 0
  union all select 'Extra work', name, amount_minor from work_kinds
    where school_id = ${school} and amount_minor % ${step} <> 0`

/** What a change to a currency would round; null where nothing has a fraction of it. */
export function planRounding(actor: Actor, currency: string): Rounding | null {
  const step = smallestAmount(currency)
  if (step === 1) return null
  const school = actor.school.id
  const all = fractions(school, step)
  const found = askOne<{ n: number }>(sql`select count(*) as n from (${all})`)
  const rows = askAll<{ what: string; name: string; minor: number }>(
    sql`select * from (${all}) limit ${mostExamples}`,
  )
  const courses = roundedCourses(actor, currency)
  const examples = [
    ...rows.map(({ what, name, minor }) => ({
      what,
      name,
      fromMinor: minor,
      toMinor: Math.max(step, toSmallest(minor, currency)),
    })),
    ...courses.map(({ name, fromMinor, toMinor }) => ({ what: "Installment", name, fromMinor, toMinor })),
  ].slice(0, mostExamples)
  const charges = planCharges(actor, currency)
  const plan = { currency, count: (found?.n ?? 0) + courses.length, examples, charges }
  return plan.count + charges.count > 0 ? plan : null
}

/**
 * The installments of courses that are another amount in a currency without cents: each is what its running sum comes to, so that
 * they add up to the rounded price.
 */
function roundedCourses(actor: Actor, currency: string): (Omit<RoundedPrice, "what"> & { id: string })[] {
  const rows = select({
    id: classPrices.id,
    part: classPrices.part,
    amountMinor: classPrices.amountMinor,
    name: classes.name,
  })
    .from(classPrices)
    .innerJoin(classes, joined(classes, classPrices.classId))
    .where(and(own(actor, classPrices), sql`${classPrices.parts} is not null`))
    .orderBy(asc(classPrices.classId), asc(classPrices.fromDate))
    .all()
  let [sum, done] = [0, 0]
  return rows.flatMap(({ id, part, amountMinor, name }) => {
    if (part === 1) [sum, done] = [0, 0]
    sum += amountMinor
    const toMinor = toSmallest(sum, currency) - done
    done += toMinor
    return toMinor === amountMinor ? [] : [{ id, name, fromMinor: amountMinor, toMinor }]
  })
}

/** Rounds every price of the school, and every charge on no invoice, to the whole amounts of a currency, with an entry in the activity. */
export function roundPrices(actor: Actor, currency: string) {
  transact(() => {
    const plan = planRounding(actor, currency)
    if (!plan) return
    const step = smallestAmount(currency)
    const ofColumn = (column: SQLiteColumn) => hasFraction(column, step)
    for (const { id, toMinor } of roundedCourses(actor, currency))
      change(actor, classPrices, id, { amountMinor: toMinor })
    for (const table of [classPrices, ownPrices, discountRules, payRates, workKinds])
      change(
        actor,
        table,
        and(ofColumn(table.amountMinor), table === classPrices ? isNull(classPrices.parts) : undefined),
        { amountMinor: whole(table.amountMinor, step) },
      )
    for (const table of [enrollments, packageOffers, materials, hires])
      change(actor, table, ofColumn(table.priceMinor), { priceMinor: whole(table.priceMinor, step) })
    for (const table of [guardians, outsidePayers])
      change(actor, table, ofColumn(table.payerAmountMinor), {
        payerAmountMinor: whole(table.payerAmountMinor, step),
      })
    for (const [name, column] of [
      ["lateFeeMinor", schools.lateFeeMinor],
      ["lateFeeCapMinor", schools.lateFeeCapMinor],
    ] as const)
      platformChange(schools, and(eq(schools.id, actor.school.id), ofColumn(column)), {
        [name]: whole(column, step),
      })
    roundCharges(actor, currency)
    const { charges } = plan
    recordEvent(actor, "school.round-prices", actor.school.id, {
      before: {
        currency: actor.school.currency,
        prices: plan.examples.map(textOf("fromMinor")),
        ...sumOf(charges.fromMinor),
      },
      after: {
        currency,
        count: plan.count,
        prices: plan.examples.map(textOf("toMinor")),
        charges: charges.count,
        ...sumOf(charges.toMinor),
      },
    })
  })
}

const sumOf = (amountMinor: number) => (amountMinor === 0 ? {} : { amountMinor })

const textOf = (amount: "fromMinor" | "toMinor") => (price: RoundedPrice) =>
  [price.what, price.name, (price[amount] / 100).toFixed(2)].filter(Boolean).join(" ")
