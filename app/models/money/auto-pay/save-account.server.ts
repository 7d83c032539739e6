import { savedMethods } from "db/schema/money-auto-pay"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { PayPalError } from "~/providers/paypal/http.server"
import {
  createPaymentToken,
  createSetupToken,
  deletePaymentToken,
  showPaymentToken,
  showSetupToken,
} from "~/providers/paypal/vault.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import type { NotStarted, Saving } from "./auto-pay"
import { autoPayRefusal } from "./auto-pay-rule.server"
import { findMethod, findMethodOfToken, type SavedMethod } from "./find-methods.server"
import { agree, beginMethod, endMethod, recordSetup } from "./saved-methods.server"

// Saving a PayPal account at the provider. Each call carries our id of the agreement, so that a repeat has no second effect.

/** Writes down the person's agreement and asks the provider where they confirm it. */
export async function startSaving(
  actor: Actor,
  familyId: string,
): Promise<Result<{ approveUrl: string }, NotStarted | "no-family">> {
  const account = findPortal(actor).accounts.find((each) => each.familyId === familyId)
  if (!account || !actor.memberId) return { ok: false, reason: "no-family" }
  const refusal = autoPayRefusal(actor)
  if (refusal) return { ok: false, reason: refusal }
  const method = agree(actor, { ...account, memberId: actor.memberId })
  const back = (parameters: { cancelled?: "1" } = {}) =>
    `${env().APP_URL}${paths.autoPaymentReturn({ agreement: method.id, ...parameters })}`
  try {
    const { setupTokenId, approveUrl } = await createSetupToken({
      requestId: method.id,
      description: `Automatic payment of invoices from ${actor.school.name}`,
      brandName: actor.school.name,
      returnUrl: back(),
      cancelUrl: back({ cancelled: "1" }),
    })
    recordSetup(actor, method.id, setupTokenId)
    return { ok: true, approveUrl }
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error }, "a PayPal account could not be saved")
    return { ok: false, reason: "provider-unavailable" }
  }
}

/** Asks the provider what became of an agreement and takes it over. Safe to repeat, also at once. */
export async function settleSaving(actor: Actor, method: SavedMethod): Promise<Saving> {
  if (method.state === "active" || method.state === "paused") return "saved"
  if (method.state === "ended") return "gone"
  if (!method.setupTokenId) return "waiting"
  try {
    const status = await showSetupToken(method.setupTokenId)
    if (status === null) {
      endMethod(actor, method, "provider")
      return "gone"
    }
    if (status !== "APPROVED" && status !== "VAULTED") return "waiting"
    const account = await createPaymentToken(method.id, method.setupTokenId)
    return beginMethod(actor, method, account) ? "saved" : "gone"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error }, "an agreement could not be settled")
    return "unreachable"
  }
}

/** Notes that an agreement was asked about, so that the ones asked longest ago come first. */
export function recordAsked(actor: Actor, methodId: string) {
  change(actor, savedMethods, methodId, { updatedAt: now() })
}

/** Deletes the account of an ended agreement at the provider. Throws while that can't be reached. */
export async function forgetSavedAccount(actor: Actor, methodId: string) {
  const method = findMethod(actor, methodId)
  if (method?.state === "ended" && method.paymentTokenId) await deletePaymentToken(method.paymentTokenId)
}

export type CheckedAccount = "not-ours" | "standing" | "ended" | "unreachable"

/** The provider says that something happened to a saved account: it is asked, and one that is gone is ended here. */
export async function checkSavedAccount(
  paymentTokenId: string,
  actorOf: (schoolId: string) => Actor | undefined,
): Promise<CheckedAccount> {
  const method = findMethodOfToken(paymentTokenId)
  const actor = method && actorOf(method.schoolId)
  if (!actor) return "not-ours"
  if (method.state === "ended") return "ended"
  try {
    if (await showPaymentToken(paymentTokenId)) return "standing"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    return "unreachable"
  }
  endMethod(actor, method, "provider")
  return "ended"
}
