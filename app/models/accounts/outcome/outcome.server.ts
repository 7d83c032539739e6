import { db, prepareOnce } from "db/client.server"
import { outcomes } from "db/schema/attendance"
import { keepOfSchool } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { defaultOutcomes, type MarkCode, markCodes, type Outcome } from "./outcome"

const labels = new Map(defaultOutcomes.map(({ code, label }) => [code, label]))

/** The school's attendance rules, one row per status, in the order people choose from. */
export const listOutcomes = (actor: Actor): readonly Outcome[] =>
  keepOutcomes([actor.school.id], () => readOutcomes(actor))

const keepOutcomes = keepOfSchool<readonly Outcome[]>(500)

function readOutcomes(actor: Actor): Outcome[] {
  const rows = outcomesQuery().all({ schoolId: actor.school.id })
  const indexOf = (code: MarkCode) => markCodes.indexOf(code)
  // Schools can't change a label, so the current text counts, not the one from the school's registration.
  return rows
    .map((row) => ({ ...row, label: labels.get(row.code) ?? row.label }))
    .sort((a, b) => indexOf(a.code) - indexOf(b.code))
}

const outcomesQuery = prepareOnce(() =>
  db()
    .select({
      code: outcomes.code,
      label: outcomes.label,
      chargedPercent: outcomes.chargedPercent,
      paidPercent: outcomes.paidPercent,
      issuesCredit: outcomes.issuesCredit,
      countsAsAttended: outcomes.countsAsAttended,
    })
    .from(outcomes)
    .where(own(sql.placeholder("schoolId"), outcomes))
    .prepare(),
)
