import { transact } from "db/client.server"
import { stripeAccounts } from "db/schema/accounts-stripe"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, query, remove, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import { type KeyAnswer, tryKey } from "~/providers/stripe/client.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import type { Result } from "~/utils/result"
import { seal, unseal } from "~/utils/seal.server"
import { queueEnding, refusePassword, tellAdministrators } from "../school/change-payee.server"
import type { StripeForm } from "./stripe-form"

// A school's own account at Stripe, by keys that it makes there. They are sealed, and no page shows them again.

const keyPurpose = "stripe-key"
const webhookPurpose = "stripe-webhook"

const accountQuery = query((_p, own) => select().from(stripeAccounts).where(own(stripeAccounts)))

const findRow = (actor: Actor) => accountQuery.get(actor)

/** What the settings show of it. */
export function findStripeAccount(actor: Actor) {
  const row = findRow(actor)
  if (!row) return null
  const { name, isTest, keyEnd, checkedAt, sealedWebhookSecret } = row
  return { name, isTest, keyEnd, checkedAt, hasWebhookSecret: sealedWebhookSecret !== null }
}

/** The account with its key, for calls; undefined where there is none, or its key can't be opened any more. */
export function openStripeAccount(
  actor: Actor,
): { id: string; accountId: string; secretKey: string; isTest: boolean } | undefined {
  const row = findRow(actor)
  const opened = row && unseal(keyPurpose, row.sealedKey)
  return opened && { id: row.id, accountId: row.account, secretKey: opened.text, isTest: row.isTest }
}

/** The secret that a school's account signs its messages with; undefined without one. For the webhook, which is the proof. */
export function openWebhookSecretOf(schoolId: string): string | undefined {
  const sealed = select()
    .from(stripeAccounts)
    .where(ofSchool(schoolId, stripeAccounts))
    .get()?.sealedWebhookSecret
  return sealed ? unseal(webhookPurpose, sealed)?.text : undefined
}

/** Why a key isn't used, and which permissions it lacks, as Stripe names them. */
type KeyRefused =
  | { ok: false; reason: "no-key" | "wrong-key" | "provider-unavailable" }
  | { ok: false; reason: "key-not-allowed"; missing: string[] }
type Limited = { ok: false; reason: "too-many-tries"; seconds: number }
type Connected = Result<{ how: "added" | "changed" }, "wrong-password"> | KeyRefused | Limited
type Removed = Result<{ how: "removed" | undefined }, "wrong-password"> | Limited

/** Asks Stripe whose the key is, and whether it may do all that we do there. */
async function askAccount(secretKey: string): Promise<({ ok: true } & KeyAnswer) | KeyRefused> {
  try {
    const answer = await tryKey(secretKey)
    const { missing } = answer
    return missing.length > 0 ? { ok: false, reason: "key-not-allowed", missing } : { ok: true, ...answer }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error }, "a school's Stripe key was not answered")
    return { ok: false, reason: error.status === 401 ? "wrong-key" : "provider-unavailable" }
  }
}

/**
 * Keeps the keys of a school's Stripe account, once Stripe knows the secret key. What is left blank stays as it is.
 * Payments of an account that was there before can't be asked about or refunded from here any more.
 */
export async function connectStripe(
  actor: Actor,
  { secretKey, webhookSecret, currentPassword }: StripeForm,
): Promise<Connected> {
  const refusal = await refusePassword(actor, currentPassword)
  if (refusal) return refusal
  const before = findRow(actor)
  const key = secretKey ?? openStripeAccount(actor)?.secretKey
  if (!key) return { ok: false, reason: "no-key" }
  const account = await askAccount(key)
  if (!account.ok) return account
  return transact((): Connected => {
    const at = now()
    const { accountId, name } = account
    const kept = before?.account === accountId ? before.sealedWebhookSecret : null
    const values = {
      account: accountId,
      name,
      isTest: isTestKey(key),
      sealedKey: seal(keyPurpose, key),
      keyEnd: key.slice(-4),
      sealedWebhookSecret: webhookSecret ? seal(webhookPurpose, webhookSecret) : kept,
      checkedAt: at,
    }
    if (before) change(actor, stripeAccounts, before.id, values)
    else add(actor, stripeAccounts, values)
    record(actor, before?.account ?? null, accountId)
    const isOtherMode = before !== undefined && before.isTest !== values.isTest
    if (before && (isOtherMode || before.account !== accountId))
      queueEnding(actor, before.account, isOtherMode)
    if (before?.account !== accountId || secretKey)
      tellAdministrators(actor, "stripe-changed", { before: textOf(before), after: textOf(values) })
    return { ok: true, how: before ? "changed" : "added" }
  })
}

/** Takes the account and its keys away: families can no longer pay by card there. */
export async function disconnectStripe(
  actor: Actor,
  { currentPassword }: { currentPassword: string },
): Promise<Removed> {
  const refusal = await refusePassword(actor, currentPassword)
  if (refusal) return refusal
  return transact((): Removed => {
    const before = findRow(actor)
    if (!before) return { ok: true, how: undefined }
    remove(actor, stripeAccounts, before.id)
    record(actor, before.account, null)
    queueEnding(actor, before.account)
    tellAdministrators(actor, "stripe-changed", { before: textOf(before), after: textOf(undefined) })
    return { ok: true, how: "removed" }
  })
}

/** Whether the key still works; when it does, that is noted. */
export async function checkStripe(actor: Actor): Promise<{ ok: true; name: string } | KeyRefused> {
  const account = openStripeAccount(actor)
  if (!account) return { ok: false, reason: "no-key" }
  const answer = await askAccount(account.secretKey)
  if (!answer.ok) return answer
  transact(() => change(actor, stripeAccounts, account.id, { checkedAt: now(), name: answer.name }))
  return { ok: true, name: answer.name }
}

const isTestKey = (key: string) => /^(sk|rk)_test_/.test(key)

const textOf = (account: { name: string; isTest: boolean; keyEnd: string } | undefined): string =>
  account ? `${account.name}, ${account.isTest ? "test key" : "key"} ending in ${account.keyEnd}` : "none"

const record = (actor: Actor, before: string | null, after: string | null) =>
  recordEvent(actor, "school.change-payee", actor.school.id, {
    before: { stripeAccount: before },
    after: { stripeAccount: after },
  })
