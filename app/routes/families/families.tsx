import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ColumnChoice } from "~/components/foundation/list-view/column-choice"
import { SavedFilters } from "~/components/foundation/list-view/saved-filters"
import { FamilyFilters } from "~/components/money/family-list/family-filters"
import { FamilyTable } from "~/components/money/family-list/family-table"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import { textOfQuery } from "~/models/foundation/saved-filter/list-view"
import {
  type FamilyColumn,
  isNarrowed,
  listedColumns,
  readFamilyQuery,
  writeFamilyQuery,
} from "~/models/money/family-list/family-list"
import { familiesPerPage } from "~/models/money/family-list/family-list.server"
import { guardianTexts } from "~/models/money/family-list/guardian-answers.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
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
  paged(request, { page: query.page, perPage: familiesPerPage, total })
  const { own, ...view } = viewOf(actor, list, request)
  const ids = families.map(({ id }) => id)
  const isOfGuardians = ({ noun }: (typeof own)[number]) => noun === "guardian"
  const answers = answerTexts(
    actor,
    own.filter((field) => !isOfGuardians(field)),
    ids,
  )
  const ofGuardians = guardianTexts(actor, own.filter(isOfGuardians), ids)
  const found = {
    ...view,
    own: own.map(({ id, name }) => ({ id, name })),
    families: families.map((family) => ({
      ...family,
      answers: { ...answers(family.id), ...ofGuardians(family.id) },
    })),
    shown: families.length,
    total,
    query,
    list: textOfQuery(writeFamilyQuery(query)),
    acts: listActsFor(actor, "families"),
    perPage: familiesPerPage,
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
  const found = useLoaderData<typeof loader>()
  const { families, shown, total, query, acts, perPage, columns, own, fields } = found
  const result = useActionData<typeof action>()?.result
  const first = (query.page - 1) * perPage + 1
  const at = (page: number) => paths.families(writeFamilyQuery({ ...query, page }))
  return (
    <div className="stack">
      <AnswerSummary formId="save-filter" result={result} />
      <PageHead
        title="Families"
        expression={countOf(total, "family", "families")}
        actions={
          <LinkButton to={paths.newStudent()} variant="primary">
            New student
          </LinkButton>
        }
      />
      <PeopleTabs current="families" />
      <SavedFilters
        saved={found.saved}
        current={found.current}
        at={paths.families}
        canSave={isNarrowed(query)}
        canMessage
        result={result}
      />
      <FamilyFilters query={query} fields={fields} />
      {shown === 0 && !isNarrowed(query) ? (
        <EmptyState action={<LinkButton to={paths.newStudent()}>New student</LinkButton>}>
          No families with current students. Each student belongs to a family: add the first student here.
        </EmptyState>
      ) : shown === 0 ? (
        <EmptyState action={<LinkButton to={paths.families({ state: "all" })}>Clear filters</LinkButton>}>
          No families match these filters.
        </EmptyState>
      ) : (
        <>
          <SelectionForm noun="families" acts={acts} list={found.list} shown={shown} total={total}>
            <FamilyTable
              families={families}
              columns={columns}
              own={own}
              query={query}
              currency={found.currency}
            />
          </SelectionForm>
          <Pagination
            from={first}
            to={first + shown - 1}
            total={total}
            previous={query.page > 1 ? at(query.page - 1) : undefined}
            next={first + shown - 1 < total ? at(query.page + 1) : undefined}
          />
        </>
      )}
      <ColumnChoice of={listedColumns} columns={columns} own={own} fields={fields} />
    </div>
  )
}
