import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenMonth } from "~/http/chosen-month"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { findAccountCodes } from "~/models/money/accounting-file/account-codes.server"
import {
  accountingDate,
  listSales,
  salesHeadings,
  salesRow,
} from "~/models/money/accounting-file/sales-file.server"
import { lastMonth } from "~/models/money/closing/closing.server"
import { writeCsv } from "~/utils/csv.server"
import { usualFormats } from "~/utils/formats"

/** A month's sales in the layout of Xero's template. It reads decimal points only, whatever the school writes. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const month = chosenMonth(request, lastMonth(actor))
  const { currency, dateOrder } = actor.school
  const facts = { codes: findAccountCodes(actor), currency, dateText: accountingDate(dateOrder) }
  const rows = listSales(actor, month).map((line) => salesRow(line, facts))
  return csvAnswer({ fileName: `sales-${month}.csv`, csv: writeCsv(salesHeadings, rows, usualFormats) })
}
