import { LedgerList } from "~/components/ui/ledger-list"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"

type NextInvoicesProps = {
  next:
    | { totalMinor: number; payers: { name: string; items: number; amountMinor: number }[] }
    | null
    | undefined
  /** Whether it shows what is typed, not what is saved. */
  isTyped: boolean
  currency: string
}

/** What each payer would be billed if the family were invoiced now. */
export function NextInvoices({ next, isTyped, currency }: NextInvoicesProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <section className="sheet" aria-labelledby="next-invoices" aria-live="polite">
      <h2 id="next-invoices">Next invoice</h2>
      {next ? (
        <>
          <p className="small dim">
            {isTyped ? "With the choices you made, not saved yet." : "With the saved choices."}
          </p>
          <LedgerList
            rows={next.payers.map(({ name, items, amountMinor }) => ({
              label: `${name}, ${countOf(items, "item")}`,
              amount: money(amountMinor),
            }))}
            total={{ label: "Total", amount: money(next.totalMinor) }}
          />
        </>
      ) : (
        <p className="dim">This family has no items to invoice yet.</p>
      )}
    </section>
  )
}
