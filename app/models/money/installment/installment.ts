// When what of an invoice is due: the one definition behind every due date and overdue amount that isn't asked in SQL
// (`claimDay` and its neighbors in the payments say the same there; a test holds the two together). Safe in the browser.
import { addDays, addMonths, laterOf } from "~/utils/dates"
import { divideWithin, openParts } from "../payer/open-parts"
import { divide, divideMoney } from "../payer/split"
import type { PlanRhythm } from "./installment-labels"

/** An installment of one invoice as it was agreed; minor units, dates `YYYY-MM-DD`. */
export type Installment = {
  /** Which installment of the plan, counted from 1. */
  position: number
  dueOn: string
  amountMinor: number
  /** What of the same invoice is due after it. */
  laterMinor: number
  isFirst: boolean
}

/** What is open on a day: an installment, or a whole invoice without any. */
export type Claim = { dueOn: string; openMinor: number; position: number | null }

type Open = {
  /** The due date on the invoice itself. */
  dueOn: string
  openMinor: number
}

/** What of an installment is still open: payments fill the earliest first. */
export function openOf(
  { amountMinor, laterMinor, isFirst }: Omit<Installment, "dueOn" | "position">,
  openMinor: number,
): number {
  const left = Math.max(0, openMinor - laterMinor)
  return isFirst ? left : Math.min(amountMinor, left)
}

/** What is open of an invoice and when it is due, the earliest first; together what is open of it. */
export function claimsOf({ dueOn, openMinor }: Open, installments: readonly Installment[]): Claim[] {
  if (openMinor <= 0) return []
  if (installments.length === 0) return [{ dueOn, openMinor, position: null }]
  return [...installments]
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn))
    .map((each) => ({ dueOn: each.dueOn, position: each.position, openMinor: openOf(each, openMinor) }))
    .filter((claim) => claim.openMinor > 0)
}

/** The day that an invoice is due: that of the earliest claim, or the date on a settled one. */
export const dueDayOf = (invoice: Open, installments: readonly Installment[]): string =>
  claimsOf(invoice, installments)[0]?.dueOn ?? invoice.dueOn

const sumOf = (claims: readonly Claim[]): number => claims.reduce((sum, { openMinor }) => sum + openMinor, 0)

/** What of an invoice is overdue on a day; never more than is open. */
export const overdueOf = (invoice: Open, installments: readonly Installment[], today: string): number =>
  sumOf(claimsOf(invoice, installments).filter(({ dueOn }) => dueOn < today))

/** What is due by a day, that day included. */
export const dueBy = (claims: readonly Claim[], day: string): number =>
  sumOf(claims.filter(({ dueOn }) => dueOn <= day))

/** Until when what is asked for now is due: today, or the day of the next installment while none is. */
const nowDay = (claims: readonly Claim[], today: string): string => laterOf(claims[0]?.dueOn ?? today, today)

/** What is asked for now: all that is due by today, or the next installment while none is. */
export const dueNow = (claims: readonly Claim[], today: string): number =>
  dueBy(claims, nowDay(claims, today))

/** How many installments that is. */
export const countDueNow = (claims: readonly Claim[], today: string): number =>
  claims.filter(({ dueOn }) => dueOn <= nowDay(claims, today)).length

type Payer = Parameters<typeof openParts>[0][number]

/**
 * The part of each claim that is one payer's, where payers share the invoice: in proportion to their shares, as far as these are
 * still open. The parts of a claim together are the claim; who has paid ahead has less of the earliest ones.
 */
export function claimsOfPayer(
  claims: readonly Claim[],
  shares: readonly Payer[],
  payerId: string | null,
): Claim[] {
  const left = openParts(shares, sumOf(claims))
  const parts = [...claims].reverse().map(({ openMinor }) => {
    const cuts = divideWithin(openMinor, shares, left, (minor, sharing) =>
      divideMoney(
        minor,
        sharing.map(({ amountMinor }) => amountMinor),
      ),
    )
    for (const [index, minor] of cuts.entries()) left[index] = (left[index] ?? 0) - minor
    return cuts.reduce((sum, minor, index) => sum + (shares[index]?.payerId === payerId ? minor : 0), 0)
  })
  return claims
    .map((claim, index) => ({ ...claim, openMinor: parts[claims.length - 1 - index] ?? 0 }))
    .filter((claim) => claim.openMinor > 0)
}

