import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireStaff } from "~/http/guards.server"
import { listPlatformPayments } from "~/models/platform/platform/platform-payments.server"
import { readStaffQuery } from "~/models/platform/platform/staff-query"
import { writeCsv } from "~/utils/csv.server"
import { platformProvider } from "~/utils/payment-providers"

/** All payments that pass the list's search as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "transaction:read")
  const { search } = readStaffQuery(new URL(request.url).searchParams, ["payments"])
  const { rows } = listPlatformPayments(staff, { search, page: null })
  return csvAnswer({
    fileName: "transactions.csv",
    csv: writeCsv(
      [
        "Date (UTC)",
        "School",
        "Status",
        "Amount",
        "Refunded",
        "Net",
        "Refund pending",
        "Currency",
        `${platformProvider} ID`,
        "Subscription",
      ],
      rows.map((payment) => [
        new Date(payment.paidAt).toISOString(),
        payment.schoolName ?? "Deleted school",
        payment.status,
        payment.amountMinor / 100,
        payment.refundedMinor / 100,
        (payment.amountMinor - payment.refundedMinor) / 100,
        payment.heldMinor / 100,
        payment.currency,
        payment.id,
        payment.providerSubscriptionId,
      ]),
    ),
  })
}
