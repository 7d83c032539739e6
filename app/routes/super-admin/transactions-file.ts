import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireStaff } from "~/http/guards.server"
import { listPlatformPayments } from "~/models/platform/platform-payment/platform-payments.server"
import { readStaffQuery } from "~/models/platform/staff/staff-query"
import { writeTable } from "~/utils/csv.server"
import { platformProvider } from "~/utils/payment-providers"

/** All payments that pass the list's search as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "transaction:read")
  const { search } = readStaffQuery(new URL(request.url).searchParams, ["payments"])
  const { rows } = listPlatformPayments(staff, { search, page: null })
  return csvAnswer({
    fileName: "transactions.csv",
    csv: writeTable(rows, [
      ["Date (UTC)", (payment) => new Date(payment.paidAt).toISOString()],
      ["School", (payment) => payment.schoolName ?? "Deleted school"],
      ["Status", (payment) => payment.status],
      ["Amount", (payment) => payment.amountMinor / 100],
      ["Refunded", (payment) => payment.refundedMinor / 100],
      ["Net", (payment) => (payment.amountMinor - payment.refundedMinor) / 100],
      ["Refund pending", (payment) => payment.heldMinor / 100],
      ["Currency", (payment) => payment.currency],
      [`${platformProvider} ID`, (payment) => payment.id],
      ["Subscription", (payment) => payment.providerSubscriptionId],
    ]),
  })
}
