import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PortalInvoiceStatus } from "~/components/overview/family-area/portal-invoice-status"
import type { FramedPage } from "~/components/shell/frame"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { portalOfPage } from "~/http/page-reads.server"
import { listPortalCreditNotes } from "~/models/money/family-invoice/portal-credit-notes.server"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const day = today(actor.school.timeZone, now())
  const rows = listPortalInvoices(actor)
  const open = rows.filter(({ openMinor, isProcessing }) => openMinor > 0 && !isProcessing)
  const sum = (some: typeof rows) => some.reduce((total, { openMinor }) => total + openMinor, 0)
  return {
    seesMoney: portalOfPage(actor).seesMoney,
    currency: actor.school.currency,
    rows: rows.map((row) => ({
      ...row,
      due: row.openMinor > 0 && !row.isProcessing ? dueLabel(row.dueOn, day) : null,
    })),
    openMinor: sum(open),
    processingMinor: sum(rows.filter(({ isProcessing }) => isProcessing)),
    overdueMinor: sum(open.filter(({ dueOn }) => dueOn < day)),
    nextDueOn: open[0]?.dueOn ?? null,
    creditNotes: listPortalCreditNotes(actor),
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Invoices",
  head: ({ seesMoney, rows, openMinor, processingMinor }) =>
    seesMoney && rows.length > 0 && openMinor === 0
      ? { expression: processingMinor > 0 ? "payment processing" : "all paid" }
      : {},
}

export const meta: MetaFunction = () => [{ title: "Your invoices · Tutti" }]

export default function StudentInvoices() {
  const { seesMoney, currency, rows, openMinor, processingMinor, overdueMinor, nextDueOn, creditNotes } =
    useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  if (!seesMoney) return <EmptyState>Only the people who pay your family’s invoices can see them.</EmptyState>
  return (
    <>
      <FigureRow
        label="Balance"
        items={[
          { figure: money(openMinor), label: "balance due", metric: "family-balance" },
          ...(processingMinor > 0
            ? [
                {
                  figure: money(processingMinor),
                  label: "being processed by PayPal",
                  metric: "family-processing" as const,
                },
              ]
            : []),
          ...(overdueMinor > 0
            ? [
                {
                  figure: <span className="bad">{money(overdueMinor)}</span>,
                  label: "overdue",
                  metric: "family-balance" as const,
                },
              ]
            : []),
          ...(nextDueOn ? [{ figure: formatDate(nextDueOn, "day"), label: "next due date" }] : []),
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState>
          No invoices yet. When the school sends one, you’ll see it here and get it by email.
        </EmptyState>
      ) : (
        <DataTable
          caption="Invoices, unpaid first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Invoice",
              cell: ({ id, number }) => <Link to={paths.studentInvoice(id)}>{number}</Link>,
            },
            { label: "Issued", cell: ({ issuedOn }) => formatDate(issuedOn, "medium") },
            {
              label: "Due",
              cell: ({ dueOn, due }) => (
                <span>
                  {formatDate(dueOn, "medium")}
                  {due ? <span className={due.isOverdue ? "bad" : "dim"}>, {due.text}</span> : null}
                </span>
              ),
            },
            {
              label: "Status",
              cell: ({ state, isProcessing }) => (
                <PortalInvoiceStatus state={state} isProcessing={isProcessing} />
              ),
            },
            { label: "Amount", numeric: true, cell: ({ totalMinor }) => money(totalMinor) },
            { label: "Balance due", numeric: true, cell: (row) => money(row.openMinor) },
          ]}
        />
      )}
      <CreditNotes notes={creditNotes} money={money} />
    </>
  )
}

type CreditNotesProps = {
  notes: ReturnType<typeof useLoaderData<typeof loader>>["creditNotes"]
  money: (amountMinor: number) => string
}

function CreditNotes({ notes, money }: CreditNotesProps) {
  if (notes.length === 0) return null
  return (
    <section className="section" aria-labelledby="credit-notes">
      <header>
        <h2 id="credit-notes">Credit notes</h2>
      </header>
      <DataTable
        caption="Credit notes, newest first"
        rows={notes}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Credit note",
            cell: ({ id, number }) => <Link to={paths.studentCreditNote(id)}>{number}</Link>,
          },
          { label: "Issued", cell: ({ issuedOn }) => formatDate(issuedOn, "medium") },
          { label: "Reason", cell: ({ reason }) => reason },
          { label: "Amount", numeric: true, cell: ({ totalMinor }) => money(totalMinor) },
        ]}
      />
    </section>
  )
}
