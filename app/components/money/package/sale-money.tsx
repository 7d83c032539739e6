import { Link } from "~/components/ui/link"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type SaleChargeProps = {
  sale: {
    chargeId: string
    amountMinor: number
    usualMinor: number | null
    isInvoiced: boolean
    invoice: { id: string; number: string } | null
    withdrawnReason: string | null
  }
  currency: string
}

/** What it is charged with, and the way to another amount while it is on no invoice. */
export function SaleCharge({ sale, currency }: SaleChargeProps) {
  const { chargeId, amountMinor, usualMinor, isInvoiced, invoice, withdrawnReason } = sale
  if (withdrawnReason !== null) return `None. ${withdrawnReason}`
  return (
    <>
      {formatMoney(amountMinor, currency)}
      {usualMinor === null ? "" : ", changed by hand"}
      {isInvoiced ? ", invoiced" : ", not invoiced yet "}
      {isInvoiced ? null : <Link to={paths.charge(chargeId)}>Edit charge</Link>}
      {invoice ? (
        <>
          {" "}
          on <Link to={paths.invoice(invoice.id)}>{invoice.number}</Link>
        </>
      ) : null}
    </>
  )
}

type Paper = { id: string; number: string }

/** What a credit note took off the price. */
export function CreditLine({
  credit,
  currency,
}: {
  credit: Paper & { amountMinor: number }
  currency: string
}) {
  return (
    <>
      {formatMoney(credit.amountMinor, currency)} on{" "}
      <Link to={paths.creditNote(credit.id)}>{credit.number}</Link>
    </>
  )
}

type RestLineProps = {
  rest: { amountMinor: number; invoice: Paper | null; note: Paper | null }
  currency: string
}

/** What was given back for the lessons left at its end, or charged again since, and on which paper. */
export function RestLine({ rest: { amountMinor, invoice, note }, currency }: RestLineProps) {
  const amount = formatMoney(Math.abs(amountMinor), currency)
  if (note)
    return (
      <>
        {amount} on <Link to={paths.creditNote(note.id)}>{note.number}</Link>
      </>
    )
  if (!invoice) return `${amount}, not invoiced yet`
  return (
    <>
      {amount} on <Link to={paths.invoice(invoice.id)}>{invoice.number}</Link>
    </>
  )
}
