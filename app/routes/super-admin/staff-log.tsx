import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { actText } from "~/components/platform/staff/staff-acts"
import { framed } from "~/components/shell/frame"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { requireStaff } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { logSpans, readLogQuery, writeLogQuery } from "~/models/platform/staff/staff-log"
import { listLog, listLogChoices } from "~/models/platform/staff/staff-members.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const filter = readLogQuery(new URL(request.url).searchParams)
  const page = readPage(request)
  const { rows, total } = listLog(staff, filter, page)
  return {
    filter,
    choices: listLogChoices(staff),
    pages: paged(request, total),
    rows: rows.map(({ createdAt, ...act }) => ({ ...act, when: staffTime(createdAt) })),
  }
}

export const { handle, meta } = framed<typeof loader>({
  title: "Staff log",
  head: ({ pages, filter }) => ({
    back: { to: paths.staff(), label: "Staff" },
    expression: countOf(pages.total, "act"),
    actions: (
      <a className="button" href={paths.staffLogFile(writeLogQuery(filter))} download>
        Download CSV
      </a>
    ),
  }),
})

export default function StaffLog() {
  const { filter, choices, pages, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <FilterForm role="search" aria-label="Staff log">
        <FilterSearch
          id="log-search"
          name="search"
          value={filter.search}
          sought="School, reason or message"
        />
        <FilterChoice
          id="log-verb"
          name="verb"
          label="Action"
          every="Any action"
          value={filter.verb}
          choices={choices.verbs.map((verb) => [verb, actText(verb)] as const)}
        />
        <FilterChoice
          id="log-who"
          name="who"
          label="Person"
          every="Anyone"
          value={filter.name}
          choices={choices.names.map((name) => [name, name] as const)}
        />
        <FilterChoice
          id="log-days"
          name="days"
          label="Period"
          every="Any time"
          value={filter.days}
          choices={logSpans.map((days) => [days, `Last ${days} days`] as const)}
        />
        <Button>Search</Button>
      </FilterForm>
      <DataTable
        caption="Staff acts, newest first"
        rows={rows}
        empty="No staff acts match these filters."
        emptyAction={<LinkButton to={paths.staffLog()}>Clear filters</LinkButton>}
        columns={[
          { label: "Action", cell: ({ verb }) => actText(verb) },
          { label: "By", cell: ({ staffName }) => staffName },
          { label: "When (UTC)", cell: ({ when }) => when },
          {
            label: "About",
            cell: ({ schoolId, schoolName, about }) => (
              <span className="wrap-anywhere">
                {schoolId && schoolName ? (
                  <Link to={paths.platformSchool(schoolId)}>{schoolName}</Link>
                ) : null}
                {about && about !== schoolName ? ` ${about}` : ""}
              </span>
            ),
          },
          { label: "Internal reason", cell: ({ reason }) => reason || "–" },
          { label: "Message to the school", cell: ({ told }) => told || "–" },
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}
