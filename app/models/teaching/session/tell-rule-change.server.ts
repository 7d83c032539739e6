import type { Actor } from "~/models/foundation/access/actor"
import type { Recipients, RuleEffect } from "./rule-effect"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { tellSoon } from "./told.server"

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
  return joined(
    // A line that says when it meets from then on would be wrong of a lesson that stays: then each is listed.
    tellSoon(actor, changed, { why: "The weekly time changed.", isWeekly: kept.length === 0 }),
    tellAdded(actor, added),
  )
}

/** Families and teachers are told of every lesson of a weekly time that a class gets. Answers who. */
export const tellAdded = (actor: Actor, added: readonly { id: string }[]): Recipients =>
  tellSoon(
    actor,
    listSessionsToTell(
      actor,
      added.map(({ id }) => id),
    ),
    { isNew: true },
  )

const joined = (one: Recipients, other: Recipients): Recipients => ({
  families: eachOnce([...one.families, ...other.families]),
  teachers: eachOnce([...one.teachers, ...other.teachers]),
})

const eachOnce = (people: Recipients["families"]) => [
  ...new Map(people.map((person) => [person.email, person])).values(),
]
