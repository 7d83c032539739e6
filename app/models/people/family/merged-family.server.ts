import { db } from "db/client.server"
import { families } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** A family merged into another that was itself merged: more often than this it is no chain. */
const longestChain = 20

/** The family that goes on for one that was merged; itself where it wasn't. */
export function livingFamily(actor: Actor, familyId: string): string {
  let living = familyId
  for (let step = 0; step < longestChain; step += 1) {
    const next = db()
      .select({ mergedInto: families.mergedInto })
      .from(families)
      .where(own(actor, families, living))
      .get()?.mergedInto
    if (!next) return living
    living = next
  }
  return living
}

/** Notes that a family was merged into another, or that it goes on by itself again; in the caller's transaction. */
export function setMergedInto(actor: Actor, familyId: string, keepId: string | null) {
  db()
    .update(families)
    .set({ mergedInto: keepId })
    .where(own(actor, families, familyId))
    .run()
}
