import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { actText } from "~/components/platform/platform/staff-acts"
import type { FramedPage } from "~/components/shell/frame"
import { Button, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireStaff } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { logSpans, readLogQuery, writeLogQuery } from "~/models/platform/staff/staff-log"
import { listLog, listLogChoices } from "~/models/platform/staff/staff-log.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/staff-times.server"

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

export const handle: FramedPage<typeof loader> = {
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
}

export const meta: MetaFunction = () => [{ title: "Staff log · Tutti" }]

export default function StaffLog() {
  const { filter, choices, pages, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <FilterForm role="search" aria-label="Staff log">
        <label className="visually-hidden" htmlFor="log-search">
          School, reason or message
        </label>
        <FilterSearch
          id="log-search"
          className="min-w-0 fill max-sm:basis-full"
          name="search"
          value={filter.search}
          placeholder="School, reason or message"
        />
        <label className="visually-hidden" htmlFor="log-verb">
          Action
        </label>
        <FilterSelect id="log-verb" name="verb" value={filter.verb}>
          <option value="">Any action</option>
          {choices.verbs.map((verb) => (
            <option key={verb} value={verb}>
              {actText(verb)}
            </option>
          ))}
        </FilterSelect>
        <label className="visually-hidden" htmlFor="log-who">
          Person
        </label>
        <FilterSelect id="log-who" name="who" value={filter.name}>
          <option value="">Anyone</option>
          {choices.names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </FilterSelect>
        <label className="visually-hidden" htmlFor="log-days">
          Period
        </label>
        <FilterSelect id="log-days" name="days" value={filter.days ?? ""}>
          <option value="">Any time</option>
          {logSpans.map((days) => (
            <option key={days} value={days}>
              Last {days} days
            </option>
          ))}
        </FilterSelect>
        <Button>Search</Button>
      </FilterForm>
      {rows.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.staffLog()}>Clear filters</LinkButton>}>
          No staff acts match these filters.
        </EmptyState>
      ) : (
        <DataTable
          caption="Staff acts, newest first"
          rows={rows}
          rowKey={({ id }) => id}
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
      )}
      <Pagination {...pages} />
    </>
  )
}
