import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { portalStatement } from "~/models/money/statement/statement.server"
import { statementPdf } from "~/models/money/statement/statement-pdf.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const period = statementPeriod(new URL(request.url).searchParams, today(actor.school.timeZone, now()))
  const statement = portalStatement(actor, period)
  if (!statement) throw notFound()
  return pdfAnswer(await statementPdf(actor, { ...statement, name: actor.name }), "attachment")
}
