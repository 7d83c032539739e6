import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { netOf, rhythmLabels } from "~/models/money/expense/expense"
import { ExpenseQuery } from "~/models/money/expense/expense-forms"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { methodLabels } from "~/models/money/payment/payment"
import { listVouchers } from "~/models/money/voucher/vouchers.server"
import { expenseTexts } from "~/texts/money/expense-texts"
import { codeEnding } from "~/texts/money/vouchers"
import { writeCsv } from "~/utils/csv.server"

/** The expenses of a filter of /billing/expenses, all pages, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page: _, vouchers, ...filter } = ExpenseQuery.parse(filledIn(request))
  const { from, to } = filter
  const expired =
    vouchers && filter.kind === "income"
      ? listVouchers(actor, { state: "income", from, to, page: null }).rows
      : []
  const csv = writeCsv(
    [
      "Date",
      filter.kind === "income" ? "Received from" : "Paid to",
      "Category",
      "Account",
      "Payment method",
      "Amount",
      "Tax",
      "Without tax",
      "Currency",
      "Note",
      "Receipt",
      "Repeats",
      "Paid back",
    ],
    [
      ...listExpenses(actor, filter, null).map((expense) => [
        expense.spentOn,
        expense.payee,
        expense.categoryName,
        expense.account ?? "",
        methodLabels[expense.method],
        expense.amountMinor / 100,
        expense.taxMinor / 100,
        netOf(expense) / 100,
        actor.school.currency,
        expense.note ?? "",
        expense.fileName ?? "",
        expense.rhythm ? rhythmLabels[expense.rhythm] : "",
        expense.isPaidBack ? "With teacher pay" : "",
      ]),
      ...expired.map(({ endedOn, buyerName, code, endMinor }) => [
        endedOn ?? "",
        buyerName,
        "Expired gift vouchers",
        ...["", ""],
        endMinor / 100,
        0,
        endMinor / 100,
        actor.school.currency,
        `Gift voucher ${codeEnding(code)}`,
        ...["", "", ""],
      ]),
    ],
  )
  return csvAnswer({ fileName: expenseTexts[filter.kind].file, csv })
}
