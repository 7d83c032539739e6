import type { Outcome } from "~/models/accounts/outcome/outcome"
import { type OwnStatus, ruleOf, spellStatus } from "~/models/accounts/own-status/own-status"
import { effectOf, type RegisterTerms } from "./register"
import type { RegisterRow, StatusEffect } from "./register-view"

/** What each status would do, the school's own as a field spells them. */
export function effectsOfAll(
  terms: RegisterTerms,
  outcomes: readonly Outcome[],
  statuses: readonly OwnStatus[],
): RegisterRow["effects"] {
  const effectIn = (outcome: Outcome) => ({
    ...effectOf(terms, outcome),
    paidPercent: outcome.paidPercent,
  })
  const ofCodes = new Map(outcomes.map((outcome) => [outcome.code, effectIn(outcome)]))
  const ofOwn = statuses.flatMap((status): [string, StatusEffect][] => {
    const table = outcomes.find(({ code }) => code === status.countsAs)
    const usual = ofCodes.get(status.countsAs)
    if (!table || !usual) return []
    const effect = status.rule ? { ...effectIn(ruleOf(status, table)), ownName: status.name } : usual
    return [[spellStatus({ code: status.countsAs, statusId: status.id }), effect]]
  })
  return Object.fromEntries([...ofCodes, ...ofOwn])
}
