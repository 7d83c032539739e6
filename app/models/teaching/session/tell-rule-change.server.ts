import type { Actor } from "~/models/foundation/access/actor"
import type { RuleEffect } from "./rule-effect"
import type { SessionRow } from "./session"
import { tellChange } from "./tell-change.server"

/** Families and teachers get one email with every lesson that a new weekly time moves, and one with those it removes. */
export function tellRuleChange(
  actor: Actor,
  before: readonly SessionRow[],
  { moved, removed }: Pick<RuleEffect, "moved" | "removed">,
) {
  const isMoved = new Set(moved.map(({ id }) => id))
  const gone = new Set(removed.map(({ date, startTime }) => `${date} ${startTime}`))
  tellChange(
    actor,
    "moved",
    before.filter(({ id }) => isMoved.has(id)),
  )
  tellChange(
    actor,
    "cancelled",
    before.filter(({ localDate, startTime }) => gone.has(`${localDate} ${startTime}`)),
    { reason: "The weekly time changed." },
  )
}
