import { transact } from "db/client.server"
import { classes, classPrices } from "db/schema/teaching"
import { priceRises } from "db/schema/teaching-price-rises"
import { and, eq, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { day } from "~/utils/form-text"
import { formatMoney, parseAmount, percentOf, plainAmount } from "~/utils/money"
import type { Result } from "~/utils/result"
import { type CourseInstallment, paymentsOf } from "./course"
import { newFeesFollow } from "./fees-follow.server"
import { lateChargesBack, lateLessonsFollow } from "./late-price.server"
import { billingModes, type ClassPrice, installmentOf, type Price, priceOf } from "./price"
import { listClassPrices } from "./price.server"
import { priceText } from "./price-text"

// "45.00", "+5%", "-2.00": a new price, or a change of each price.

/** A new price, or a change by thousandths of a percent or by minor units. */
export type PriceStep = { to: number } | { rate: number } | { by: number }

const wrong = () => `Enter a price, like ${plainAmount(4500)}, or a change, like +5% or +${plainAmount(200)}.`

/** Reads what was typed; null when it is no price and no change. */
export function readPriceStep(typed: string): PriceStep | null {
  const text = typed.trim().replace("−", "-")
  const percent = /^([+-]?)\s*(\d{1,3}(?:[.,]\d{1,3})?)\s*%$/.exec(text)
  if (percent?.[2] !== undefined) {
    const rate = Math.round(Number(percent[2].replace(",", ".")) * 1000)
    return rate === 0 ? null : { rate: percent[1] === "-" ? -rate : rate }
  }
  const sign = /^[+-]/.exec(text)?.[0]
  const minor = parseAmount(sign ? text.slice(1).trim() : text)
  if (minor === null || minor > 100_000_000) return null
  if (!sign) return { to: minor }
  return minor === 0 ? null : { by: sign === "-" ? -minor : minor }
}

/** Whether a step takes more off a price than it is. */
export const isBelowZero = (priceMinor: number, step: PriceStep): boolean =>
  !("to" in step) && priceMinor + ("rate" in step ? percentOf(priceMinor, step.rate / 1000) : step.by) < 0

export const belowZeroRefusal = "The change is more than its price."

/** A price can go down to nothing, and by no percentage further. */
export const tooDeep = "Lower prices by at most 100%."

export function isTooDeep(typed: string): boolean {
  const step = readPriceStep(typed)
  return step !== null && "rate" in step && step.rate < -100_000
}

/** The price after the step, never below zero. */
export function stepPrice(priceMinor: number, step: PriceStep): number {
  if ("to" in step) return step.to
  return Math.max(0, priceMinor + ("rate" in step ? percentOf(priceMinor, step.rate / 1000) : step.by))
}

export const PriceStepForm = z.object({
  price: z
    .string({ error: wrong })
    .trim()
    .max(20, { error: wrong })
    .refine((text) => readPriceStep(text) !== null, { error: wrong })
    .refine((text) => !isTooDeep(text), tooDeep),
  fromDate: day("Enter the first day of the new price."),
})
export type PriceStepForm = z.output<typeof PriceStepForm>

// A price from a day on for many classes. Students with a custom price keep it.

const Before = z.object({
  fromDate: z.string(),
  setMinor: z.number(),
  row: z
    .object({
      billing: z.enum(billingModes),
      amountMinor: z.number(),
      riseId: z.string().nullable().default(null),
    })
    .nullable(),
})

/** Sets or changes what classes cost from a day on. */
export const setClassPrices: BulkAct<PriceStepForm> = {
  permission: "class:price",
  choice: PriceStepForm,
  kind: "set-class-prices",
  plan: (actor, classIds, { price, fromDate }) => {
    const prices = listClassPrices(actor, classIds)
    return listChosen(actor, classIds).map(({ id, name, endedOn }): PlannedItem => {
      const line = { id, name }
      if (endedOn !== null && endedOn < fromDate)
        return { ...line, text: "Ends before that day.", can: false }
      const next = nextPrice(prices.get(id) ?? [], price, fromDate)
      if ("refusal" in next) return { ...line, text: next.refusal, can: false }
      const { present, after } = next
      if (present?.amountMinor === after.amountMinor)
        return { ...line, text: `Is ${priceText(after, actor.school.currency)} already.`, can: false }
      return {
        ...line,
        text: `${priceText(present, actor.school.currency)} → ${priceText(after, actor.school.currency)}`,
        can: true,
        ...(present ? {} : { isFirst: true }),
      }
    })
  },
  work: {
    about: PriceStepForm,
    atMost: 10,
    carryOut: (actor, { price, fromDate }, { subjectId }) => {
      const prices = listClassPrices(actor, [subjectId]).get(subjectId) ?? []
      const next = nextPrice(prices, price, fromDate)
      if ("refusal" in next) return { ok: false, reason: next.refusal }
      const same = prices.find((row) => row.fromDate === fromDate)
      if (!setClassPrice(actor, subjectId, { ...next.after, fromDate }).ok)
        return { ok: false, reason: "This class no longer exists." }
      return {
        ok: true,
        note: `${priceText(next.present, actor.school.currency)} → ${priceText(next.after, actor.school.currency)}`,
        made: subjectId,
        before: {
          fromDate,
          setMinor: next.after.amountMinor,
          row: same
            ? { billing: same.billing, amountMinor: same.amountMinor, riseId: same.riseId ?? null }
            : null,
        },
      }
    },
    undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, Before.parse(before)),
  },
}

