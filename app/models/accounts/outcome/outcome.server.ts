import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { outcomes, ownStatuses } from "db/schema/attendance"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { defaultOutcomes, type MarkCode, markCodes, type Outcome } from "./outcome"
import type { OutcomesForm } from "./outcome-form"

const labels = new Map(defaultOutcomes.map(({ code, label }) => [code, label]))

/** The school's attendance rules, one row per status, in the order people choose from. */
export const listOutcomes = (actor: Actor): readonly Outcome[] =>
  keepOutcomes([actor.school.id], () => readOutcomes(actor))

const keepOutcomes = cacheUntilWrite<readonly Outcome[]>(500)

function readOutcomes(actor: Actor): Outcome[] {
  const indexOf = (code: MarkCode) => markCodes.indexOf(code)
  const byCode = new Map(listStatusRows(actor).map(({ outcome }) => [outcome.code, outcome]))
  // Schools can't change a label, so the current text counts, not the one from the school's registration.
  return [...byCode.values()]
    .map((row) => ({ ...row, label: labels.get(row.code) ?? row.label }))
    .sort((a, b) => indexOf(a.code) - indexOf(b.code))
}

/** Each status with each of the school’s own that count as it: whoever asks for the ones asks for the others, too. */
export const listStatusRows = (actor: Actor) => keepRows([actor.school.id], () => rowsQuery.all(actor))

type StatusRow = { outcome: Outcome; own: typeof ownStatuses.$inferSelect | null }
const keepRows = cacheUntilWrite<readonly StatusRow[]>(500)

const rowsQuery = query((_, own) =>
  select({
    outcome: {
      code: outcomes.code,
      label: outcomes.label,
      chargedPercent: outcomes.chargedPercent,
      paidPercent: outcomes.paidPercent,
      issuesCredit: outcomes.issuesCredit,
      countsAsAttended: outcomes.countsAsAttended,
    },
    own: ownStatuses,
  })
    .from(outcomes)
    .leftJoin(ownStatuses, and(own(ownStatuses), eq(ownStatuses.countsAs, outcomes.code)))
    .where(own(outcomes)),
)

/**
 * Changes what marks decide from now on, each changed row with its line in the log. Marks made already carry their
 * effect with them, so nothing of the past is rewritten. A mark that isn't given stays as it is. Answers how many rows changed.
 */
export function changeOutcomes(actor: Actor, form: Partial<OutcomesForm>): number {
  return transact(() => {
    const changed = listOutcomes(actor).flatMap((before) => {
      const chosen = form[before.code]
      if (!chosen) return []
      const after = { ...chosen, paidPercent: chosen.paidPercent ?? before.paidPercent }
      const { code, label: _, ...facts } = before
      const isSame = Object.entries(facts).every(
        ([name, value]) => after[name as keyof typeof after] === value,
      )
      return isSame ? [] : [{ code, before: facts, after }]
    })
    for (const { code, before, after } of changed) {
      change(actor, outcomes, eq(outcomes.code, code), after)
      recordEvent(actor, "outcome.change", code, { before, after })
    }
    return changed.length
  })
}
