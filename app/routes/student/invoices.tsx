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
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Invoices",
  head: ({ seesMoney, openMinor, processingMinor }) =>
    seesMoney ? { expression: stateText(openMinor, processingMinor) } : {},
}

export const meta: MetaFunction = () => [{ title: "Invoices · Tutti" }]

const stateText = (openMinor: number, processingMinor: number) =>
  openMinor > 0 ? "open ones first" : processingMinor > 0 ? "payment processing" : "all paid"

export default function StudentInvoices() {
  const { seesMoney, currency, rows, openMinor, processingMinor, overdueMinor, nextDueOn } =
    useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  if (!seesMoney) return <EmptyState>Invoices are for the adults of your family who pay them.</EmptyState>
  return (
    <>
      <FigureRow
        label="What is owed"
        items={[
          { figure: money(openMinor), label: "open", metric: "family-balance" },
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
                  label: "of that overdue",
                  metric: "family-balance" as const,
                },
              ]
            : []),
          { figure: nextDueOn ? formatDate(nextDueOn, "day") : "Nothing", label: "next due" },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState>No invoice yet. When the school sends one, it appears here and in your mail.</EmptyState>
      ) : (
        <DataTable
          caption="Invoices, open ones first"
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
            { label: "To pay", numeric: true, cell: (row) => money(row.openMinor) },
          ]}
        />
      )}
    </>
  )
}
