import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import { methodLabels, type PaymentMethod } from "~/models/money/payment/payment"
import { type VoucherState, voucherStateLabels } from "~/models/money/voucher/voucher"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export type ShownVoucher = {
  id: string
  code: string
  amountMinor: number
  restMinor: number
  currency: string
  state: VoucherState
  soldOn: string
  method: PaymentMethod
  reference: string | null
  buyerName: string
  buyerEmail: string | null
  recipientName: string | null
  recipientEmail: string | null
  message: string | null
  expiresOn: string | null
  endKind: "canceled" | "income" | null
  endedOn: string | null
  endMinor: number
  endMethod: PaymentMethod | null
  endReason: string | null
}

/** What was sold to whom, and what is left. */
export function VoucherFacts({ voucher }: { voucher: ShownVoucher }) {
  const { currency, endKind, endedOn } = voucher
  const named = (name: string | null, email: string | null) => [name, email].filter(Boolean).join(", ")
  const recipient = named(voucher.recipientName, voucher.recipientEmail)
  return (
    <LedgerList
      facts
      rows={[
        {
          label: "Status",
          amount: <Status {...voucherStateLabels[voucher.state]} />,
        },
        { label: "Code", amount: <span className="numeric">{voucher.code}</span> },
        { label: "Buyer", amount: named(voucher.buyerName, voucher.buyerEmail) },
        ...(recipient ? [{ label: "For", amount: recipient }] : []),
        ...(voucher.message ? [{ label: "Message", amount: voucher.message }] : []),
        {
          label: "Paid",
          amount: [formatDate(voucher.soldOn, "full"), methodLabels[voucher.method], voucher.reference]
            .filter(Boolean)
            .join(", "),
        },
        {
          label: "Last day",
          amount: voucher.expiresOn ? formatDate(voucher.expiresOn, "full") : "No end date",
        },
        { label: "Amount", amount: formatMoney(voucher.amountMinor, currency) },
        ...(endKind && endedOn
          ? [
              {
                label: endKind === "income" ? "Other income" : "Paid back",
                amount: [
                  formatMoney(voucher.endMinor, currency),
                  formatDate(endedOn, "medium"),
                  voucher.endMethod && methodLabels[voucher.endMethod],
                ]
                  .filter(Boolean)
                  .join(", "),
              },
            ]
          : []),
        ...(voucher.endReason ? [{ label: "Reason", amount: voucher.endReason }] : []),
      ]}
      total={{ label: "Left", amount: formatMoney(voucher.restMinor, currency) }}
    />
  )
}

type Redemption = {
  id: string
  redeemedOn: string
  amountMinor: number
  undoneAt: number | null
  familyId: string
  familyName: string
}

/** Which families redeemed how much of it, and when. */
export function RedemptionList({
  voucher: { currency },
  redemptions,
  mayAct,
}: {
  voucher: ShownVoucher
  redemptions: Redemption[]
  mayAct: boolean
}) {
  if (redemptions.length === 0) return null
  return (
    <section className="section" aria-labelledby="redeemed-title">
      <h2 id="redeemed-title">Redeemed</h2>
      <ul className="rows">
        {redemptions.map(({ id, redeemedOn, amountMinor, undoneAt, familyId, familyName }) => (
          <li key={id} className="flex-wrap">
            <span className="grow">
              <Link to={paths.family(familyId)}>{familyName}</Link>, {formatDate(redeemedOn, "medium")}
              {undoneAt === null ? null : <span className="dim">, undone</span>}
            </span>
            <span className="numeric">{formatMoney(amountMinor, currency)}</span>
            {mayAct && undoneAt === null ? (
              <ActButton
                label="Undo"
                className="no-print"
                sends={{ redemption: id }}
                intent="undo-redemption"
                pending="Undoing…"
                about={`${formatMoney(amountMinor, currency)} for ${familyName}, ${formatDate(redeemedOn, "medium")}`}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
