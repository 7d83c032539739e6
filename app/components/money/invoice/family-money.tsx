import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import type { InvoiceState } from "~/models/money/invoice/invoice"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { FamilyDue } from "./family-due"
import { InvoiceStatus } from "./invoice-status"

type FamilyMoneyProps = {
  familyId: string
  /** the newest, drafts first */
  invoices: {
    id: string
    number: string | null
    state: InvoiceState
    dueOn: string
    totalMinor: number
    openMinor: number
  }[]
  /** of all invoices */
  count: number
  /** What is due of all that, less what the account has as credit. */
  balanceMinor: number
  unbilled: { charges: number; amountMinor: number }
  currency: string
  /** It was merged into another one, or its people were erased: it gets no more invoices. */
  isClosed?: boolean
}

/** What a family owes and what isn't invoiced yet, with its newest invoices. */
export function FamilyMoney({
  familyId,
  invoices,
  count,
  balanceMinor,
  unbilled,
  currency,
  isClosed = false,
}: FamilyMoneyProps) {
  return (
    <>
      <section className="section" aria-labelledby="owed">
        <h2 id="owed">Due</h2>
        <FamilyDue familyId={familyId} dueMinor={balanceMinor} unbilled={unbilled} currency={currency} />
      </section>
      <section className="section" aria-labelledby="invoices">
        <header>
          <h2 id="invoices">Invoices</h2>
          {count > 0 ? (
            <Link to={paths.billing({ family: familyId })}>View {countOf(count, "invoice")}</Link>
          ) : null}
        </header>
        {invoices.length === 0 ? (
          <EmptyState
            action={
              isClosed ? undefined : <Link to={paths.newInvoice({ family: familyId })}>New invoice</Link>
            }
          >
            {isClosed ? "No invoices." : "No invoices yet. This family’s invoices appear here."}
          </EmptyState>
        ) : (
          <ul className="rows">
            {invoices.map(({ id, number, state, dueOn, totalMinor, openMinor: open }) => (
              <li key={id}>
                <span>
                  <Link to={paths.invoice(id)}>{number ?? "Draft"}</Link>
                  <br />
                  <span className="dim">due {formatDate(dueOn, "medium")}</span>
                </span>{" "}
                <span className="text-right">
                  {formatMoney(totalMinor, currency)}
                  {open > 0 && open < totalMinor ? (
                    <span className="dim"> ({formatMoney(open, currency)} due)</span>
                  ) : null}
                  <br />
                  <InvoiceStatus state={state} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
