import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { waitingSpots } from "db/schema/teaching"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select, selectDistinct } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findClass } from "../class/find-class.server"
import { listNextToOffer, offerSpot } from "./offer-spot.server"
import { countFreeSpots } from "./waiting-list.server"

// Where a school wants it, a free spot is offered to the first on the waiting list without the office.

export const offersFreeSpots = (actor: Actor): boolean =>
  select({ isOn: schools.offersFreeSpots }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.isOn ?? false

/** Changes it for spots that are free from now on. */
export function setOffersFreeSpots(actor: Actor, isOn: boolean) {
  transact(() => {
    const before = offersFreeSpots(actor)
    if (before === isOn) return
    changeSchool(actor, { offersFreeSpots: isOn })
    recordEvent(actor, {
      verb: "change-waiting-lists",
      noun: "school",
      nounId: actor.school.id,
      before: { isOn: before },
      after: { isOn },
    })
  })
}

/**
 * Offers every free spot of a class to the next in its line whose family hears of it and can accept, for as long as the office's offers last.
 * Answers how many.
 */
export function offerFreeSpots(actor: Actor): number {
  if (!offersFreeSpots(actor)) return 0
  return transact(() => {
    const classIds = selectDistinct({ id: waitingSpots.classId })
      .from(waitingSpots)
      // Written out rather than as a parameter: only then can SQLite use the index of those who wait.
      .where(and(own(actor, waitingSpots), sql`${waitingSpots.state} = 'waiting'`))
      .all()
    return classIds.reduce((sum, { id }) => sum + offerSpotsOf(actor, id), 0)
  })
}

function offerSpotsOf(actor: Actor, classId: string): number {
  if (findClass(actor, classId)?.isOver !== false) return 0
  const free = countFreeSpots(actor, classId)
  const next = free > 0 ? listNextToOffer(actor, classId).slice(0, free) : []
  return next.filter(({ id }) => offerSpot(actor, classId, id).ok).length
}