function nextPrice(
  prices: readonly ClassPrice[],
  typed: string,
  fromDate: string,
): { refusal: string } | { present: Price | null; after: Price } {
  const step = readPriceStep(typed)
  const present = priceOf(null, prices, fromDate)
  if (!step) return { refusal: "The new price isn’t readable." }
  if (prices.some((price) => installmentOf(price) && price.fromDate >= monthBounds(monthOf(fromDate)).first))
    return { refusal: "Has a price in installments. Change it in the class." }
  if (!present && !("to" in step)) return { refusal: "Has no price to change." }
  if (present && isBelowZero(present.amountMinor, step)) return { refusal: belowZeroRefusal }
  const amountMinor = stepPrice(present?.amountMinor ?? 0, step)
  return { present, after: { billing: present?.billing ?? ("per_session" as const), amountMinor } }
}

function takeBack(
  actor: Actor,
  classId: string,
  { fromDate, setMinor, row }: z.output<typeof Before>,
): ItemOutcome {
  const present = (listClassPrices(actor, [classId]).get(classId) ?? []).find(
    (price) => price.fromDate === fromDate,
  )
  const set = { billing: present?.billing ?? ("per_session" as const), amountMinor: setMinor, fromDate }
  const back = takeBackPrice(actor, classId, { set, before: row })
  if (back.ok) return { ok: true, note: priceText(back.price, actor.school.currency), made: classId }
  if (back.reason === "gone") return { ok: false, reason: "This price is no longer there." }
  return {
    ok: false,
    reason: `Was changed again, to ${formatMoney(back.price.amountMinor, actor.school.currency, actor.school)}.`,
  }
}

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  ownRows(actor, classes, ["id", "name", "endedOn"])
    .where(among(classes.id, classIds))
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()

/**
 * Gives a class another price from a day on. What is charged already keeps its amount, lessons with attendance that had no
 * price are charged; a price from the same day is replaced. Refused when the class is not the school's.
 */
export function setClassPrice(
  actor: Actor,
  classId: string,
  price: ClassPrice,
): { ok: true } | { ok: false } {
  return transact(() => {
    const found = find(actor, classes, classId)
    if (!found) return { ok: false }
    lateLessonsFollow(actor, { classId, fromDate: price.fromDate })
    remove(
      actor,
      classPrices,
      and(eq(classPrices.classId, classId), eq(classPrices.fromDate, price.fromDate)),
    )
    add(actor, classPrices, { classId, ...price })
    newFeesFollow(actor, classId)
    recordEvent(actor, "class.set-price", classId, { after: price })
    return { ok: true }
  })
}

/** Writes a course price's installments as the prices of their months, in the caller's transaction. */
export function addInstallments(actor: Actor, classId: string, installments: readonly CourseInstallment[]) {
  const [first] = installments
  if (!first) return
  for (const installment of installments)
    add(actor, classPrices, { classId, billing: "monthly", ...installment })
  newFeesFollow(actor, classId)
  recordEvent(actor, "class.set-price", classId, {
    after: {
      amountMinor: installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      installments: paymentsOf(installments).length,
      fromDate: first.fromDate,
    },
  })
}

type Replaced = Price & Pick<ClassPrice, "riseId">

/**
 * Takes a class's price of one day back to what that day had before: another price, or none of its own. Refused when it
 * isn't the price that was set. A price that came with a price rise is the rise's again, or gone if that was undone. What was charged by it keeps its amount, but for lessons that had no price before: until they
 * are on an invoice, they are not charged again.
 */
export function takeBackPrice(
  actor: Actor,
  classId: string,
  { set, before }: { set: ClassPrice; before: Replaced | null },
): Result<{ price: Price | null }, "gone"> | { ok: false; reason: "changed"; price: Price } {
  return transact(() => {
    const thatDay = and(
      own(actor, classPrices),
      eq(classPrices.classId, classId),
      eq(classPrices.fromDate, set.fromDate),
    )
    const present = select().from(classPrices).where(thatDay).get()
    if (!present) return { ok: false, reason: "gone" }
    if (present.amountMinor !== set.amountMinor || present.billing !== set.billing)
      return { ok: false, reason: "changed", price: present }
    remove(actor, classPrices, thatDay)
    const rise = before?.riseId ? findRise(actor, before.riseId, set.fromDate) : undefined
    if (before && !rise?.isUndone)
      add(actor, classPrices, { classId, ...before, fromDate: set.fromDate, riseId: rise?.id ?? null })
    newFeesFollow(actor, classId)
    lateChargesBack(actor, { classId, since: present.createdAt })
    const price = priceOf(null, listClassPrices(actor, [classId]).get(classId) ?? [], set.fromDate)
    recordEvent(actor, "class.set-price", classId, {
      after: {
        billing: price?.billing ?? present.billing,
        amountMinor: price?.amountMinor ?? 0,
        fromDate: set.fromDate,
      },
    })
    return { ok: true, price }
  })
}

function findRise(actor: Actor, riseId: string, fromDate: string) {
  const rise = ownRows(actor, priceRises, ["undoneAt"])
    .where(and(eq(priceRises.id, riseId), eq(priceRises.fromDate, fromDate)))
    .get()
  return rise && { id: riseId, isUndone: rise.undoneAt !== null }
}
