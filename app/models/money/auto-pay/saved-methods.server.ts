import { transact } from "db/client.server"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { and, eq, inArray, isNull } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addRow, change, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import type { ProviderName, SavedAccount } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { providerLabels } from "../payment-provider/payment-provider"
import { agreementText, titleOf } from "./auto-pay"
import { findAutoPayRule } from "./auto-pay-rule.server"
import { findMethod, isStanding, type SavedMethod } from "./find-methods.server"
import { isBeingCharged, isReached, mailedPayerOf, mailPayer, payerOf, tellEnded } from "./payer.server"

// What a payer saved at a provider. It begins with their agreement, is used once the provider has answered with a token, and
// ends when the family, the office or the provider says so. The token never leaves this table but to the provider.

type EndedBy = NonNullable<SavedMethod["endedBy"]>

/** Writes down that a person agreed, before the provider is asked. */
export function agree(
  actor: Actor,
  account: { familyId: string; guardianId: string | null; memberId: string },
  at: { provider: ProviderName; payee: string | null },
): SavedMethod {
  const agreedAt = now()
  const { daysBefore } = findAutoPayRule(actor)
  return addRow(actor, savedMethods, {
    ...account,
    ...at,
    state: "asked",
    agreement: agreementText({ schoolName: actor.school.name, daysBefore }, at.provider),
    noticeDays: daysBefore,
    agreedAt,
    updatedAt: agreedAt,
  })
}

export function recordSetup(actor: Actor, methodId: string, setupTokenId: string) {
  change(actor, savedMethods, methodId, { setupTokenId, updatedAt: now() })
}

/**
 * The provider saved the account: it is used from now on, in place of an earlier one, whose announced charges it takes
 * over. False when the agreement was ended in the meantime; then the token has to go again.
 */
export function beginMethod(actor: Actor, method: SavedMethod, account: SavedAccount): boolean {
  return transact(() => {
    const current = findMethod(actor, method.id)
    if (current?.state === "active" || current?.state === "paused") return true
    if (current?.state !== "asked") {
      queueForgetting(actor, method.id, account)
      return false
    }
    const earlier = ownRows(actor, savedMethods)
      .where(
        and(
          eq(savedMethods.familyId, method.familyId),
          eq(savedMethods.memberId, method.memberId),
          isStanding(),
        ),
      )
      .get()
    if (earlier) {
      change(
        actor,
        autoCharges,
        and(eq(autoCharges.methodId, earlier.id), inArray(autoCharges.state, ["announced", "held"])),
        { methodId: method.id },
      )
      close(actor, earlier, "replaced")
    }
    change(actor, savedMethods, method.id, { state: "active", ...account, updatedAt: now() })
    recordEvent(actor, "family.agree-auto-pay", method.familyId, {
      by: payerOf(actor, method).name,
      after: { account: account.payerEmail, method: account.title },
    })
    mailPayer(actor, method, "auto-pay-started", {
      account: titleOf({ ...account, provider: current.provider }),
      provider: current.provider,
      agreement: current.agreement,
    })
    return true
  })
}

/** Ends a saved account: announced charges aren't made, and the provider is told to forget it. */
export function endMethod(
  actor: Actor,
  method: SavedMethod,
  by: Exclude<EndedBy, "replaced">,
): Result<{ account: string | null; reach: Reach; isBeingCharged: boolean }, "ended"> {
  return transact(() => {
    const current = findMethod(actor, method.id)
    if (!current || current.state === "ended") return { ok: false, reason: "ended" }
    close(actor, current, by)
    const mail = { template: "auto-pay-ended", schoolId: actor.school.id } as const
    if (current.state === "asked")
      return { ok: true, account: null, reach: reachOf(mail, []), isBeingCharged: false }
    change(
      actor,
      autoCharges,
      and(eq(autoCharges.methodId, method.id), inArray(autoCharges.state, ["announced", "held"])),
      { state: "dropped", holdKind: null, holdReason: null, updatedAt: now() },
    )
    const account = titleOf(current)
    recordEvent(actor, "family.end-auto-pay", method.familyId, {
      ...(by === "provider" ? { by: providerLabels[current.provider] } : {}),
      after: { account: current.payerEmail, method: current.title },
    })
    tellEnded(actor, current, by)
    if (by === "provider") tellOffice(actor, current)
    const reach = reachOf(mail, [mailedPayerOf(actor, current)])
    return { ok: true, account, reach, isBeingCharged: isBeingCharged(actor, current) }
  })
}

/** The office learns what no one at the school has done. */
function tellOffice(actor: Actor, method: SavedMethod) {
  const payer = mailedPayerOf(actor, method)
  const { familyId, provider } = method
  const isTold = isReached(actor, "auto-pay-ended", payer)
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "auto-pay-lost", {
      payerName: payer.name,
      isTold,
      familyId,
      provider,
      account: titleOf(method),
    })
}

function close(actor: Actor, method: SavedMethod, by: EndedBy) {
  const at = now()
  change(actor, savedMethods, method.id, { state: "ended", endedAt: at, endedBy: by, updatedAt: at })
  const { paymentTokenId, customerId } = method
  // Where the token is gone already, whose it was may still be there.
  if (paymentTokenId && (by !== "provider" || customerId))
    queueForgetting(actor, method.id, { paymentTokenId, customerId })
}

/** The token goes with the job when it belongs to no row that is in use. */
function queueForgetting(
  actor: Actor,
  methodId: string,
  { paymentTokenId, customerId }: Pick<SavedAccount, "paymentTokenId" | "customerId">,
) {
  change(actor, savedMethods, and(eq(savedMethods.id, methodId), isNull(savedMethods.paymentTokenId)), {
    paymentTokenId,
  })
  queueJob({
    kind: "forget-saved-account",
    schoolId: actor.school.id,
    // An erasure may come first.
    payload: { methodId, customerId },
    uniqueKey: `forget-saved-account ${methodId}`,
  })
}

/** The payer lets charges go on after failures had stopped them. */
export function resumeMethod(actor: Actor, method: SavedMethod): boolean {
  return transact(() => {
    const changes = change(
      actor,
      savedMethods,
      and(eq(savedMethods.id, method.id), eq(savedMethods.state, "paused")),
      { state: "active", pausedAt: null, updatedAt: now() },
    )
    if (changes === 1) recordEvent(actor, "family.resume-auto-pay", method.familyId)
    return changes === 1
  })
}
