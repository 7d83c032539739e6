import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { type Job, putOffJobs, queueJob } from "~/models/foundation/job/job.server"
import {
  announceCharges,
  isChargingTime,
  listChargesDue,
} from "~/models/money/auto-pay/announce-charges.server"
import { carryOutCharge } from "~/models/money/auto-pay/carry-out-charge.server"
import { giveUpUnannounced } from "~/models/money/auto-pay/follow-charge.server"
import {
  endMethodsOfGoneAccounts,
  endMethodsOfLeft,
  forgetSavedAccount,
  listExpiring,
  tellOfExpiry,
} from "~/models/money/auto-pay/save-account.server"
import { queueBooks, readBooks } from "~/models/money/provider-books/provider-books.server"
import { now } from "~/utils/clock.server"
import { hasPlatformProvider, platformWay } from "~/utils/payment-providers"
import { today } from "~/utils/zones"

// Automatic payment, a school and a charge at a time.

const tenMinutes = 10 * 60_000
const halfHour = 30 * 60_000

/** Queues a school's announcements, and each charge whose day has come as a job of its own. */
export function queueCharges(actor: Actor) {
  queueBooks(actor)
  // Of schools that took their account there away before that ended what was saved: without it there is no charging time.
  if (hasPlatformProvider()) endMethodsOfGoneAccounts(actor, false, platformWay)
  if (!isChargingTime(actor)) return
  endMethodsOfLeft(actor)
  giveUpUnannounced(actor)
  const { id: schoolId, timeZone } = actor.school
  const turn = Math.floor(now() / halfHour)
  queueJob({
    kind: "announce-charges",
    schoolId,
    payload: { after: "" },
    uniqueKey: `announce-charges ${schoolId} ${turn}`,
  })
  for (const { id: chargeId, failures } of listChargesDue(actor))
    queueJob({
      kind: "charge-saved-account",
      schoolId,
      payload: { chargeId },
      uniqueKey: `charge-saved-account ${chargeId} ${failures} ${today(timeZone, now())}`,
    })
  for (const { id: methodId } of listExpiring(actor))
    queueJob({
      kind: "check-saved-card",
      schoolId,
      payload: { methodId },
      uniqueKey: `check-saved-card ${methodId} ${today(timeZone, now())}`,
    })
}

/** A portion of one school's announcements; the next one is queued in its transaction. */
export function announceOfSchool({ schoolId, payload }: Job<"announce-charges">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  const after = actor && announceCharges(actor, payload.after)
  if (after)
    queueJob({
      kind: "announce-charges",
      schoolId,
      payload: { after },
      uniqueKey: `announce-charges ${schoolId} ${Math.floor(now() / halfHour)} ${after}`,
    })
}

export async function chargeSavedAccount({ schoolId, payload }: Job<"charge-saved-account">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (!actor || (await carryOutCharge(actor, payload.chargeId)) !== "unreachable") return
  // The provider doesn't answer: the school's other charges of this turn wait, instead of asking it one by one.
  putOffJobs(actor.school.id, "charge-saved-account", tenMinutes)
}

/** One that isn't answered today is asked about tomorrow. */
export async function checkSavedCard({ schoolId, payload }: Job<"check-saved-card">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) await tellOfExpiry(actor, payload.methodId)
}

/** The school's account at a provider was taken away or changed. */
export function endSavedMethods({ schoolId, payload }: Job<"end-saved-methods">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) endMethodsOfGoneAccounts(actor, payload.all)
}

export async function forgetAccount({ schoolId, payload }: Job<"forget-saved-account">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) await forgetSavedAccount(actor, payload)
}

export async function readBooksOfSchool({ schoolId }: Job<"read-provider-books">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) await readBooks(actor)
}
