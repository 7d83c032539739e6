import { Link } from "~/components/ui/link"
import type { StandingCharge } from "~/models/money/charge/standing-charge"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type AmountParts = {
  discounts: readonly { reason: string; amountMinor: number }[]
  /** the tax in the amount: on papers it may be below the items */
  tax: { text: string; taxMinor: number } | null
}

/** "Includes VAT 20%, $6.67. After Siblings, 10%: −$9.00. Discounts are worked out again from a new amount." */
export function hintOf({ discounts, tax }: AmountParts, currency: string): string | undefined {
  const each = discounts.map(({ reason, amountMinor }) => `${reason}: ${formatMoney(-amountMinor, currency)}`)
  const texts = [
    ...(tax ? [`Includes ${tax.text}, ${formatMoney(tax.taxMinor, currency)}.`] : []),
    ...(each.length > 0
      ? [`After ${each.join("; ")}. Discounts are worked out again from a new amount.`]
      : []),
  ]
  return texts.join(" ") || undefined
}

/** "$25.00 instead of $40.00, not yet invoiced" */
export function amountText(
  charge: { amountMinor: number; usualMinor: number | null },
  { barrier, standing }: { barrier: string | null; standing: StandingCharge },
  currency: string,
): string {
  const instead = charge.usualMinor === null ? "" : ` instead of ${formatMoney(charge.usualMinor, currency)}`
  const state = standing.invoice
    ? `on invoice ${standing.invoice.number}`
    : barrier === "withdrawn"
      ? "no longer charged"
      : barrier === "invoiced"
        ? "already invoiced"
        : "not yet invoiced"
  return `${formatMoney(charge.amountMinor, currency)}${instead}, ${state}`
}

/** To the invoice that it is on, or to the charge that took its place. */
export function StandingLink({
  standing: { invoice, next },
  currency,
}: {
  standing: StandingCharge
  currency: string
}) {
  if (invoice) return <Link to={paths.invoice(invoice.id)}>Invoice {invoice.number}</Link>
  if (next) {
    const text = `The charge is ${formatMoney(next.amountMinor, currency)} now`
    return <Link to={paths.charge(next.chargeId)}>{text}</Link>
  }
  return null
}
