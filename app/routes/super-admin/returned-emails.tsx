import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { bounceTexts } from "~/models/foundation/outbox/bounce"
import { listBounces } from "~/models/platform/bounce/list-bounces.server"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

/** Addresses that the provider says can't be mailed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const page = readPage(request)
  const { rows, total } = listBounces(staff, page)
  return {
    pages: paged(request, total),
    rows: rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      since: staffTime(firstAt),
      last: staffTime(lastAt),
    })),
  }
}

export const meta: MetaFunction = () => [{ title: "Returned emails · Tutti" }]

export default function ReturnedAddresses() {
  const { rows, pages } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.platformDatabase({ show: "mail" }), label: "Email" }}
        title="Returned emails"
        expression="addresses that aren’t emailed until a school confirms or corrects them"
      />
      <DataTable
        caption="Addresses, latest first"
        rows={rows}
        empty="No emails came back. Addresses appear here when the email provider reports that one doesn’t exist or marked an email as spam."
        rowKey={({ to, since, last }) => `${to} ${since} ${last}`}
        columns={[
          { label: "To", cell: ({ to }) => <span className="long-text">{to}</span> },
          { label: "Problem", cell: ({ kind }) => bounceTexts[kind] },
          {
            label: "What the server said",
            cell: ({ reason }) => <span className="long-text">{reason}</span>,
          },
          { label: "Emails", numeric: true, cell: ({ times }) => times },
          { label: "Since (UTC)", cell: ({ since }) => since },
          { label: "Last (UTC)", cell: ({ last }) => last },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}
