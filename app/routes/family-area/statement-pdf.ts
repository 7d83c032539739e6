import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { badRequest } from "~/http/responses.server"
import { refusalOf, statementPeriod } from "~/models/money/statement/statement"
import { portalStatement, statementPdf } from "~/models/money/statement/statement.server"
import { todayOf } from "~/utils/clock.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const asked = statementPeriod(new URL(request.url).searchParams, todayOf(actor))
  if (!asked.ok) throw badRequest(refusalOf(asked.refused))
  const statement = orNotFound(portalStatement(actor, asked.period))
  return pdfAnswer(await statementPdf(actor, { ...statement, name: actor.name }), "attachment")
}
