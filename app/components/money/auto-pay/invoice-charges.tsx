import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import type { InvoiceCharge, SavedMethodState } from "~/models/money/auto-pay/auto-pay"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type InvoiceChargesProps = { charges: readonly InvoiceCharge[]; currency: string }

/** What the office knows before it reminds a family or takes cash: that an invoice is paid automatically. */
export const InvoiceCharges = ({ charges, currency }: InvoiceChargesProps) =>
  charges.map((charge) => (
    <CalloutText key={charge.id ?? `${charge.payer} ${charge.on}`}>
      {textOf(charge, currency)}{" "}
      {charge.holdReason === null ? (
        charge.id === null ? null : (
          <Link to={paths.automaticPayments({ hold: charge.id })}>Hold</Link>
        )
      ) : (
        <Link to={paths.automaticPayments()}>Automatic payments</Link>
      )}
    </CalloutText>
  ))

function textOf(
  { payer, account, provider, on, holdReason, declined, ...charge }: InvoiceCharge,
  currency: string,
) {
  const amount = formatMoney(charge.amountMinor, currency)
  const from = `${payer} (${account ?? providerLabels[provider]})`
  const date = formatDate(on, "full")
  if (holdReason !== null) return `The automatic payment of ${amount} by ${from} is on hold: ${holdReason}`
  return declined === null
    ? `Paid automatically: ${amount} will be charged to ${from} on ${date}.`
    : `The charge of ${amount} to ${from} was declined. ${declined} It’s tried again on ${date}.`
}

type FamilyAutoPayProps = {
  payers: readonly (Pick<InvoiceCharge, "payer" | "account" | "provider"> & {
    id: string
    state: SavedMethodState
  })[]
}

/** Who of a family pays its invoices automatically. */
export const FamilyAutoPay = ({ payers }: FamilyAutoPayProps) =>
  payers.map(({ id, payer, account, provider, state }) => (
    <p key={id}>
      {state === "paused"
        ? `Automatic payment by ${payer} (${account ?? providerLabels[provider]}) is paused after a decline.`
        : `${payer} pays automatically (${account ?? providerLabels[provider]}).`}{" "}
      <Link to={paths.automaticPayments()}>Automatic payments</Link>
    </p>
  ))
