import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LogTable } from "~/components/accounts/settings/log-table"
import type { FramedPage } from "~/components/shell/frame"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterChoice, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { readActivityPage } from "~/models/foundation/audit/activity-rows.server"
import { eventsPerPage, readLogFilter } from "~/models/foundation/audit/audit-log.server"
import { labelOfNoun } from "~/texts/foundation/activity"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"

/** The school's activity log; entries can't be changed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const query = new URL(request.url).searchParams
  const filter = readLogFilter(query)
  const page = pageOf(query)
  const { rows, total, choices } = readActivityPage(actor, filter, page)
  const pages = paged(request, total, eventsPerPage)
  const found = { filter, choices, pages, rows }
  return found
}

type Filter = ReturnType<typeof readLogFilter>

const queryOf = (filter: Filter) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value || undefined]))

export const handle: FramedPage<typeof loader> = {
  title: "Activity",
  head: ({ filter }) => ({
    actions: (
      <LinkButton to={paths.auditLogFile(queryOf(filter))} reloadDocument>
        Download CSV
      </LinkButton>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Activity · Tutti" }]

export default function AuditLog() {
  const { filter, choices, pages, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <FilterForm role="search" aria-label="Activity">
        <FilterChoice
          id="log-who"
          name="who"
          label="Person"
          every="Everyone"
          value={filter.who}
          choices={[
            ["school", "Automatic"],
            ...choices.people.map(({ memberId, name }) => [memberId, name] as const),
          ]}
        />
        <FilterChoice
          id="log-noun"
          name="noun"
          label="Record type"
          every="All records"
          value={filter.noun}
          choices={choices.nouns.map((noun) => [noun, labelOfNoun(noun)] as const)}
        />
        <label className="toolbar">
          <span>From</span>
          <FilterInput type="date" name="from" value={filter.from} />
        </label>
        <label className="toolbar">
          <span>to</span>
          <FilterInput type="date" name="to" value={filter.to} />
        </label>
        <Button type="submit">Apply</Button>
      </FilterForm>
      {rows.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.auditLog()}>Clear filters</LinkButton>}>
          No activity matches these filters.
        </EmptyState>
      ) : (
        <LogTable rows={rows} />
      )}
      <Pagination {...pages} />
    </>
  )
}
