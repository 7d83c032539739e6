import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SubscriptionState } from "~/components/platform/school/subscription-state"
import { framed } from "~/components/shell/frame"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { possibleStandings, standingLabels } from "~/models/accounts/subscription/subscription"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { listSchools } from "~/models/platform/school/list-schools.server"
import {
  readSchoolQuery,
  type SchoolFilter,
  writeSchoolQuery,
} from "~/models/platform/school/platform-schools"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:read")
  const query = readSchoolQuery(new URL(request.url).searchParams)
  const { total, schools } = listSchools(staff, query.filter, query.page)
  return {
    query,
    canExport: mayStaff(staff.roles, "school:export"),
    pages: paged(request, total),
    schools: schools.map((school) => ({
      ...school,
      registeredOn: formatDate(localDate(school.createdAt, "UTC"), "medium"),
    })),
  }
}

export const { handle, meta } = framed<typeof loader>({
  title: "Schools",
  head: ({ pages: { total }, canExport, query }) => ({
    expression: countOf(total, "school"),
    actions: canExport ? (
      <a className="button" href={paths.platformSchoolsFile(writeSchoolQuery(query.filter))} download>
        Download CSV
      </a>
    ) : null,
  }),
})

export default function Schools() {
  const { query, pages, schools } = useLoaderData<typeof loader>()
  return (
    <>
      <Filters filter={query.filter} />
      <DataTable
        caption="Schools, newest first"
        rows={schools}
        empty="No schools match these filters."
        emptyAction={<LinkButton to={paths.platformSchools()}>Clear filters</LinkButton>}
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
      <Pagination {...pages} />
    </>
  )
}

function Filters({ filter }: { filter: SchoolFilter }) {
  return (
    <FilterForm role="search" aria-label="Schools">
      <FilterSearch id="schools-q" name="q" value={filter.search} sought="School name or owner’s email" />
      <FilterChoice
        id="schools-state"
        name="state"
        label="Subscription"
        value={filter.state}
        choices={[
          ["all", "Any subscription"],
          ...possibleStandings().map((state) => [state, standingLabels[state]] as const),
        ]}
      />
      <Button>Search</Button>
    </FilterForm>
  )
}
