import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PortalInvoiceStatus } from "~/components/portal/portal-invoice-status"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Measures } from "~/components/ui/measures"
import { PageHead } from "~/components/ui/page-head"
import { dueWords } from "~/models/portal/due-words"
import { findPortal } from "~/models/portal/portal.server"
import { listPortalInvoices } from "~/models/portal/portal-invoices.server"
import { now } from "~/utils/clock.server"
import { formatDate, today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const day = today(actor.school.timeZone, now())
  const rows = listPortalInvoices(actor)
  const open = rows.filter(({ openMinor }) => openMinor > 0)
  const sum = (some: typeof rows) => some.reduce((total, { openMinor }) => total + openMinor, 0)
  return {
    seesMoney: findPortal(actor).seesMoney,
    currency: actor.school.currency,
    rows: rows.map((row) => ({ ...row, due: row.openMinor > 0 ? dueWords(row.dueOn, day) : null })),
    openMinor: sum(open),
    overdueMinor: sum(open.filter(({ dueOn }) => dueOn < day)),
    nextDueOn: open[0]?.dueOn ?? null,
  }
}

export const meta: MetaFunction = () => [{ title: "Invoices · Tutti" }]

export default function StudentInvoices() {
  const { seesMoney, currency, rows, openMinor, overdueMinor, nextDueOn } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  if (!seesMoney)
    return (
      <>
        <PageHead title="Invoices" />
        <EmptyState>Invoices are for the adults of your family who pay them.</EmptyState>
      </>
    )
  return (
    <>
      <PageHead title="Invoices" expression={openMinor > 0 ? "open ones first" : "all paid"} />
      <Measures
        label="What is owed"
        measures={[
          { figure: money(openMinor), label: "open" },
          ...(overdueMinor > 0
            ? [{ figure: <span className="bad">{money(overdueMinor)}</span>, label: "of that overdue" }]
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
                  {due ? <span className={due.endsWith("overdue") ? "bad" : "dim"}>, {due}</span> : null}
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
