import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { now } from "~/utils/clock.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { listUnbilledCharges } from "../charge/unbilled.server"

/** What this month has cost the reader's family so far and is on no invoice. Empty for someone who may see no money. */
export function listPortalCharges(actor: Actor) {
  const day = today(actor.school.timeZone, now())
  const { first } = monthBounds(monthOf(day))
  return findPortal(actor).accounts.flatMap(({ familyId }) =>
    listUnbilledCharges(actor, { familyId, from: first, to: day }).map(
      ({ chargeId, occurredOn, description, reason, amountMinor }) => ({
        ...{ chargeId, occurredOn, description, reason, amountMinor },
      }),
    ),
  )
}
