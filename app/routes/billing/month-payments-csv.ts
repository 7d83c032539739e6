import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenMonth } from "~/http/chosen-period"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import {
  accountingDate,
  feeHeading,
  listMovements,
  paymentHeadings,
} from "~/models/money/accounting-file/sales-file.server"
import { lastMonth } from "~/models/money/closing/closing.server"
import { paymentMethods } from "~/models/money/payment/payment"
import { onlineMethods } from "~/models/money/payment-provider/payment-provider.server"
import { writeCsv } from "~/utils/csv.server"
import { usualFormats } from "~/utils/formats"

/** What came in and was refunded by one payment method in a month, as a bank statement that Xero imports. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const month = chosenMonth(request, lastMonth(actor))
  const asked = new URL(request.url).searchParams.get("method")
  const method = orNotFound(paymentMethods.find((each) => each === asked))
  const isOnline = onlineMethods.includes(method)
  const dateText = accountingDate(actor.school.dateOrder)
  const rows = listMovements(actor, month, method).map((each) => [
    dateText(each.on),
    each.amountMinor / 100,
    each.payee,
    each.description,
    ...(method === "check" ? ["", each.reference] : [each.reference, ""]),
    ...(isOnline ? [each.feeMinor / 100] : []),
  ])
  return csvAnswer({
    fileName: `payments-${method}-${month}.csv`,
    csv: writeCsv([...paymentHeadings, ...(isOnline ? [feeHeading] : [])], rows, usualFormats),
  })
}
