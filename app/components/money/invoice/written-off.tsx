import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { useHasRight } from "~/components/ui/limits"
import type { WrittenOff } from "~/models/money/write-off/write-off"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type WrittenOffInvoicesProps = {
  invoices: readonly WrittenOff[]
  /** The family's account credit. */
  creditMinor: number
  currency: string
  formKey: string
}

/** Invoices that were written off: what is paid for one is account credit, which restores and settles it by one press. */
export function WrittenOffInvoices({ invoices, creditMinor, currency, formKey }: WrittenOffInvoicesProps) {
  const mayApply = useHasRight()("payment:record") && creditMinor > 0
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return invoices.map(({ invoiceId, number, amountMinor }) => (
    <Callout key={invoiceId} tone={creditMinor > 0 ? "amber" : "ink"}>
      <p>
        {money(amountMinor)} of <Link to={paths.invoice(invoiceId)}>{`Invoice ${number}`}</Link> was written
        off. {creditMinor > 0 ? `This family has ${money(creditMinor)} account credit. ` : ""}
        {creditMinor > 0 && creditMinor < amountMinor
          ? `With it applied, ${money(amountMinor - creditMinor)} is due again.`
          : ""}
        {creditMinor > 0 ? "" : "A payment for it becomes account credit until you restore the balance."}
      </p>
      {mayApply ? (
        <ActButton
          label={`Restore it and apply ${money(Math.min(creditMinor, amountMinor))} credit`}
          needs="invoice:issue"
          sends={{ writtenOff: invoiceId, formKey: `${formKey}-${invoiceId}`.slice(0, 64) }}
          intent="settle-written-off"
          pending="Restoring…"
        />
      ) : null}
    </Callout>
  ))
}
