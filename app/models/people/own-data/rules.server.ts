import { transact } from "db/client.server"
import { ownDataRules } from "db/schema/people-own-data"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type CustomField, seenBy } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import type { Result } from "~/utils/result"
import { isOwnFact, type OwnDataRule, ownFactKeys, ownFacts } from "./own-data"

// Which facts families change themselves. A field of the school's own is closed until the school opens it, and only what
// families may see can be opened.

/** What holds for each fact, by its name or its field's id. */
export function findRules(actor: Actor): (fact: string) => OwnDataRule {
  const chosen = new Map(
    select({ fact: ownDataRules.fact, rule: ownDataRules.rule })
      .from(ownDataRules)
      .where(own(actor, ownDataRules))
      .all()
      .map(({ fact, rule }) => [fact, rule]),
  )
  return (fact) => chosen.get(fact) ?? (isOwnFact(fact) ? ownFacts[fact].usual : "off")
}

/** The school's own fields that families see of themselves, of their family or of a student. */
export const listOpenableFields = (actor: Actor): CustomField[] =>
  (["student", "guardian", "family"] as const).flatMap((noun) => seenBy(listFields(actor, noun), "family"))

/** Saves what holds for each fact; names that are none of the school's are left out. */
export function saveRules(
  actor: Actor,
  rules: Readonly<Record<string, OwnDataRule>>,
): Result<object, "not-found"> {
  return transact(() => {
    const ruleOf = findRules(actor)
    const known = [...ownFactKeys, ...listOpenableFields(actor).map(({ id }) => id)]
    if (Object.keys(rules).some((fact) => !known.includes(fact))) return { ok: false, reason: "not-found" }
    const changed = known.filter((fact) => rules[fact] !== undefined && rules[fact] !== ruleOf(fact))
    for (const fact of changed) {
      const rule = rules[fact]
      if (rule) addOrChange(actor, ownDataRules, { fact, rule }, { as: [ownDataRules.fact], to: { rule } })
    }
    if (changed.length > 0)
      recordEvent(actor, { verb: "change-own-data", noun: "school", nounId: actor.school.id })
    return { ok: true }
  })
}
