import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { AdministrationTabs } from "~/components/settings/administration-tabs"
import { LogTable } from "~/components/settings/log-table"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { eventsPerPage, listEvents, listLogChoices, readLogFilter } from "~/models/audit/audit-log.server"
import { formatInstant } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { pageOf, pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"

/** Who did what, when, with what was before and after; nobody can change it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const asked = new URL(request.url).searchParams
  const filter = readLogFilter(asked)
  const page = pageOf(asked)
  const { rows, total } = listEvents(actor, filter, page)
  return {
    filter,
    choices: listLogChoices(actor),
    pages: { page, perPage: eventsPerPage, shown: rows.length, total },
    rows: rows.map(({ at, ...row }) => ({ ...row, at: formatInstant(at, actor.school.timeZone) })),
  }
}

export const meta: MetaFunction = () => [{ title: "Log · Tutti" }]

export default function AuditLog() {
  const { filter, choices, pages, rows } = useLoaderData<typeof loader>()
  const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value || undefined]))
  return (
    <div className="stack">
      <PageHead
        title="Administration"
        actions={
          <LinkButton to={paths.auditLogFile(query)} reloadDocument>
            CSV
          </LinkButton>
        }
      />
      <AdministrationTabs current="log" />
      <Form
        method="get"
        className="tools noprint"
        role="search"
        aria-label="The log"
        key={JSON.stringify(filter)}
      >
        <label className="sr" htmlFor="log-who">
          Who
        </label>
        <select id="log-who" name="who" defaultValue={filter.who}>
          <option value="">Anybody</option>
          <option value="school">By itself</option>
          {choices.people.map(({ memberId, name }) => (
            <option key={memberId} value={memberId}>
              {name}
            </option>
          ))}
        </select>
        <label className="sr" htmlFor="log-noun">
          What
        </label>
        <select id="log-noun" name="noun" defaultValue={filter.noun}>
          <option value="">Anything</option>
          {choices.nouns.map((noun) => (
            <option key={noun} value={noun}>
              {noun.replaceAll("-", " ")}
            </option>
          ))}
        </select>
        <label className="tools">
          <span>From</span>
          <input type="date" name="from" defaultValue={filter.from} />
        </label>
        <label className="tools">
          <span>to</span>
          <input type="date" name="to" defaultValue={filter.to} />
        </label>
        <Button type="submit">Show</Button>
      </Form>
      {rows.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.auditLog()}>Clear filters</LinkButton>}>
          Nothing like this was written down.
        </EmptyState>
      ) : (
        <LogTable rows={rows} />
      )}
      <Pagination {...pagesAround(pages, (page) => paths.auditLog({ ...query, page }))} />
    </div>
  )
}