/** An installment of a plan before it is agreed. */
export type Proposed = { dueOn: string; amountMinor: number }

const dayAfter: Record<PlanRhythm, (first: string, steps: number) => string> = {
  week: (first, steps) => addDays(first, 7 * steps),
  two_weeks: (first, steps) => addDays(first, 14 * steps),
  month: addMonths,
}

/**
 * Equal installments of an amount: cents that are left over go to the first ones. With a step each but the first is a
 * multiple of it, and the first as well when the amount is one.
 */
export function propose({
  totalMinor,
  count,
  firstOn,
  rhythm,
  stepMinor = 1,
}: {
  totalMinor: number
  stepMinor?: number
  count: number
  firstOn: string
  rhythm: PlanRhythm
}): Proposed[] {
  const steps = Math.floor(totalMinor / stepMinor)
  if (steps === 0) return totalMinor > 0 ? [{ dueOn: firstOn, amountMinor: totalMinor }] : []
  const amounts = divide(
    steps,
    Array.from({ length: Math.min(count, steps) }, () => 1),
  )
  return amounts.map((each, index) => ({
    dueOn: dayAfter[rhythm](firstOn, index),
    amountMinor: each * stepMinor + (index === 0 ? totalMinor % stepMinor : 0),
  }))
}

/**
 * What is open of a new invoice in installments: amounts that were promised for later days are due on them, the rest as
 * `divideRest` says. Credit is taken off the rest first, then off the earliest day. Two of one day are one.
 */
export function withPromised(
  openMinor: number,
  promised: readonly Proposed[],
  divideRest: (restMinor: number) => Proposed[],
): Proposed[] {
  let restMinor = openMinor - promised.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const rows = restMinor > 0 ? divideRest(restMinor) : []
  const days = new Map(rows.map(({ dueOn, amountMinor }) => [dueOn, amountMinor]))
  for (const { dueOn, amountMinor } of [...promised].sort((a, b) => a.dueOn.localeCompare(b.dueOn))) {
    const left = amountMinor + Math.min(0, restMinor)
    restMinor = Math.min(0, left)
    if (left > 0) days.set(dueOn, (days.get(dueOn) ?? 0) + left)
  }
  return [...days]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([dueOn, amountMinor]) => ({ dueOn, amountMinor }))
}

/** An installment with what it is of each of the plan's invoices. */
export type Spread = Proposed & { position: number; parts: { invoiceId: string; amountMinor: number }[] }

/** Puts installments on invoices in their order: the first invoice is paid first. The sums on both sides are equal. */
export function spread(
  installments: readonly (Proposed & { position: number })[],
  invoices: readonly { invoiceId: string; openMinor: number }[],
): Spread[] {
  const left = invoices.map((invoice) => ({ ...invoice }))
  return installments.map((installment) => {
    let missing = installment.amountMinor
    const parts = left.flatMap((invoice) => {
      const amountMinor = Math.min(missing, invoice.openMinor)
      if (amountMinor <= 0) return []
      missing -= amountMinor
      invoice.openMinor -= amountMinor
      return [{ invoiceId: invoice.invoiceId, amountMinor }]
    })
    return { ...installment, parts }
  })
}

/** Takes what is no longer owed off the last installments. */
export function shorten<Each extends { amountMinor: number }>(
  installments: readonly Each[],
  totalMinor: number,
): Each[] {
  let left = totalMinor
  return installments.flatMap((installment) => {
    const amountMinor = Math.min(left, installment.amountMinor)
    left -= amountMinor
    return amountMinor > 0 ? [{ ...installment, amountMinor }] : []
  })
}
