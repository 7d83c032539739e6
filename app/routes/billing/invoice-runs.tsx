import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { runStateLabels } from "~/components/money/invoice/run-state"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { amountColumn, DataTable, Pagination } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { countRuns, listRuns, runsPerPage } from "~/models/money/invoice/invoice-run.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const page = readPage(request)
  const runs = listRuns(actor, page)
  return {
    runs: runs.map(({ id, createdAt, state, autoRunId, starterName, made, totalMinor, voided }) => ({
      id,
      state,
      made,
      totalMinor,
      voided,
      startedAt: formatInstant(createdAt, actor.school.timeZone),
      starter: autoRunId ? "Automatic" : (starterName ?? "–"),
    })),
    pages: paged(request, countRuns(actor), runsPerPage),
    currency: actor.school.currency,
  }
}

export const { handle, meta } = framed({
  tab: "unbilled",
  title: "Invoice runs",
  head: () => ({ back: { to: paths.unbilled(), label: "Ready to invoice" } }),
})

export default function InvoiceRuns() {
  const { runs, pages, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <DataTable
        caption="Invoice runs, newest first"
        terse
        rows={runs}
        empty="No invoice runs yet. Invoices you send to several families at once are listed here."
        emptyAction={<Link to={paths.unbilled()}>Ready to invoice</Link>}
        columns={[
          {
            label: "Started",
            cell: ({ id, startedAt }) => <Link to={paths.invoiceRun(id)}>{startedAt}</Link>,
          },
          { label: "By", cell: ({ starter }) => starter },
          {
            label: "Status",
            cell: ({ state, voided }) =>
              `${runStateLabels[state]}${voided > 0 ? `, ${countOf(voided, "invoice")} void` : ""}`,
          },
          { label: "Invoices", numeric: true, cell: ({ made }) => countOf(made, "invoice") },
          amountColumn("totalMinor", currency),
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}
