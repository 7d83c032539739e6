import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SubscriptionState } from "~/components/platform/platform/subscription-state"
import type { FramedPage } from "~/components/shell/frame"
import { Button, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { possibleStandings, standingLabels } from "~/models/accounts/subscription/subscription-standing"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { listSchools, SCHOOLS_PER_PAGE } from "~/models/platform/platform/list-schools.server"
import {
  readSchoolQuery,
  type SchoolFilter,
  writeSchoolQuery,
} from "~/models/platform/platform/platform-schools"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:read")
  const query = readSchoolQuery(new URL(request.url).searchParams)
  const { total, schools } = listSchools(staff, query.filter, query.page)
  paged(request, { page: query.page, perPage: SCHOOLS_PER_PAGE, total })
  return {
    query,
    canExport: mayStaff(staff.roles, "school:export"),
    total,
    perPage: SCHOOLS_PER_PAGE,
    schools: schools.map((school) => ({
      ...school,
      registeredOn: formatDate(localDate(school.createdAt, "UTC"), "medium"),
    })),
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Schools",
  head: ({ total, canExport, query }) => ({
    expression: countOf(total, "school"),
    actions: canExport ? (
      <a
        className="button"
        href={paths.platformSchoolsFile(writeSchoolQuery({ filter: query.filter }))}
        download
      >
        Download CSV
      </a>
    ) : null,
  }),
}

export const meta: MetaFunction = () => [{ title: "Schools · Tutti" }]

export default function Schools() {
  const { query, total, perPage, schools } = useLoaderData<typeof loader>()
  const { filter, page } = query
  const at = (to: number) => paths.platformSchools(writeSchoolQuery({ filter, page: to }))
  const from = (page - 1) * perPage + 1
  const last = Math.max(1, Math.ceil(total / perPage))
  return (
    <>
      <Filters filter={filter} />
      {schools.length > 0 ? (
        <DataTable
          caption="Schools, newest first"
          rows={schools}
          rowKey={({ id }) => id}
          columns={[
            { label: "School", cell: ({ id, name }) => <Link to={paths.platformSchool(id)}>{name}</Link> },
            { label: "Type", cell: ({ kind }) => (kind === "solo" ? "Solo teacher" : "School") },
            {
              label: "Plan",
              cell: ({ planName, interval }) => (planName ? `${planName}, ${interval}` : "No plan"),
            },
            { label: "Subscription", cell: ({ state }) => <SubscriptionState state={state} /> },
            { label: "Members", numeric: true, cell: ({ members }) => members },
            { label: "Registered", cell: ({ registeredOn }) => registeredOn },
          ]}
        />
      ) : (
        <EmptyState action={<LinkButton to={paths.platformSchools()}>Clear filters</LinkButton>}>
          No schools match these filters.
        </EmptyState>
      )}
      <Pagination
        from={from}
        to={from + schools.length - 1}
        total={schools.length === 0 ? 0 : total}
        previous={page > 1 ? at(Math.min(page - 1, last)) : undefined}
        next={page < last ? at(page + 1) : undefined}
      />
    </>
  )
}

function Filters({ filter }: { filter: SchoolFilter }) {
  return (
    <FilterForm role="search" aria-label="Schools">
      <label className="visually-hidden" htmlFor="schools-q">
        School name or owner’s email
      </label>
      <FilterSearch
        id="schools-q"
        className="min-w-0 fill max-sm:basis-full"
        name="q"
        value={filter.search}
        placeholder="School name or owner’s email"
      />
      <label className="visually-hidden" htmlFor="schools-state">
        Subscription
      </label>
      <FilterSelect id="schools-state" name="state" value={filter.state}>
        <option value="all">Any subscription</option>
        {possibleStandings().map((state) => (
          <option key={state} value={state}>
            {standingLabels[state]}
          </option>
        ))}
      </FilterSelect>
      <Button>Search</Button>
    </FilterForm>
  )
}
