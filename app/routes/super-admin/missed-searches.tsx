import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listMissed, missedKeptDays } from "~/models/platform/missed-search/missed-searches.server"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

/** What people looked for and didn't find, by the word alone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "overview:read")
  const page = readPage(request)
  const { rows, total } = listMissed(staff, page)
  return {
    keptDays: missedKeptDays,
    pages: paged(request, total),
    rows: rows.map(({ lastAt, ...row }) => ({ ...row, last: staffTime(lastAt) })),
  }
}

export const meta: MetaFunction = () => [{ title: "Searches without a result · Tutti" }]

export default function MissedSearches() {
  const { keptDays, rows, pages } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.superAdmin(), label: "Overview" }}
        title="Searches without a result"
        expression={`kept for ${keptDays} days after the last time, without who searched`}
      />
      <DataTable
        caption="Words, the most frequent first"
        rows={rows}
        empty="No searches without a result. When someone in a school looks for a word that finds nothing, it appears here. Names, addresses and numbers don’t."
        rowKey={({ word }) => word}
        columns={[
          { label: "Word", cell: ({ word }) => <span className="long-text">{word}</span> },
          { label: "Times", numeric: true, cell: ({ times }) => formatNumber(times) },
          { label: "Last (UTC)", cell: ({ last }) => last },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}
