import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { framed } from "~/components/shell/frame"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { readActivityPage } from "~/models/foundation/audit/activity-rows.server"
import { eventsPerPage, readLogFilter } from "~/models/foundation/audit/audit-log.server"
import { labelOfNoun } from "~/texts/foundation/activity"
import type { Fact } from "~/texts/foundation/event-facts"
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

export const { handle, meta } = framed<typeof loader>({
  title: "Activity",
  head: ({ filter }) => ({
    actions: (
      <LinkButton to={paths.auditLogFile(queryOf(filter))} reloadDocument>
        Download CSV
      </LinkButton>
    ),
  }),
})

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
          choices={choices.nouns
            .map((noun) => [noun, labelOfNoun(noun)] as const)
            .sort(([, one], [, other]) => one.localeCompare(other))}
        />
        <label className="toolbar">
          <span>From</span>
          <FilterInput type="date" name="from" value={filter.from} />
        </label>
        <label className="toolbar">
          <span>to</span>
          <FilterInput type="date" name="to" value={filter.to} />
        </label>
        <Button>Apply</Button>
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

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type LogRow = Loaded["rows"][number]

/** Where the records of the log have a page of their own. */
const pageOfNoun: Record<string, (id: string) => string> = {
  student: paths.student,
  teacher: paths.teacher,
  session: paths.session,
  invoice: paths.invoice,
  family: paths.family,
  class: paths.class,
}

/** Activity: who did what to which record and when, with details that open below the row. */
function LogTable({ rows }: { rows: LogRow[] }) {
  const names = namesOf(rows)
  return (
    <div className="activity-log">
      <DataTable
        caption="Activity, newest first"
        rowsId="activity-rows"
        terse
        columns={[
          { label: "When", cell: ({ at }) => at },
          { label: "Who", cell: ({ who }) => who },
          { label: "Activity", cell: ({ sentence }) => sentence },
          { label: "Record", cell: (row) => <Subject {...row} /> },
          { label: "Details", cell: (row) => <Details facts={row.facts} of={names.get(row.id) ?? ""} /> },
        ]}
        rows={rows}
      />
    </div>
  )
}

function Subject({ noun, nounId, subject, isThere }: LogRow) {
  const page = pageOfNoun[noun]
  return page && isThere ? <Link to={page(nounId)}>{subject}</Link> : subject
}

/** What the details of each entry are of. Several of a minute may say the same of one record; they are numbered. */
function namesOf(rows: LogRow[]) {
  const counts = new Map<string, number>()
  return new Map(
    rows.map(({ id, at, who, sentence, subject, facts }) => {
      const name = [`${who} ${sentence}`, subject, at, ...facts.slice(0, 2).map(({ after }) => after)].join(
        ", ",
      )
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [id, count === 1 ? name : `${name}, ${count}`] as const
    }),
  )
}

function Details({ facts, of }: { facts: Fact[]; of: string }) {
  if (facts.length === 0) return <span className="dim">–</span>
  return (
    <details>
      <summary className="whitespace-nowrap">
        Details<span className="visually-hidden">{` of: ${of}`}</span>
      </summary>
      <ul className="rows small">
        {facts.map(({ label, before, after }) => (
          <li key={label}>
            <span className="long-text">
              <b>{label}</b>{" "}
              {before === "–" || before === after
                ? after
                : after === "–"
                  ? `was ${before}`
                  : `${before} → ${after}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
