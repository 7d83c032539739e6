import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readReceipt } from "~/models/money/expense/expenses.server"

/** The receipt of an expense, always downloaded. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const file = orNotFound(await readReceipt(actor, params.expenseId ?? ""))
  return fileAnswer(file)
}
