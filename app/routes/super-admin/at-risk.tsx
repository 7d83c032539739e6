import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { requireStaff } from "~/http/guards.server"
import { leavingLabels } from "~/models/accounts/subscription/cancellation"
import { nextStep } from "~/models/platform/at-risk/at-risk"
import {
  countReasons,
  listAtRisk,
  listCancellations,
  listSettled,
  sumAtRisk,
} from "~/models/platform/at-risk/at-risk.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")
const outcomes = { open: "Open", recovered: "Recovered", ended: "Closed unpaid", canceled: "Canceled" }

/** Schools whose payment failed, and schools that canceled: with amounts, dates and what happens next. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const { atRisk, recovered, lost } = sumAtRisk(staff)
  const sum = ({ n, amountMinor }: typeof atRisk) =>
    `${formatMoney(amountMinor, "USD")} (${countOf(n, "school")})`
  return {
    sums: [
      { label: "At risk now", amount: sum(atRisk) },
      { label: "Recovered in the last 30 days", amount: sum(recovered) },
      { label: "Closed unpaid in the last 30 days", amount: sum(lost) },
    ],
    atRisk: listAtRisk(staff).map((row) => ({
      id: row.id,
      schoolId: row.schoolId,
      schoolName: row.schoolName,
      amount: formatMoney(row.amountMinor, row.currency),
      failedOn: dayOf(row.failedAt),
      tries: row.tries,
      next: nextStep({
        nextTryOn: row.nextTryAt === null ? null : dayOf(row.nextTryAt),
        isReminded: row.remindedAt !== null,
        openUntil: dayOf(row.graceUntil),
      }),
    })),
    settled: listSettled(staff).map((row) => ({
      id: row.id,
      schoolId: row.schoolId,
      schoolName: row.schoolName,
      amount: formatMoney(row.amountMinor, row.currency),
      outcome: outcomes[row.state],
      settledOn: row.settledAt === null ? "–" : dayOf(row.settledAt),
    })),
    leaving: listCancellations(staff).map((row) => ({
      id: row.id,
      schoolId: row.schoolId,
      schoolName: row.schoolName,
      why: [row.reason && leavingLabels[row.reason], row.text].filter(Boolean).join(": ") || "Not given",
      canceledOn: dayOf(row.createdAt),
      endsOn: row.withdrawnAt !== null ? "Stayed" : row.endsAt === null ? "–" : dayOf(row.endsAt),
    })),
    reasons: countReasons(staff).map(({ reason, n }) => ({
      label: reason ? leavingLabels[reason] : "Not given",
      amount: n,
    })),
  }
}

export const handle: FramedPage = {
  title: "At risk",
  head: () => ({ expression: "failed payments and cancellations" }),
}

export const meta: MetaFunction = () => [{ title: "Schools at risk · Tutti" }]

const toSchool = ({ schoolId, schoolName }: { schoolId: string; schoolName: string }) => (
  <Link to={paths.schoolMoney(schoolId)}>{schoolName}</Link>
)

export default function AtRisk() {
  const { sums, atRisk, settled, leaving, reasons } = useLoaderData<typeof loader>()
  return (
    <>
      <LedgerList rows={sums} />
      <section className="section" aria-labelledby="failed">
        <h2 id="failed">Payment failed</h2>
        <DataTable
          caption="Schools whose payment failed, closing soonest first"
          rows={atRisk}
          empty="Every school has paid. Failed payments appear here."
          columns={[
            { label: "School", cell: toSchool },
            { label: "Failed on", cell: ({ failedOn }) => failedOn },
            { label: "Tries", numeric: true, cell: ({ tries }) => tries },
            { label: "What’s next", cell: ({ next }) => <span className="long-text">{next}</span> },
            { label: "Amount due", numeric: true, cell: ({ amount }) => amount },
          ]}
        />
      </section>
      <section className="section" aria-labelledby="leaving">
        <h2 id="leaving">Canceled in the last 90 days</h2>
        {leaving.length === 0 ? (
          <EmptyState>No school has canceled. Cancellations appear here with their reasons.</EmptyState>
        ) : (
          <>
            {reasons.length > 0 ? <LedgerList rows={reasons} /> : null}
            <DataTable
              caption="Schools that canceled, newest first"
              rows={leaving}
              columns={[
                { label: "School", cell: toSchool },
                { label: "Reason", cell: ({ why }) => <span className="long-text">{why}</span> },
                { label: "Canceled on", cell: ({ canceledOn }) => canceledOn },
                { label: "Access ends", cell: ({ endsOn }) => endsOn },
              ]}
            />
          </>
        )}
      </section>
      {settled.length > 0 ? (
        <section className="section" aria-labelledby="settled">
          <h2 id="settled">Settled in the last 90 days</h2>
          <DataTable
            caption="Failed payments that were settled, newest first"
            rows={settled}
            columns={[
              { label: "School", cell: toSchool },
              { label: "Outcome", cell: ({ outcome }) => outcome },
              { label: "Date", cell: ({ settledOn }) => settledOn },
              { label: "Amount", numeric: true, cell: ({ amount }) => amount },
            ]}
          />
        </section>
      ) : null}
    </>
  )
}
