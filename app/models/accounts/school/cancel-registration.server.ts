import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import {
  cancelledRegistrations,
  orphanedSubscriptions,
  subscriptions,
} from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, platformAdd, select } from "~/models/foundation/access/door.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { findStatus, listTries } from "./end-at-provider.server"
import { eraseSchool } from "./erase-school.server"
import { isSchoolHeld } from "./legal-hold.server"

// An unpaid registration can be canceled. All its rows are deleted; a stub without a name remains.

export type CancelledRegistration =
  | { ok: true }
  /** `kept`: not a registration that can be taken back. `provider-unavailable`: no one knows whether it is paid. */
  | { ok: false; reason: "kept" | "provider-unavailable" }

/**
 * Deletes the actor's own school and account: only while its subscription is pending
 * and never was active, while no one else belongs to it, and while the provider, asked now, reports nothing approved or
 * paid. What runs at the provider is canceled there first.
 */
export async function cancelRegistration(actor: Actor): Promise<CancelledRegistration> {
  if (!isUnpaidRegistration(actor)) return { ok: false, reason: "kept" }
  const tries = listTries(actor)
  const open: string[] = []
  try {
    for (const { id } of tries) {
      const standing = await endUnpaid(id)
      if (standing === "paid") return { ok: false, reason: "kept" }
      if (standing === "open") open.push(id)
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn(
      { err: error, school: actor.school.id },
      `${platformProvider} could not say whether a registration is paid`,
    )
    return { ok: false, reason: "provider-unavailable" }
  }
  return transact(() => {
    // Paid, joined or tried again while the provider was being asked.
    if (!isUnpaidRegistration(actor) || listTries(actor).length !== tries.length)
      return { ok: false, reason: "kept" }
    leaveStub(actor, open)
    eraseSchool(actor.school.id)
    return { ok: true }
  })
}

function isUnpaidRegistration(actor: Actor): boolean {
  const subscription = ownRows(actor, subscriptions).get()
  const people = ownRows(actor, members, ["id"]).all()
  return (
    !isSchoolHeld(actor) &&
    subscription?.status === "pending" &&
    subscription.activatedAt === null &&
    people.length === 1 &&
    people[0]?.id === actor.memberId
  )
}

/** What the provider has of a try: paid or about to be, ended, or still open to be approved. */
async function endUnpaid(subscriptionId: string): Promise<"paid" | "ended" | "open"> {
  const status = await findStatus(subscriptionId)
  if (status === "ACTIVE" || status === "APPROVED") return "paid"
  if (status === "APPROVAL_PENDING") return "open"
  if (status === "SUSPENDED") await planSales.cancel(subscriptionId, "The registration was canceled.")
  return "ended"
}

/** The audit stub: that there was a registration, and what could still be approved for it. No name, no address. */
function leaveStub(actor: Actor, open: string[]) {
  const at = now()
  const { id, kind } = actor.school
  const school = select().from(schools).where(eq(schools.id, id)).get()
  platformAdd(cancelledRegistrations, { id, kind, registeredAt: school?.createdAt ?? at, cancelledAt: at })
  for (const providerSubscriptionId of open)
    platformAdd(orphanedSubscriptions, {
      providerSubscriptionId,
      registrationId: id,
      state: "watched",
      createdAt: at,
      updatedAt: at,
    })
}
