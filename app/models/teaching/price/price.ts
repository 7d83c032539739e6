import { billingModes } from "db/schema/choices"

// What one session or month of a class costs one student. A class has price rows with a first day; an
// enrollment may override billing and amount.

export { billingModes }
export type BillingMode = (typeof billingModes)[number]

/** Which installment of a course price a month's fee is; `dueOn` is a date. */
type CoursePart = { part: number; parts: number; dueOn: string }

/** Minor units per session or per calendar month; with packages, of a session that none covers. */
export type Price = { billing: BillingMode; amountMinor: number; installment?: CoursePart }

export type ClassPrice = {
  billing: BillingMode
  amountMinor: number
  fromDate: string
  part?: number | null
  parts?: number | null
  dueOn?: string | null
  /** The price rise that it came with. */
  riseId?: string | null
}

/**
 * The price of an enrollment on a date: what was agreed for it, else the class's price in force, which is the newest
 * row whose first day has come (rows arrive oldest first). Null when no one has set an amount. An amount agreed in a
 * class without prices is for one session. An installment of a course is the price of its own month: after the last one
 * there is none until another is set. A first price by the month is that of the whole month it begins in.
 */
export function priceOf(
  enrollment: { billing: BillingMode | null; priceMinor: number | null } | null,
  classPrices: readonly ClassPrice[],
  date: string,
): Price | null {
  const newest =
    classPrices.filter((price) => price.fromDate <= date).at(-1) ?? firstOfMonth(classPrices, date)
  const installment = newest && installmentOf(newest)
  const isOver = installment !== undefined && newest?.fromDate.slice(0, 7) !== date.slice(0, 7)
  const inForce = isOver ? undefined : newest
  const amountMinor = enrollment?.priceMinor ?? inForce?.amountMinor
  if (amountMinor === undefined || (isOver && !enrollment?.billing)) return null
  const billing = enrollment?.billing ?? inForce?.billing ?? "per_session"
  if (isOver || !installment || billing !== "monthly") return { billing, amountMinor }
  return { billing, amountMinor, installment }
}

/** The class's first price, where it is by the month and begins later in the month of a date. */
function firstOfMonth(classPrices: readonly ClassPrice[], date: string): ClassPrice | undefined {
  const first = classPrices[0]
  return first?.billing === "monthly" && first.fromDate.slice(0, 7) === date.slice(0, 7) ? first : undefined
}

/** The first day after a date from which a class has its next price; null where none is set. */
export function pricedFrom(classPrices: readonly ClassPrice[], date: string): string | null {
  const next = classPrices.find(({ fromDate }) => fromDate > date)
  if (!next) return null
  return firstOfMonth(classPrices, next.fromDate) === next ? `${next.fromDate.slice(0, 7)}-01` : next.fromDate
}

/** The installment that a class's price row is; undefined for any other price. */
export const installmentOf = ({ part, parts, dueOn }: ClassPrice): CoursePart | undefined =>
  part && parts && dueOn ? { part, parts, dueOn } : undefined
