import type { LoaderFunctionArgs } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { requireSelf } from "~/http/guards.server"
import { type FoundGroup, furtherHelp, readSearch } from "~/models/overview/search/search"
import { countOf } from "~/utils/formats"
import { searchFor } from "./search.server"

/** Searches people, classes, invoices, settings, pages and help; without a query it lists every page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireSelf(request)
  const text = readSearch(new URL(request.url).searchParams)
  const groups = await searchFor(viewer, text)
  return { text, groups, further: groups.length === 0 ? furtherHelp(text) : [] }
}

export const meta = pageTitle<typeof loader>(
  (data) => (data.text ? `${data.text} · Search` : "Search"),
  "Search",
)

export default function Search() {
  const { text, groups, further } = useLoaderData<typeof loader>()
  const count = groups.reduce((sum, { found }) => sum + found.length, 0)
  return (
    <div className="stack narrow">
      <PageHead title="Search" expression={text && count > 0 ? countOf(count, "result") : undefined} />
      <Form className="toolbar" role="search" aria-label="Site">
        <label className="visually-hidden" htmlFor="search-q">
          Name, page, setting or question
        </label>
        <FilterInput
          id="search-q"
          className="fill"
          type="search"
          name="q"
          value={text}
          maxLength={100}
          placeholder="Name, page, setting or question"
        />
        <Button>Search</Button>
      </Form>
      {groups.length > 0 ? (
        groups.map((group) => <Group key={group.label} {...group} />)
      ) : (
        <EmptyState>No results for “{text}.” Try part of a name or an invoice number.</EmptyState>
      )}
      {further.map((group) => (
        <Group key={group.label} {...group} />
      ))}
    </div>
  )
}

function Group({ label, note, found, more }: FoundGroup) {
  return (
    <section className="section search-results" aria-label={label}>
      <h2>{label}</h2>
      {note ? <p className="answer">{note}</p> : null}
      <ul className="bracket">
        {found.map(({ to, title, detail, where, acts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people of a family link to the same page
          <li key={index}>
            <Link to={to}>{title}</Link> {detail ? <span className="dim"> {detail}</span> : null}{" "}
            {where ? <span className="dim where"> {where}</span> : null}
            {acts ? (
              <details>
                <summary>
                  Actions<span className="visually-hidden"> for {title}</span>
                </summary>
                <ul>
                  {acts.map((act) => (
                    <li key={act.to}>
                      <Link to={act.to}>{act.label}</Link>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
      {more ? (
        <p>
          <Link to={more}>See all {label.toLowerCase()}</Link>
        </p>
      ) : null}
    </section>
  )
}
