import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import {
  type DividedPart,
  listBilledParts,
  listOpenParts,
  listReceivedParts,
  type Parts,
  partsOfInvoices,
} from "~/models/money/division/divided-money.server"
import { daysBetween } from "~/utils/dates"
import type { MonthSpan } from "../dashboard/trends.server"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, isOf } from "./counted"
import { ageOf } from "./money-figures.server"

// Invoices, payments and what is open by teacher and instrument, as the rows of their cards.

/** What several figures narrowed alike read of the same invoices. */
export const partsFor = (actor: Actor, { teacher }: Narrowing): Parts =>
  partsOfInvoices(actor, teacher === none ? undefined : teacher)

/** What was billed in a span of days, and what came in, mostly for the same invoices: `parts` of those that are known. */
export function listMoneyParts(
  actor: Actor,
  span: MonthSpan,
  narrowing: Narrowing,
  parts = partsFor(actor, narrowing),
): Counted[] {
  return [
    ...countedAs("billed-part", listBilledParts(actor, span, parts), narrowing),
    ...countedAs("received-part", listReceivedParts(actor, span, parts), narrowing),
  ]
}

/** What is left to pay at the end of a day. */
export function listOutstandingParts(
  actor: Actor,
  day: string,
  narrowing: Narrowing,
  parts = partsFor(actor, narrowing),
): Counted[] {
  return countedAs("open-part", listOpenParts(actor, day, parts), narrowing).map((row) => ({
    ...row,
    part: ageOf(daysBetween(row.on ?? day, day)),
  }))
}

const countedAs = (metric: MetricKey, parts: readonly DividedPart[], narrowing: Narrowing): Counted[] =>
  parts.filter((part) => isOf(part, narrowing)).map((part) => ({ ...part, of: [metric], minutes: null }))
