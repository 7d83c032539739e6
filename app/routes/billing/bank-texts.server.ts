import type { Actor } from "~/models/foundation/access/actor"
import type { LeftCredit, LeftReason } from "~/models/money/bank-import/bank-entry"
import type { KeptEntries } from "~/models/money/bank-import/keep-entries.server"
import { countOf, formatNumber } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"

/** What of it is on no invoice; nothing when all is. */
const creditText = (actor: Actor, creditMinor: number): string[] =>
  creditMinor > 0 ? [`${formatMoney(creditMinor, actor.school.currency)} of it is account credit.`] : []

const withText = (text: string[]) => (text.length > 0 ? { text: text.join(" ") } : {})

/** What became of one transfer. */
export const recordedOneText = (actor: Actor, recorded: { amountMinor: number; creditMinor: number }) => ({
  tone: "good" as const,
  title: `${formatMoney(recorded.amountMinor, actor.school.currency)} recorded.`,
  ...withText(creditText(actor, recorded.creditMinor)),
})

/** What became of those that were selected. */
export const recordedText = (
  actor: Actor,
  all: { recorded: number; amountMinor: number; creditMinor: number; refused: number },
) => ({
  tone: all.refused > 0 ? ("bad" as const) : ("good" as const),
  title: `${countOf(all.recorded, "payment")} recorded, ${formatMoney(all.amountMinor, actor.school.currency)}.`,
  ...withText([
    ...creditText(actor, all.creditMinor),
    ...(all.refused > 0 ? [`${countOf(all.refused, "transfer")} changed. Check the list.`] : []),
  ]),
})

const mostNamed = 10

/** The rows that weren't read, by their numbers in the file: one of them may be a payment. */
function unreadText(rows: readonly number[]): string {
  const named = rows.slice(0, mostNamed).map((row) => formatNumber(row))
  const more = rows.length - named.length
  const list = joinNames(more > 0 ? [...named, `${formatNumber(more)} more`] : named)
  return rows.length === 1
    ? `Row ${list} has no date or amount we can read: check whether it’s a payment.`
    : `Rows ${list} have no date or amount we can read: check whether they’re payments.`
}

const leftTexts: Record<LeftReason, string> = {
  pending: "pending",
  failed: "declined, canceled or reverted",
  returned: "returned or refunded to you",
  own: "from payouts, holds, exchanges or deposits of your own",
  currency: "in another currency",
}
const leftReasons = Object.keys(leftTexts) as LeftReason[]

/** The credits that aren't taken, a sum for each reason and currency. */
const leftSums = (left: readonly LeftCredit[], isCounted: (credit: LeftCredit) => boolean) =>
  leftReasons.flatMap((reason) =>
    [
      ...groupBy(
        left.filter((credit) => credit.reason === reason && isCounted(credit)),
        ({ currency }) => currency,
      ),
    ].map(([currency, credits]) => `${formatMoney(sumOf(credits), currency)} ${leftTexts[reason]}`),
  )

const sumOf = (credits: readonly LeftCredit[]) =>
  credits.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * What became of a statement, for the message after it: its credits add up. It stays on the page where a row couldn't be read, or a
 * credit isn't taken.
 */
export function uploadedText(actor: Actor, read: Extract<KeptEntries, { ok: true }>) {
  const { added, addedMinor, knownMinor, left, outgoing, unreadable } = read
  const { differenceMinor = 0, balances, notRead = [] } = read
  const { currency } = actor.school
  const isOurs = (credit: LeftCredit) => credit.currency === currency
  const ours = left.filter(isOurs)
  const parts = [
    addedMinor > 0 ? `${formatMoney(addedMinor, currency)} new` : "",
    knownMinor > 0 ? `${formatMoney(knownMinor, currency)} imported before` : "",
    ...leftSums(left, isOurs),
  ].filter(Boolean)
  const foreign = leftSums(left, (credit) => !isOurs(credit))
  const text = [
    parts.length > 0
      ? `Credits in the file ${formatMoney(addedMinor + knownMinor + sumOf(ours), currency)}: ${parts.join(", ")}.`
      : "",
    foreign.length > 0 ? `Not imported: ${foreign.join(", ")}.` : "",
    outgoing > 0 ? `${countOf(outgoing, "row isn’t", "rows aren’t")} a credit.` : "",
    unreadable.length > 0 ? unreadText(unreadable) : "",
    differenceMinor > 0
      ? `The balances in the file differ from its entries by ${formatMoney(differenceMinor, currency)}: download it again, and compare it with your account.`
      : "",
    balances === "missing"
      ? "The file ends without a closing balance, so it may be cut off: download it again, and compare it with your account."
      : balances === "unreadable"
        ? "The balances in the file can’t be read, so they don’t show whether it’s whole: compare it with your account."
        : "",
    ...notRead,
  ].filter(Boolean)
  const isWhole = !balances && unreadable.length + left.length + differenceMinor + notRead.length === 0
  return {
    tone: isWhole ? ("good" as const) : ("bad" as const),
    title: `${countOf(added, "new transfer")} imported.`,
    ...(text.length > 0 ? { text: text.join(" ") } : {}),
  }
}
