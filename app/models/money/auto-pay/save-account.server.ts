import { transact } from "db/client.server"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { paymentOrders } from "db/schema/money-payments"
import { studentStatusChanges, students } from "db/schema/people"
import { and, eq, isNull, lte, max, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import {
  isNotPermitted,
  ProviderError,
  type ProviderName,
  type SavedAccount,
} from "~/providers/payment-provider"
import type { NotStarted, Saving } from "~/texts/money/saved-methods"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { platformWay } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { familyBalance } from "../ledger/ledger.server"
import { findPayeeAt, findProvider, requireProvider } from "../payment-provider/payment-provider.server"
import { expiryNoticeDays, expiryText, titleOf } from "./auto-pay"
import { autoPayRefusal, payeeOfMethod, waysToSave } from "./auto-pay-rule.server"
import { findMethod, findMethodOfToken, isStanding, type SavedMethod } from "./find-methods.server"
import { isStillPayer, mailPayer, payerOf } from "./payer.server"
import { agree, beginMethod, endMethod, recordSetup } from "./saved-methods.server"

// Saving an account or a card at the provider. Each call carries our id of the agreement, so that a repeat has no second effect.

/** Writes down the person's agreement and asks the provider where they confirm it. */
export async function startSaving(
  actor: Actor,
  familyId: string,
  way: ProviderName = platformWay,
): Promise<Result<{ approveUrl: string }, NotStarted | "no-family">> {
  const account = findPortal(actor).accounts.find((each) => each.familyId === familyId)
  if (!account || !actor.memberId) return { ok: false, reason: "no-family" }
  const refusal = autoPayRefusal(actor)
  if (refusal) return { ok: false, reason: refusal }
  const payee = waysToSave(actor).includes(way) ? findPayeeAt(actor, way) : undefined
  if (!payee) return { ok: false, reason: "no-account" }
  const { saved } = requireProvider(actor, payee)
  const method = agree(
    actor,
    { ...account, memberId: actor.memberId },
    { provider: way, payee: saved.isOfPayee ? payee.payeeEmail : null },
  )
  const back = (parameters: { cancelled?: "1" } = {}) =>
    `${env().APP_URL}${paths.autoPaymentReturn({ agreement: method.id, ...parameters })}`
  try {
    const { setupTokenId, approveUrl } = await saved.ask({
      requestId: method.id,
      description: `Automatic payment of invoices from ${actor.school.name}`,
      brandName: actor.school.name,
      currency: actor.school.currency,
      payerEmail: payerOf(actor, method).email,
      returnUrl: back(),
      cancelUrl: back({ cancelled: "1" }),
    })
    recordSetup(actor, method.id, setupTokenId)
    return { ok: true, approveUrl }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "what a payer wanted to save could not be saved")
    return { ok: false, reason: isNotPermitted(error) ? "not-permitted" : "provider-unavailable" }
  }
}

/** Throws a ProviderError where the school has no key any more of the account that it is saved with. */
const savedOf = (actor: Actor, { provider, payee }: SavedMethod) =>
  requireProvider(actor, { provider, payeeEmail: payee ?? "" }).saved

/** Asks the provider what became of an agreement and takes it over. Safe to repeat, also at once. */
export async function settleSaving(actor: Actor, method: SavedMethod): Promise<Saving> {
  if (method.state === "active" || method.state === "paused") return "saved"
  if (method.state === "ended") return "gone"
  if (!method.setupTokenId) return "waiting"
  try {
    const account = await savedOf(actor, method).finish({
      requestId: method.id,
      setupTokenId: method.setupTokenId,
    })
    if (account === "waiting") return "waiting"
    if (account === "gone") {
      endMethod(actor, method, "provider")
      return "gone"
    }
    return beginMethod(actor, method, account) ? "saved" : "gone"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "an agreement could not be settled")
    return "unreachable"
  }
}

/** Notes that an agreement was asked about, so that the ones asked longest ago come first. */
export function recordAsked(actor: Actor, methodId: string) {
  change(actor, savedMethods, methodId, { updatedAt: now() })
}

/** Deletes the account of an ended agreement at the provider. Throws while that can't be reached. */
export async function forgetSavedAccount(
  actor: Actor,
  { methodId, customerId }: { methodId: string; customerId: string | null },
) {
  const method = findMethod(actor, methodId)
  if (method?.state !== "ended" || !method.paymentTokenId) return
  // A charge whose answer was lost is found there by whose it is.
  if (isUnanswered(actor, methodId)) throw new Error("A charge of this account has no answer yet")
  // Without its key the school's account at the provider is out of reach.
  const provider = findProvider(actor, { provider: method.provider, payeeEmail: method.payee ?? "" })
  await provider?.saved.forget({ paymentTokenId: method.paymentTokenId, customerId })
}

