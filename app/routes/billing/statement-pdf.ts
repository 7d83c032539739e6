import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { familyStatement } from "~/models/money/statement/statement.server"
import { statementPdf } from "~/models/money/statement/statement-pdf.server"
import { findFamily } from "~/models/people/family/family.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const family = findFamily(actor, params.familyId ?? "")
  if (!family) throw notFound()
  const period = statementPeriod(new URL(request.url).searchParams, today(actor.school.timeZone, now()))
  const statement = familyStatement(actor, family.id, period)
  return pdfAnswer(await statementPdf(actor, { ...statement, name: family.name }), "inline")
}
