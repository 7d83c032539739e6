import type { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { familyStatement, payerStatement } from "~/models/money/statement/statement.server"
import { findFamily } from "~/models/people/family/family.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

/** The statement that an address asks for, of a family or of one of its payers: for the page and its files. */
export function requestedStatement(
  actor: Awaited<ReturnType<typeof requireMember>>,
  request: Request,
  familyId: string | undefined,
) {
  const family = findFamily(actor, familyId ?? "")
  const rules = family && findPayerRules(actor, family.id)
  if (!family || !rules) throw notFound()
  const query = new URL(request.url).searchParams
  const period = statementPeriod(query, today(actor.school.timeZone, now()))
  const payers = [...rules.guardians, ...rules.others].map(({ id, name }) => ({ id, name }))
  const payerId = query.get("payer")
  const payer = payers.find(({ id }) => id === payerId)
  if (payerId && !payer) throw notFound()
  const statement = payer
    ? payerStatement(actor, { familyId: family.id, payerId: payer.id }, period)
    : familyStatement(actor, family.id, period)
  return { family: { id: family.id, name: family.name }, payer: payer ?? null, payers, statement }
}
