import type { LoaderFunctionArgs } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { FamilyTitle } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { type BalanceState, balanceLabels, balanceStates } from "~/models/money/ledger/family-balances"
import { BalanceQuery, listFamilyBalances } from "~/models/money/ledger/ledger.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = BalanceQuery.parse(filledIn(request))
  const listed = await listFamilyBalances(actor, query)
  return { ...listed, pages: paged(request, listed.families), query, currency: actor.school.currency }
}

export const { handle, meta } = framed({
  tab: "families",
  title: "Family balances",
  head: () => ({ expression: "highest balance first" }),
})

export default function ManageBilling() {
  const { rows, families, owedMinor, favourMinor, query, pages, currency } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <>
      <Filters search={query.search} state={query.state} />
      {rows.length === 0 ? (
        <EmptyState action={<Link to={paths.manageBilling()}>Clear filters</Link>}>
          No families match these filters.
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Family balances, highest first"
            terse="labelled"
            rows={rows}
            rowKey={({ familyId }) => familyId}
            columns={[
              {
                label: "Family",
                cell: ({ familyId, ...family }) => (
                  <a href={paths.family(familyId)}>
                    <FamilyTitle {...family} />
                  </a>
                ),
              },
              {
                label: "Balance",
                numeric: true,
                beside: true,
                cell: ({ balanceMinor }) => (
                  <>
                    {money(Math.abs(balanceMinor))}
                    {balanceMinor < 0 ? <span className="dim"> credit</span> : null}
                  </>
                ),
              },
              {
                label: "Ready to invoice",
                numeric: true,
                cell: ({ familyId, unbilledMinor }) =>
                  unbilledMinor === 0 ? (
                    "–"
                  ) : (
                    <Link to={paths.newInvoice({ family: familyId })}>{money(unbilledMinor)}</Link>
                  ),
              },
              {
                label: "Last payment",
                cell: ({ lastPaidOn }) => (lastPaidOn ? formatDate(lastPaidOn, "medium") : "–"),
              },
            ]}
          />
          <LedgerList
            rows={favourMinor < 0 ? [{ label: "Account credit", amount: money(-favourMinor) }] : []}
            total={{
              label: `Total outstanding, ${countOf(families, "family", "families")}`,
              amount: money(owedMinor),
            }}
          />
          <Pagination {...pages} />
        </>
      )}
    </>
  )
}

function Filters({ search, state }: { search?: string; state: BalanceState }) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label="Search families">
      <label className="toolbar">
        <span>Family</span>
        <input type="search" name="search" defaultValue={search} maxLength={100} />
      </label>
      <label className="toolbar">
        <span>Balance</span>
        <select name="state" defaultValue={state}>
          <GroupedOptions
            choices={balanceStates.map((each) => ({ value: each, label: balanceLabels[each] }))}
          />
        </select>
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </Form>
  )
}
