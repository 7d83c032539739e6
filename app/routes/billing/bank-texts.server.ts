import type { Actor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

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
    ...(all.refused > 0
      ? [`${countOf(all.refused, "transfer")} changed in the meantime. Check the list.`]
      : []),
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

/** What became of a statement, for the message after it. It stays on the page where a row couldn't be read. */
export function uploadedText({
  added,
  known,
  skipped,
  unreadable,
}: {
  added: number
  known: number
  skipped: number
  unreadable: readonly number[]
}) {
  const rest = [
    known > 0 ? `${countOf(known, "transfer was", "transfers were")} imported before.` : "",
    skipped > 0
      ? `${countOf(skipped, "other row")} skipped: outgoing, not booked or in another currency.`
      : "",
    unreadable.length > 0 ? unreadText(unreadable) : "",
  ].filter(Boolean)
  return {
    tone: unreadable.length > 0 ? ("bad" as const) : ("good" as const),
    title: `${countOf(added, "new transfer")} imported.`,
    ...(rest.length > 0 ? { text: rest.join(" ") } : {}),
  }
}
