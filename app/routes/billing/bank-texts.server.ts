import type { Actor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"
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

/** What became of a statement, for the message after it. */
export function uploadedText({ added, known, skipped }: { added: number; known: number; skipped: number }) {
  const rest = [
    known > 0 ? `${countOf(known, "transfer was", "transfers were")} imported before.` : "",
    skipped > 0 ? `${countOf(skipped, "other row")} skipped: outgoing, not booked or unreadable.` : "",
  ].filter(Boolean)
  return {
    tone: "good" as const,
    title: `${countOf(added, "new transfer")} imported.`,
    ...(rest.length > 0 ? { text: rest.join(" ") } : {}),
  }
}