const isUnanswered = (actor: Actor, methodId: string): boolean =>
  select({ id: paymentOrders.id })
    .from(paymentOrders)
    .innerJoin(autoCharges, joined(autoCharges, paymentOrders.autoChargeId))
    .where(
      and(
        own(actor, paymentOrders),
        eq(autoCharges.methodId, methodId),
        eq(autoCharges.state, "charging"),
        eq(paymentOrders.state, "created"),
        isNull(paymentOrders.providerOrderId),
      ),
    )
    .limit(1)
    .get() !== undefined

/** So long after a family's last student left, what it saved ends, once its account is settled. */
const leftDays = 30

/** Ends what was saved by payers who no longer pay, and by settled families whose students have all left. */
export function endMethodsOfLeft(actor: Actor) {
  const methods = ownRows(actor, savedMethods).where(isStanding()).all()
  for (const method of methods)
    if (!isStillPayer(actor, method)) endMethod(actor, method, "office")
    else if (hasLeft(actor, method.familyId)) endMethod(actor, method, "left")
}

function hasLeft(actor: Actor, familyId: string): boolean {
  const theirs = select({ status: students.status, since: max(studentStatusChanges.fromDate) })
    .from(students)
    .leftJoin(studentStatusChanges, joined(studentStatusChanges.studentId, students.id))
    .where(and(own(actor, students), eq(students.familyId, familyId), isNull(students.erasedAt)))
    .groupBy(students.id)
    .all()
  const lastDay = addDays(todayOf(actor), -leftDays)
  return (
    theirs.length > 0 &&
    theirs.every(({ status, since }) => status === "former" && (since ?? "") <= lastDay) &&
    familyBalance(actor, familyId) === 0 &&
    sumUnbilledCharges(actor, { familyId }).charges === 0
  )
}

/**
 * Ends what can't be charged any more for an account of the school's: it was taken away, or another came that it wasn't saved with. With
 * `all` what was saved with the one that is there as well: its key is of another mode now, test or live. With `provider` only what was saved there.
 */
export function endMethodsOfGoneAccounts(actor: Actor, all = false, provider?: ProviderName) {
  const methods = ownRows(actor, savedMethods)
    .where(and(ne(savedMethods.state, "ended"), provider && eq(savedMethods.provider, provider)))
    .all()
  for (const method of methods)
    if ((all && method.payee !== null) || !payeeOfMethod(actor, method)) endMethod(actor, method, "account")
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
    const account = await savedOf(actor, method).show(paymentTokenId)
    if (account) {
      takeOver(actor, method, account)
      return "standing"
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return "unreachable"
  }
  endMethod(actor, method, "provider")
  return "ended"
}

/** Takes over what a card is called now and until when it can be charged: banks renew cards by themselves. */
function takeOver(actor: Actor, method: SavedMethod, { title, expires }: SavedAccount) {
  if (title === method.title && expires === method.expires) return
  transact(() => change(actor, savedMethods, method.id, { title, expires, updatedAt: now() }))
}

/** A card whose last month this is, or is before, is told of. */
const nearMonth = (actor: Actor): string => addDays(todayOf(actor), expiryNoticeDays).slice(0, 7)

/** The cards in use that can soon be charged no more, and whose payers weren't told of that month. */
export const listExpiring = (actor: Actor): SavedMethod[] =>
  ownRows(actor, savedMethods)
    .where(
      and(
        eq(savedMethods.state, "active"),
        lte(savedMethods.expires, nearMonth(actor)),
        sql`${savedMethods.expiryTold} is not ${savedMethods.expires}`,
      ),
    )
    .limit(200)
    .all()

/** Tells the payer of a card that it expires, once of each month, unless the provider knows by now that it was renewed. */
export async function tellOfExpiry(actor: Actor, methodId: string): Promise<CheckedAccount> {
  const token = findMethod(actor, methodId)?.paymentTokenId
  const checked = token ? await checkSavedAccount(token, () => actor) : "not-ours"
  if (checked === "standing")
    transact(() => {
      const method = listExpiring(actor).find(({ id }) => id === methodId)
      if (!method?.expires) return
      change(actor, savedMethods, method.id, { expiryTold: method.expires, updatedAt: now() })
      mailPayer(actor, method, "auto-pay-expiring", {
        account: titleOf(method),
        provider: method.provider,
        expires: expiryText(method.expires),
      })
    })
  return checked
}
