import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { statementCsv } from "~/models/money/statement/statement.server"
import { requestedStatementFile } from "./family-statement.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { statement } = requestedStatementFile(actor, request, params.familyId)
  const { from, to } = statement
  return csvAnswer({
    fileName: `statement-${from}-${to}.csv`,
    csv: statementCsv(statement, actor.school.currency),
  })
}
