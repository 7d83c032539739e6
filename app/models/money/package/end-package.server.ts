import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, eq, isNull, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { EndPackageRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { offInvoice } from "../charge/charge-query.server"
import { withdrawAll } from "../charge/seat-charges.server"
import type { EndedRest } from "./package"
import { expired, takenUnits } from "./package-cover.server"
import { settleRest } from "./package-rest.server"

/**
 * Ends a package. One that no lesson was taken from and that is on no invoice was sold by mistake: its charge goes. Of any
 * other the rule it was sold with decides what becomes of the lessons left.
 */
export function endPackage(
  actor: Actor,
  packageId: string,
  reason: string,
): Result<{ name: string; isUndone: boolean; rest: EndedRest | null }, EndPackageRefusal> {
  return transact(() => {
    const bought = ownRows(actor, packages, { name: packages.name, endedAt: packages.endedAt, takenUnits })
      .where(eq(packages.id, packageId))
      .get()
    if (!bought) return { ok: false, reason: "package-unknown" }
    if (bought.endedAt !== null) return { ok: false, reason: "ended" }
    change(actor, packages, packageId, { endedAt: now(), endReason: reason })
    const unbilled = bought.takenUnits === 0 ? findUnbilledSale(actor, packageId) : undefined
    if (unbilled) withdrawAll(actor, [unbilled], `Package ended: ${reason}`)
    const rest = unbilled ? null : settleRest(actor, packageId)
    recordEvent(actor, "package.end", packageId, { after: { name: bought.name, reason } })
    return { ok: true, name: bought.name, isUndone: unbilled !== undefined, rest }
  })
}

/** Packages of one step: each may give account credit, by a credit note of its own. */
const packagesInStep = 20

/** Ends packages whose last day has passed: the next few, or all. Answers how many. */
export function endExpiredPackages(actor: Actor, most = -1): number {
  const over = ownRows(actor, packages, ["id"])
    .where(and(isNull(packages.endedAt), lt(packages.expiresOn, todayOf(actor))))
    .limit(most)
    .all()
  for (const { id } of over) expire(actor, id)
  return over.length
}

/** True while there may be more. */
export const endNextExpired = (actor: Actor): boolean =>
  endExpiredPackages(actor, packagesInStep) === packagesInStep

/** The rest follows the rule also where no lesson was ever taken: the family had its time. */
function expire(actor: Actor, packageId: string) {
  transact(() => {
    const changes = change(actor, packages, and(eq(packages.id, packageId), isNull(packages.endedAt)), {
      endedAt: now(),
      endReason: expired,
    })
    if (changes === 0) return
    settleRest(actor, packageId)
    recordEvent(actor, "package.end", packageId, {
      after: { name: nameOf(actor, packageId), reason: expired },
    })
  })
}

const nameOf = (actor: Actor, packageId: string): string | undefined => find(actor, packages, packageId)?.name

const findUnbilledSale = (actor: Actor, packageId: string) =>
  ownRows(actor, charges, { chargeId: charges.id })
    .where(
      and(
        eq(charges.packageId, packageId),
        eq(charges.source, "package"),
        isNull(charges.withdrawnAt),
        offInvoice,
      ),
    )
    .get()
