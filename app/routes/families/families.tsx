import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { Button, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { familyStateLabels, familyStates, readFamilyQuery } from "~/models/overview/record/family-list"
import {
  familiesPerPage,
  type ListedFamily,
  listFamilyRecords,
} from "~/models/overview/record/family-list.server"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const query = readFamilyQuery(new URL(request.url).searchParams)
  return {
    ...listFamilyRecords(actor, query),
    query,
    list: new URL(request.url).searchParams.toString().slice(0, 2000),
    acts: listActsFor(actor, "families"),
    perPage: familiesPerPage,
    currency: actor.school.currency,
  }
}

export const meta: MetaFunction = () => [{ title: "Families · Tutti" }]

export default function Families() {
  const { families, total, query, list, acts, perPage, currency } = useLoaderData<typeof loader>()
  const first = (query.page - 1) * perPage + 1
  const at = (page: number) => paths.families({ q: query.search, state: query.state, page: String(page) })
  return (
    <div className="stack">
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
      <FilterForm role="search" aria-label="Filter families">
        <label className="visually-hidden" htmlFor="families-q">
          Name, email or phone
        </label>
        <FilterSearch
          id="families-q"
          className="min-w-[min(12rem,100%)] fill basis-full sm:basis-0"
          name="q"
          value={query.search}
          placeholder="Name, email or phone"
        />
        <label className="visually-hidden" htmlFor="families-state">
          Which families
        </label>
        <FilterSelect id="families-state" name="state" value={query.state}>
          {familyStates.map((state) => (
            <option key={state} value={state}>
              {familyStateLabels[state]}
            </option>
          ))}
        </FilterSelect>
        <Button>Search</Button>
      </FilterForm>
      {families.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.families({ state: "all" })}>Clear filters</LinkButton>}>
          No families match these filters.
        </EmptyState>
      ) : (
        <>
          <SelectionForm noun="families" acts={acts} list={list} shown={families.length} total={total}>
            <FamilyTable families={families} currency={currency} />
          </SelectionForm>
          <Pagination
            from={first}
            to={first + families.length - 1}
            total={total}
            previous={query.page > 1 ? at(query.page - 1) : undefined}
            next={first + families.length - 1 < total ? at(query.page + 1) : undefined}
          />
        </>
      )}
    </div>
  )
}

function FamilyTable({ families, currency }: { families: ListedFamily[]; currency: string }) {
  return (
    <DataTable
      caption="Families"
      terse
      rows={families}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Family",
          cell: ({ id, name, children }) => (
            <>
              <Link to={paths.familyRecord(id)}>{name}</Link>
              {children ? <span className="dim"> {children}</span> : null}
            </>
          ),
        },
        { label: "Guardian", small: "under", cell: ({ guardian }) => guardian ?? "–" },
        { label: "Phone", small: "none", cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
        {
          label: "Balance",
          numeric: true,
          small: "side",
          cell: ({ id, balanceMinor }) => (
            <Link to={paths.family(id)}>
              {formatMoney(Math.abs(balanceMinor), currency)}
              {balanceMinor < 0 ? " credit" : null}
            </Link>
          ),
        },
        {
          label: "Portal",
          small: "below",
          cell: ({ inPortal, guardians }) =>
            inPortal > 0 ? (
              <Status head="on" tone="ok">
                {inPortal === guardians ? "Can log in" : `${inPortal} of ${guardians} can log in`}
              </Status>
            ) : (
              <Status head="open">No login yet</Status>
            ),
        },
      ]}
    />
  )
}
