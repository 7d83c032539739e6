import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTight } from "./room-buffer.server"
import { type StrandedCause, strandedCauses } from "./stranded-cause"
import { type Found, type FoundRow, strandedQuery } from "./stranded-queries.server"
import { listTooNear } from "./too-far.server"

// Lessons that a change left where they can't stay: their teacher's hours or leave, a closure, an archived room, no teacher,
// too little time between two sites or between two lessons of a room.
// Each cause is asked from its own side, so that the cost is that of the changes and not of all lessons. What someone kept
// with a reason isn't asked again for that cause.

/** The lessons to come with what is wrong with each; of those given, when some are. */
export function findStranded(actor: Actor, ids?: readonly string[]): Map<string, StrandedCause[]> {
  const found = new Map<string, StrandedCause[]>()
  const note = ({ id, cause }: Found) => {
    const known = found.get(id) ?? []
    if (!known.includes(cause)) found.set(id, [...known, cause])
  }
  const asked = {
    day: todayOf(actor),
    present: now(),
    ids: JSON.stringify(ids ?? []),
  }
  strandedQuery(ids ? "given" : "all")
    .all(actor, asked)
    .filter(isMissed)
    .forEach(note)
  for (const id of listTooNear(actor, ids)) note({ id, cause: "site" })
  for (const id of listTight(actor, ids)) note({ id, cause: "buffer" })
  return found
}

/** How many lessons have to be settled. */
export const countStranded = (actor: Actor): number => findStranded(actor).size

/** Keeps lessons where they are, with a reason: what is wrong with them now is accepted; of that only `some`, when said. */
export function keepLessons(
  actor: Actor,
  ids: readonly string[],
  reason: string,
  some: readonly StrandedCause[] = strandedCauses,
) {
  for (const [id, found] of findStranded(actor, ids)) {
    const causes = found.filter((cause) => some.includes(cause))
    if (causes.length === 0) continue
    const kept = select({ keptDespite: sessions.keptDespite })
      .from(sessions)
      .where(own(actor, sessions, id))
      .get()
    const all = new Set([...(kept?.keptDespite?.split(" ") ?? []), ...causes])
    change(actor, sessions, id, { keptDespite: [...all].filter(Boolean).join(" "), keptReason: reason })
  }
}

/** Of leave, only what is within its hours; the other causes have no stretch. */
const isMissed = ({ date, startTime, minutes, startsOn, endsOn, fromTime, toTime }: FoundRow): boolean =>
  startsOn === null ||
  endsOn === null ||
  isAwayAt(
    { startsOn, endsOn, fromTime, toTime },
    { date, from: startTime, to: addMinutes(startTime, minutes) },
  )
