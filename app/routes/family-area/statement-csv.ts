import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { badRequest } from "~/http/responses.server"
import { refusalOf, statementPeriod } from "~/models/money/statement/statement"
import { portalStatement, statementCsv } from "~/models/money/statement/statement.server"
import { todayOf } from "~/utils/clock.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const asked = statementPeriod(new URL(request.url).searchParams, todayOf(actor))
  if (!asked.ok) throw badRequest(refusalOf(asked.refused))
  const statement = orNotFound(portalStatement(actor, asked.period))
  const { from, to } = statement
  return csvAnswer({
    fileName: `statement-${from}-${to}.csv`,
    csv: statementCsv(statement, actor.school.currency),
  })
}
