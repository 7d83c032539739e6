import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { Button, Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import type { NoteHeadKind } from "~/components/ui/note-head"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import {
  type PortalPerson,
  type PortalPersonState,
  portalStateLabels,
  readPortalState,
} from "~/models/people/invitation/portal-people"
import { findPortalPage } from "~/models/people/invitation/portal-people.server"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
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
            <PostForm
              action={paths.selections()}
              sends={{ noun: "people", scope: "all", list: "state=not-invited" }}
            >
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

const heads: Record<PortalPersonState, { head: NoteHeadKind; tone?: "ok" | "warn" | "dim" }> = {
  "not-invited": { head: "open", tone: "dim" },
  invited: { head: "half" },
  expired: { head: "x", tone: "warn" },
  access: { head: "on", tone: "ok" },
  locked: { head: "held", tone: "dim" },
  "no-email": { head: "rest", tone: "dim" },
}

/** Who may log in to the portal, and how far they have come. */
function PortalTable({ people }: { people: PortalPerson[] }) {
  return (
    <DataTable
      caption="People with or without portal access"
      terse
      rows={people}
      rowKey={({ key }) => key}
      pick={({ key, name }) => ({ value: key, label: name })}
      columns={[
        {
          label: "Name",
          cell: ({ name, studentId }) => <Link to={paths.studentAccount(studentId)}>{name}</Link>,
        },
        { label: "Family", small: "under", cell: ({ familyName }) => familyName },
        { label: "Sees", cell: ({ sees }) => sees },
        { label: "Email", cell: ({ email }) => email ?? "–" },
        {
          label: "Portal",
          small: "side",
          cell: ({ state }) => <Status {...heads[state]}>{portalStateLabels[state]}</Status>,
        },
        {
          label: "Last invitation",
          small: "below",
          cell: ({ sentOn }) => (sentOn ? formatDate(sentOn, "medium") : "–"),
        },
      ]}
    />
  )
}
