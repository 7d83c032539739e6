import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import type { DueLabel } from "~/models/overview/family-area/due-label"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type OpenInvoice = {
  id: string
  number: string
  /** Minor units. */
  openMinor: number
  /** What of it is asked for now: less than all while it is paid in installments. */
  dueNowMinor: number
  due: DueLabel
  /** A payment of it is being processed. */
  isProcessing: boolean
  /** Whether it can be paid online now. */
  isPayable: boolean
}

/** What the family owes, with a link to pay what is due first; payments in progress are left out. */
export function Owed({ open, currency }: { open: OpenInvoice[]; currency: string }) {
  const first = open.find(({ isProcessing }) => !isProcessing)
  const processing = open.filter(({ isProcessing }) => isProcessing)
  const due = open.filter(({ isProcessing }) => !isProcessing)
  return (
    <section className="section" aria-labelledby="owed">
      <h2 id="owed">Balance due</h2>
      {processing.map(({ id, number, openMinor }) => (
        <Callout tone="amber" key={id}>
          <p>
            Your payment of {formatMoney(openMinor, currency)} for{" "}
            <Link to={paths.studentInvoice(id)}>invoice {number}</Link> is being processed. You don’t need to
            pay again.
          </p>
        </Callout>
      ))}
      {first ? (
        <>
          <LedgerList
            rows={due.map((invoice) => ({
              label: (
                <>
                  <Link to={paths.studentInvoice(invoice.id)}>Invoice {invoice.number}</Link>,{" "}
                  <DueText invoice={invoice} currency={currency} />
                </>
              ),
              amount: formatMoney(invoice.openMinor, currency),
            }))}
            total={{
              label: "Total due",
              amount: (
                <Figure of="family-balance">
                  {formatMoney(
                    due.reduce((sum, { openMinor }) => sum + openMinor, 0),
                    currency,
                  )}
                </Figure>
              ),
            }}
          />
          <p>
            <LinkButton to={paths.studentInvoice(first.id)} variant="primary">
              {first.isPayable ? `Pay ${formatMoney(first.dueNowMinor, currency)}` : "View invoice"}
              {due.length > 1 ? (first.isPayable ? ` for ${first.number}` : ` ${first.number}`) : null}
            </LinkButton>
          </p>
        </>
      ) : processing.length ? null : (
        <p>You’re all paid up.</p>
      )}
    </section>
  )
}

/** When an invoice is due, and how much of it while it is paid in installments. */
function DueText({ invoice, currency }: { invoice: OpenInvoice; currency: string }) {
  const { due, dueNowMinor, openMinor } = invoice
  const part = dueNowMinor < openMinor ? formatMoney(dueNowMinor, currency) : null
  if (!due.isOverdue) return part ? `${part} due ${due.text}` : `due ${due.text}`
  return <span className="bad">{part ? `${part} is ${due.text}` : due.text}</span>
}
