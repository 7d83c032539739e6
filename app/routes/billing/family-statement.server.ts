import { notFound, orNotFound, type requireMember } from "~/http/guards.server"
import { badRequest } from "~/http/responses.server"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { refusalOf, statementPeriod } from "~/models/money/statement/statement"
import { familyStatement, payerStatement } from "~/models/money/statement/statement.server"
import { findFamily } from "~/models/people/family/family.server"
import { todayOf } from "~/utils/clock.server"

/** The statement that an address asks for, of a family or of one of its payers: for the page and its files. */
export function requestedStatement(
  actor: Awaited<ReturnType<typeof requireMember>>,
  request: Request,
  familyId: string | undefined,
) {
  const family = orNotFound(findFamily(actor, familyId ?? ""))
  const rules = orNotFound(findPayerRules(actor, family.id))
  const query = new URL(request.url).searchParams
  const asked = statementPeriod(query, todayOf(actor))
  const payers = [...rules.guardians, ...rules.others].map(({ id, name }) => ({ id, name }))
  const payerId = query.get("payer")
  const payer = payers.find(({ id }) => id === payerId)
  if (payerId && !payer) throw notFound()
  const about = { family: { id: family.id, name: family.name }, payer: payer ?? null, payers }
  if (!asked.ok) return { ...about, statement: null, refused: asked.refused }
  const statement = payer
    ? payerStatement(actor, { familyId: family.id, payerId: payer.id }, asked.period)
    : familyStatement(actor, family.id, asked.period)
  return { ...about, statement, refused: null }
}

/** The same for a file: days that can’t be are a refusal in plain text. */
export function requestedStatementFile(...asked: Parameters<typeof requestedStatement>) {
  const { statement, refused, ...about } = requestedStatement(...asked)
  if (!statement) throw badRequest(refusalOf(refused))
  return { ...about, statement }
}
