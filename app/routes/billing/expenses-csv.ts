import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { netOf, rhythmLabels } from "~/models/money/expense/expense"
import { ExpenseQuery } from "~/models/money/expense/expense-forms"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { methodLabels } from "~/models/money/payment/payment"
import { expenseTexts } from "~/texts/money/expense-texts"
import { writeCsv } from "~/utils/csv.server"

/** The expenses of a filter of /billing/expenses, all pages, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page: _, ...filter } = ExpenseQuery.parse(filledIn(request))
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
    listExpenses(actor, filter, null).map((expense) => [
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
  )
  return csvAnswer({ fileName: expenseTexts[filter.kind].file, csv })
}
