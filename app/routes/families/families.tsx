import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { type Column, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { useHasRight } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import {
  type FamilyColumn,
  type FamilyQuery,
  familyColumns,
  familyStateLabels,
  familyStates,
  isNarrowed,
  listedColumns,
  readFamilyQuery,
  writeFamilyQuery,
} from "~/models/money/family-list/family-list"
import { guardianTexts } from "~/models/money/family-list/guardian-answers.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
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
  const { view, shown, pages, query } = useLoaderData<typeof loader>()
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
        <FamilyTable />
      </ListScreen>
    </div>
  )
}

/** What the list is narrowed to; it lives in the address. */
function FamilyFilters({ query, fields }: { query: FamilyQuery; fields: CustomField[] }) {
  const seesBalances = useHasRight()("invoice:read")
  const states = familyStates.filter((state) => state !== "owing" || seesBalances)
  return (
    <FilterForm role="search" aria-label="Filter families">
      <FilterSearch id="families-q" name="q" value={query.search} sought="Name, email or phone" />
      <FilterChoice
        id="families-state"
        name="state"
        label="Which families"
        value={query.state}
        choices={states.map((state) => [state, familyStateLabels[state]] as const)}
      />
      <Button>Search</Button>
      {isNarrowed(query) ? <Link to={paths.families()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={query.answers} />
    </FilterForm>
  )
}

type FamilyRow = ReturnType<typeof useLoaderData<typeof loader>>["families"][number]

/** Families with the columns that a person chose. */
function FamilyTable() {
  const { families, view, query, currency } = useLoaderData<typeof loader>()
  const sorting: Sorting = {
    order: query,
    usual: "name",
    to: (order) => paths.families(writeFamilyQuery({ ...query, ...order, page: 1 } as FamilyQuery)),
  }
  const shown = columnsIn(currency, sorting)
  return (
    <DataTable
      caption="Families"
      terse
      rowsId="families"
      rows={families}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Family",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name, children }: FamilyRow) => (
            <>
              <Link to={paths.familyRecord(id)}>{name}</Link>{" "}
              {children ? <span className="dim"> {children}</span> : null}
            </>
          ),
        },
        ...view.columns.map((column) => ({ label: familyColumns[column], ...shown[column] })),
        ...answerCells<FamilyRow>(view.own, sorting),
      ]}
    />
  )
}

const columnsIn = (
  currency: string,
  sorting: Sorting,
): Record<FamilyColumn, Omit<Column<FamilyRow>, "label">> => ({
  guardian: { small: "under", sort: sortedBy(sorting, "guardian"), cell: ({ guardian }) => guardian ?? "–" },
  phone: { cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
  balance: {
    numeric: true,
    small: "side",
    sort: sortedBy(sorting, "balance", true),
    cell: ({ id, balanceMinor }) =>
      balanceMinor === null ? (
        "–"
      ) : (
        <Link to={paths.family(id)}>
          {formatMoney(Math.abs(balanceMinor), currency)}
          {balanceMinor < 0 ? " credit" : null}
        </Link>
      ),
  },
  portal: {
    small: "below",
    sort: sortedBy(sorting, "portal"),
    cell: ({ inPortal, guardians }) =>
      inPortal > 0 ? (
        <Status tone="ok">
          {inPortal === guardians ? "Can log in" : `${inPortal} of ${guardians} can log in`}
        </Status>
      ) : (
        <Status head="open">No login yet</Status>
      ),
  },
})
