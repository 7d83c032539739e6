import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { statementPdf } from "~/models/money/statement/statement.server"
import { requestedStatementFile } from "./family-statement.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { family, payer, statement } = requestedStatementFile(actor, request, params.familyId)
  return pdfAnswer(await statementPdf(actor, { ...statement, name: payer?.name ?? family.name }), "inline")
}
