import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PaymentList } from "~/components/accounts/subscription/payment-list"
import { framed } from "~/components/shell/frame"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { SearchForm } from "~/components/ui/search-form"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { textOfOutcome } from "~/models/accounts/provider-event/provider-outcome"
import { listProviderEvents } from "~/models/platform/platform-payment/list-provider-events.server"
import { listPlatformPayments } from "~/models/platform/platform-payment/platform-payments.server"
import { readStaffQuery } from "~/models/platform/staff/staff-query"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { staffTimeAndZone } from "~/utils/work-times.server"

const views = ["payments", "messages"] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "transaction:read")
  const query = readStaffQuery(new URL(request.url).searchParams, views)
  if (query.show === "messages") {
    const { rows, total } = listProviderEvents(staff, query)
    return {
      query,
      pages: paged(request, total),
      sums: [],
      payments: [],
      events: rows.map((event) => ({
        id: event.id,
        kind: event.kind,
        about: event.resourceId ?? "–",
        receivedAt: staffTimeAndZone(event.receivedAt),
        processedAt: event.processedAt ? staffTimeAndZone(event.processedAt) : null,
        outcome: event.outcome && textOfOutcome(event.outcome),
        isGivenUp: event.isGivenUp,
        raw: event.raw,
      })),
    }
  }
  const { rows, total, sums } = listPlatformPayments(staff, query)
  return {
    query,
    pages: paged(request, total),
    sums: sums.map(({ currency, grossMinor, refundedMinor, heldMinor }) => {
      const money = (minor: number) => formatMoney(minor, currency)
      return [
        money(grossMinor),
        ...(refundedMinor > 0
          ? [`refunded ${money(refundedMinor)}`, `net ${money(grossMinor - refundedMinor)}`]
          : []),
        ...(heldMinor > 0 ? [`refunds pending at ${platformProvider} ${money(heldMinor)}`] : []),
      ].join(", ")
    }),
    payments: rows.map((payment) => ({
      id: payment.id,
      schoolId: payment.schoolId,
      schoolName: payment.schoolName ?? "Deleted school",
      about: payment.providerSubscriptionId,
      status: payment.status,
      isDisputed: payment.isDisputed,
      paidAt: staffTimeAndZone(payment.paidAt),
      amount: formatMoney(payment.amountMinor, payment.currency),
      refunded: payment.refundedMinor > 0 ? formatMoney(payment.refundedMinor, payment.currency) : null,
      pending: payment.heldMinor > 0 ? formatMoney(payment.heldMinor, payment.currency) : null,
    })),
    events: [],
  }
}

export const { handle, meta } = framed({
  title: "Transactions",
})

export default function Transactions() {
  const { query, pages, sums, payments, events } = useLoaderData<typeof loader>()
  return (
    <>
      <Tabs
        label="Views"
        tabs={[
          {
            to: paths.transactions({ search: query.search }),
            label: "Payments",
            current: query.show === "payments",
          },
          {
            to: paths.transactions({ search: query.search, show: "messages" }),
            label: `${platformProvider} events`,
            current: query.show === "messages",
          },
        ]}
      />
      <SearchForm
        label={
          query.show === "payments" ? `School or ${platformProvider} ID` : `Type or ${platformProvider} ID`
        }
        search={query.search}
        keep={{ name: "show", value: query.show }}
      />
      {query.show === "payments" ? (
        <p>
          {sums.length > 0 ? `Received: ${sums.join("; ")} · ` : null}
          <a href={paths.transactionsFile({ search: query.search })} download>
            Download CSV
          </a>
        </p>
      ) : null}
      {pages.total === 0 ? (
        <EmptyState>{query.search ? "No transactions match." : "No transactions yet."}</EmptyState>
      ) : (
        <>
          {query.show === "payments" ? <PaymentList payments={payments} /> : <EventList events={events} />}
          <Pagination {...pages} />
        </>
      )}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type EventRow = Loaded["events"][number]

/** The events the provider sent, as they came, and their outcomes. */
function EventList({ events }: { events: EventRow[] }) {
  return (
    <DataTable
      caption={`${platformProvider} events`}
      columns={[
        { label: "Type", cell: (row) => <span className="long-text">{row.kind}</span> },
        { label: "About", cell: (row) => <span className="long-text">{row.about}</span> },
        { label: "Received", cell: (row) => row.receivedAt },
        {
          label: "Processed",
          cell: (row) =>
            row.processedAt ? (
              <Status tone="ok">
                {row.outcome ?? "done"}, {row.processedAt}
              </Status>
            ) : (
              <Status head="half" tone={row.isGivenUp ? "bad" : "warn"}>
                {row.isGivenUp ? "failed, see Database, Jobs" : "waiting"}
              </Status>
            ),
        },
        {
          label: "Raw event",
          cell: (row) => (
            <details>
              <summary>{row.id}</summary>
              <pre className="whitespace-pre-wrap break-all">{row.raw}</pre>
            </details>
          ),
        },
      ]}
      rows={events}
      rowKey={(row) => row.id}
    />
  )
}
