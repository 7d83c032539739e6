import type { Actor } from "~/models/foundation/access/actor"
import type { Recipients, RuleEffect } from "./rule-effect"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { reachedOf, tellSoon } from "./told.server"

type Changed = Pick<RuleEffect, "moved" | "removed" | "kept"> & { added: readonly { id: string }[] }

/** Families and teachers are told of every lesson that a new weekly time moves, removes or adds. Answers who. */
export function tellRuleChange(
  actor: Actor,
  before: readonly SessionRow[],
  { moved, removed, kept, added }: Changed,
): Recipients {
  const isMoved = new Set(moved.map(({ id }) => id))
  const gone = new Set(removed.map(({ date, startTime }) => `${date} ${startTime}`))
  const changed = before.filter(
    ({ id, localDate, startTime }) => isMoved.has(id) || gone.has(`${localDate} ${startTime}`),
  )
  // A line that says when it meets from then on would be wrong of a lesson that stays: then each is listed.
  const why = "The weekly time changed."
  const people = tellSoon(actor, changed, { why, isWeekly: kept.length === 0 })
  const others = tellSoon(actor, listAdded(actor, added), { isNew: true })
  return reachedOf(actor, {
    families: [...people.families, ...others.families],
    teachers: [...people.teachers, ...others.teachers],
  })
}

/** Families and teachers are told of every lesson of a weekly time that a class gets. Answers who. */
export const tellAdded = (actor: Actor, added: readonly { id: string }[]): Recipients =>
  reachedOf(actor, tellSoon(actor, listAdded(actor, added), { isNew: true }))

const listAdded = (actor: Actor, added: readonly { id: string }[]) =>
  listSessionsToTell(
    actor,
    added.map(({ id }) => id),
  )
