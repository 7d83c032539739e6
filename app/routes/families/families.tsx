import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyFilters } from "~/components/money/family-list/family-filters"
import { FamilyTable } from "~/components/money/family-list/family-table"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import {
  type FamilyColumn,
  isNarrowed,
  listedColumns,
  readFamilyQuery,
  writeFamilyQuery,
} from "~/models/money/family-list/family-list"
import { guardianTexts } from "~/models/money/family-list/guardian-answers.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const list: ViewedList<FamilyColumn> = {
  noun: "families",
  columns: listedColumns,
  fields: ["family", "guardian"],
  read: (parameters) => writeFamilyQuery({ ...readFamilyQuery(parameters), page: 1 }),
  at: paths.families,
  asksForAmounts: (parameters) => parameters.get("state") === "owing",
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { searchParams } = new URL(request.url)
  const query = readFamilyQuery(searchParams)
  const { families, total } = await readListPage(actor, "families", searchParams, request.signal)
  const view = viewOf(actor, list, request, writeFamilyQuery(query))
  const ids = families.map(({ id }) => id)
  const isOfGuardians = ({ noun }: (typeof view.own)[number]) => noun === "guardian"
  const answers = answerTexts(
    actor,
    view.own.filter((field) => !isOfGuardians(field)),
    ids,
  )
  const ofGuardians = guardianTexts(actor, view.own.filter(isOfGuardians), ids)
  const found = {
    view,
    families: families.map((family) => ({
      ...family,
      answers: { ...answers(family.id), ...ofGuardians(family.id) },
    })),
    shown: families.length,
    pages: paged(request, total),
    query,
    currency: actor.school.currency,
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  return changeView(actor, list, request, await request.formData())
}

export const meta: MetaFunction = () => [{ title: "Families · Tutti" }]

export default function Families() {
  const { view, families, shown, pages, query, currency } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <ListScreen
        noun="families"
        view={view}
        columns={listedColumns}
        shown={shown}
        total={pages.total}
        at={paths.families}
        isNarrowed={isNarrowed(query)}
        head={
          <>
            <PageHead
              title="Families"
              expression={countOf(pages.total, "family", "families")}
              actions={
                <LinkButton to={paths.newStudent()} variant="primary">
                  New student
                </LinkButton>
              }
            />
            <PeopleTabs current="families" />
          </>
        }
        filters={<FamilyFilters query={query} fields={view.fields} />}
        empty={
          isNarrowed(query) ? (
            <EmptyState action={<LinkButton to={paths.families({ state: "all" })}>Clear filters</LinkButton>}>
              No families match these filters.
            </EmptyState>
          ) : (
            <EmptyState action={<LinkButton to={paths.newStudent()}>New student</LinkButton>}>
              No families with current students. Each student belongs to a family: add the first student here.
            </EmptyState>
          )
        }
        foot={<Pagination {...pages} />}
      >
        <FamilyTable
          families={families}
          columns={view.columns}
          own={view.own}
          query={query}
          currency={currency}
        />
      </ListScreen>
    </div>
  )
}
