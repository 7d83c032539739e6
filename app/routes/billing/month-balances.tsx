import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { chosenMonth } from "~/http/chosen-period"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { lastMonth } from "~/models/money/closing/closing.server"
import { balancesInBackground, pageOfBalances } from "~/models/money/month-sheet/month-sheet.server"
import { familyLabel } from "~/models/people/family/family-name"
import { monthBounds } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"

/** The families with a balance at the end of a month: what its closing balance adds up from. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const month = chosenMonth(request, lastMonth(actor))
  const { last } = monthBounds(month)
  const page = pageOf(new URL(request.url).searchParams)
  const { rows, total, sumMinor } = pageOfBalances(actor, await balancesInBackground(actor, last), page)
  return {
    month,
    rows,
    sum: { label: countOf(total, "family", "families"), amountMinor: sumMinor },
    heading: `at the end of ${formatDate(last, "full")}`,
    pages: paged(request, total),
    currency: actor.school.currency,
  }
}

export const { handle, meta } = framed<typeof loader>({
  tab: "month",
  title: "Balances",
  head: ({ heading, month }) => ({
    expression: heading,
    back: { to: paths.monthSheet({ month }), label: "Month end" },
  }),
})

export default function MonthBalances() {
  const { rows, sum, pages, currency, month } = useLoaderData<typeof loader>()
  if (rows.length === 0)
    return (
      <EmptyState action={<Link to={paths.monthSheet({ month })}>Back to the month</Link>}>
        No family had a balance on that day.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        caption="Families with a balance"
        rows={rows}
        rowKey={({ familyId }) => familyId}
        columns={[
          {
            label: "Family",
            cell: ({ familyId, ...family }) => <Link to={paths.family(familyId)}>{familyLabel(family)}</Link>,
          },
          {
            label: "Balance",
            numeric: true,
            cell: ({ balanceMinor }) => formatMoney(balanceMinor, currency),
          },
        ]}
      />
      <LedgerList rows={[]} total={{ label: sum.label, amount: formatMoney(sum.amountMinor, currency) }} />
      <Pagination {...pages} />
    </>
  )
}
