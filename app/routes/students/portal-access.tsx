import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { PortalTable } from "~/components/people/invitation/portal-table"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { portalStateLabels, readPortalState } from "~/models/people/invitation/portal-people"
import { findPortalPage } from "~/models/people/invitation/portal-people.server"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invitation:send")
  const parameters = new URL(request.url).searchParams
  const state = readPortalState(parameters)
  const page = readPage(request)
  const { total, ...found } = findPortalPage(actor, state, page)
  return {
    ...found,
    pages: paged(request, total),
    state: state ?? null,
    acts: listActsFor(actor, "people"),
    list: new URLSearchParams({ ...(state ? { state } : {}), page: String(page) }).toString(),
  }
}

export const meta: MetaFunction = () => [{ title: "Portal access · Tutti" }]

export default function PortalAccess() {
  const { counts, all, people, state, pages, acts, list } = useLoaderData<typeof loader>()
  const access = counts.find((each) => each.state === "access")?.count ?? 0
  const uninvited = counts.find((each) => each.state === "not-invited")?.count ?? 0
  return (
    <>
      <PageHead
        back={{ to: paths.students(), label: "Students" }}
        title="Portal access"
        expression={`${formatNumber(access)} of ${countOf(all, "person", "people")} can log in`}
        actions={
          uninvited > 0 ? (
            <PostForm action={paths.selections()}>
              <input type="hidden" name="noun" value="people" />
              <input type="hidden" name="scope" value="all" />
              <input type="hidden" name="list" value="state=not-invited" />
              <Button name="act" value="invite">
                Invite {countOf(uninvited, "person", "people")}
              </Button>
            </PostForm>
          ) : undefined
        }
      />
      <p className="dim">
        Guardians and adult students. To remind people who haven’t accepted, select them and invite them
        again: the new link replaces the old one.
      </p>
      <nav className="filter-chips no-print" aria-label="Portal access by state">
        <Link to={paths.portalAccess()} aria-current={state === null ? "page" : undefined}>
          All <span>{`${formatNumber(all)} `}</span>
        </Link>{" "}
        {counts
          .filter(({ count }) => count > 0)
          .map((each) => (
            <Link
              key={each.state}
              to={paths.portalAccess({ state: each.state })}
              aria-current={state === each.state ? "page" : undefined}
            >
              {portalStateLabels[each.state]} <span>{`${formatNumber(each.count)} `}</span>
            </Link>
          ))}
      </nav>
      {people.length > 0 ? (
        <SelectionForm noun="people" acts={acts} list={list} shown={people.length} total={pages.total}>
          <PortalTable people={people} />
        </SelectionForm>
      ) : (
        <EmptyState action={<Link to={paths.portalAccess()}>View everyone</Link>}>
          {all === 0
            ? "No guardians yet. Add a student with a guardian’s email to invite them."
            : "No one is in this state."}
        </EmptyState>
      )}
      <Pagination {...pages} />
    </>
  )
}
