import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Link } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import {
  listPendingPayments,
  pendingPerPage,
} from "~/models/platform/platform-payment/pending-payments.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { staffTime } from "~/utils/work-times.server"

/** Schools that went to the provider and haven't paid yet: what the overview counts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const page = readPage(request)
  const { rows, total } = listPendingPayments(staff, page)
  return {
    pages: paged(request, total, pendingPerPage),
    rows: rows.map(({ id, schoolId, schoolName, plan, interval, state, isUpgrade, ...row }) => ({
      id,
      schoolId,
      schoolName,
      plan: `${planCatalogue[plan].name}, ${interval}${isUpgrade ? " (upgrade)" : ""}`,
      amount: formatMoney(row.amountMinor, row.currency),
      state: state === "approving" ? `At ${platformProvider}` : `${platformProvider} didn’t answer`,
      providerId: row.providerSubscriptionId ?? "–",
      when: staffTime(row.updatedAt),
    })),
  }
}

export const meta: MetaFunction = () => [{ title: "Pending payments · Tutti" }]

export default function PendingPayments() {
  const { rows, pages } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.superAdmin(), label: "Overview" }}
        title="Pending payments"
        expression={`begun in the last three days and not confirmed by ${platformProvider}`}
      />
      <DataTable
        caption="Pending payments, newest first"
        rows={rows}
        empty={`No pending payments. A school appears here while it pays at ${platformProvider}.`}
        columns={[
          {
            label: "School",
            cell: ({ schoolId, schoolName }) => <Link to={paths.platformSchool(schoolId)}>{schoolName}</Link>,
          },
          { label: "Plan", cell: ({ plan }) => plan },
          { label: "State", cell: ({ state }) => state },
          {
            label: `${platformProvider} ID`,
            cell: ({ providerId }) => <span className="long-text">{providerId}</span>,
          },
          { label: "Since (UTC)", cell: ({ when }) => when },
          { label: "Due today", numeric: true, cell: ({ amount }) => amount },
        ]}
      />
      <Pagination {...pages} />
    </div>
  )
}
