import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { SearchForm } from "~/components/ui/search-form"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { failuresKeptDays, listFailedRequests } from "~/models/platform/failed-request/failed-requests.server"
import { readStaffQuery } from "~/models/platform/staff/staff-query"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

/** Requests that failed on our side, found by the ID that the error page showed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "failure:read")
  const asked = new URL(request.url).searchParams
  const { search, page } = readStaffQuery(asked, ["all"])
  const school = asked.get("school")?.slice(0, 64) || undefined
  const { rows, total } = listFailedRequests(staff, { search, schoolId: school, page })
  return {
    search,
    school,
    keptDays: failuresKeptDays,
    pages: paged(request, total),
    rows: rows.map(({ at, ...row }) => ({ ...row, when: staffTime(at) })),
  }
}

export const meta: MetaFunction = () => [{ title: "Failed requests · Tutti" }]

export default function FailedRequests() {
  const { search, school, keptDays, rows, pages } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.superAdmin(), label: "Overview" }}
        title="Failed requests"
        expression={`of the last ${keptDays} days, newest first`}
      />
      <SearchForm label="Error ID, school or page" search={search} keep={{ name: "school", value: school }} />
      <DataTable
        caption="Failed requests, newest first"
        rows={rows}
        empty={
          search || school
            ? "No failed requests match. An older ID, or one from a machine that no longer runs, is only in the server log."
            : "No failed requests. When a page breaks, it shows an error ID, and you find it here."
        }
        emptyAction={
          search || school ? <LinkButton to={paths.failedRequests()}>Clear search</LinkButton> : undefined
        }
        columns={[
          { label: "Error ID", cell: ({ id }) => <code className="long-text">{id}</code> },
          { label: "When (UTC)", cell: ({ when }) => when },
          {
            label: "School",
            cell: ({ schoolId, schoolName }) =>
              schoolId ? (
                <Link to={paths.platformSchool(schoolId)}>{schoolName ?? "School"}</Link>
              ) : (
                <span className="dim">Not logged in, or staff</span>
              ),
          },
          {
            label: "Request",
            cell: ({ method, path, route }) => (
              <span className="long-text">
                {method} {path}
                <br />
                <span className="small dim">{route}</span>
              </span>
            ),
          },
          { label: "Status", numeric: true, cell: ({ status }) => status },
          { label: "Time (ms)", numeric: true, cell: ({ tookMs }) => tookMs },
          {
            label: "Error",
            cell: ({ problem }) => (
              <span className="long-text">{problem || <span className="dim">In the server log</span>}</span>
            ),
          },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}
