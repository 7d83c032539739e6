import { transact } from "db/client.server"
import { textAccounts, textMessages } from "db/schema/foundation-text-messages"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  ownRows,
  type Params,
  platformQuery,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { textFrom } from "~/models/foundation/text-message/text-message"
import { addText, monthStart, usedSince } from "~/models/foundation/text-message/text-outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { ProviderText } from "~/providers/text-messages/text-provider"
import { twilioTexts } from "~/providers/text-messages/twilio.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { e164Of, isLandline, isSameCallingCode, phoneText } from "~/utils/phone-number.server"
import type { Result } from "~/utils/result"
import { seal, unseal } from "~/utils/seal.server"
import { refusePassword, tellAdministrators } from "../school/change-payee.server"

// A school's own account at the text message service, by a key that it makes there. The key is sealed, and no page shows it again.

const purpose = "text-account-key"

const accountQuery = query((_p, own) => select().from(textAccounts).where(own(textAccounts)))

/** What the settings and the composer show of it, with what this month has used; null without an account. */
export function findTextAccount(actor: Actor) {
  const row = accountQuery.get(actor)
  if (!row) return null
  const { account, number, keyEnd, priceMicros, priceCurrency, monthlyLimit, checkedAt } = row
  const used = usedSince(actor.school.id, monthStart(actor.school.timeZone, now()))
  const left = Math.max(0, monthlyLimit - used.segments)
  const shown = { account, number, numberText: phoneText(number), keyEnd, checkedAt }
  return { ...shown, priceMicros, priceCurrency, monthlyLimit, used, left }
}

/** What became of the latest test. */
export function findLastTest(actor: Actor) {
  return ownRows(actor, textMessages, ["phone", "state", "reason"])
    .where(eq(textMessages.topic, "test"))
    .orderBy(desc(textMessages.createdAt))
    .limit(1)
    .get()
}

export const hasTextAccount = (actor: Actor): boolean => accountQuery.get(actor) !== undefined

/** The number that a school's texts come from; undefined without an account. */
export const textNumberOf = (actor: Actor): string | undefined => accountQuery.get(actor)?.number

/** An account with its key, for calls and for proving who writes; undefined without one, or when its key can't be opened. */
export function openTextAccount(
  schoolId: string,
): { account: string; key: string; number: string } | undefined {
  const row = select().from(textAccounts).where(ofSchool(schoolId, textAccounts)).get()
  const opened = row && unseal(purpose, row.sealedKey)
  return opened && { account: row.account, key: opened.text, number: row.number }
}

type KeyRefusal = "no-key" | "wrong-key" | "provider-unavailable"
type Limited = { ok: false; reason: "too-many-tries"; seconds: number }
type Connected =
  | Result<
      { how: "added" | "changed" },
      KeyRefusal | "wrong-password" | "wrong-number" | "changed" | "number-in-use"
    >
  | Limited
type Removed = Result<{ how: "removed" | undefined }, "wrong-password"> | Limited

/** What Twilio says a segment costs: the price of the latest text that has one. */
function priceIn(texts: readonly ProviderText[]) {
  const priced = texts.find(({ costMicros, segments }) => costMicros !== null && segments !== null)
  if (!priced?.segments || priced.costMicros === null) return {}
  const { costMicros, segments, currency } = priced
  return {
    priceMicros: Math.round(costMicros / segments),
    ...(currency && /^[A-Z]{3}$/.test(currency) ? { priceCurrency: currency } : {}),
  }
}

/** What a school enters of its account; `price` is in millionths of the currency's unit. */
type AccountFacts = {
  account: string
  key?: string | undefined
  number: string
  price?: number | undefined
  monthlyLimit: number
  currentPassword: string
  /** When the account that the form showed was checked; blank where there was none. */
  seen?: string | undefined
}

/**
 * Keeps a school's account at Twilio, once Twilio knows the key. A key left blank stays as it is. Refuses a number of the account that
 * another school texts from: what is written to a number reaches one school alone.
 */
export async function connectTexts(
  actor: Actor,
  { account, key: typed, number: text, price, monthlyLimit, currentPassword, seen }: AccountFacts,
): Promise<Connected> {
  const refusal = await refusePassword(actor, currentPassword)
  if (refusal) return refusal
  const number = e164Of(text)
  if (!number) return { ok: false, reason: "wrong-number" }
  const before = accountQuery.get(actor)
  const kept = before?.account === account ? openTextAccount(actor.school.id)?.key : undefined
  const key = typed ?? kept
  if (!key) return { ok: false, reason: "no-key" }
  const answer = await twilioTexts({ account, key }).list({ from: number })
  if (!answer.ok)
    return { ok: false, reason: answer.reason === "wrong-key" ? "wrong-key" : "provider-unavailable" }
  return transact((): Connected => {
    if (seen !== undefined && seen !== String(accountQuery.get(actor)?.checkedAt ?? ""))
      return { ok: false, reason: "changed" }
    if (schoolsAt.all({ account, number }).some(({ schoolId }) => schoolId !== actor.school.id))
      return { ok: false, reason: "number-in-use" }
    const values = {
      account,
      number,
      sealedKey: seal(purpose, key),
      keyEnd: key.slice(-4),
      ...(price === undefined ? { priceMicros: null, ...priceIn(answer.facts) } : { priceMicros: price }),
      monthlyLimit,
      checkedAt: now(),
    }
    if (before) change(actor, textAccounts, before.id, values)
    else add(actor, textAccounts, values)
    const after = { account, number, monthlyLimit }
    record(
      actor,
      before && { account: before.account, number: before.number, monthlyLimit: before.monthlyLimit },
      after,
    )
    if (before?.account !== account || before.number !== number || typed)
      tellAdministrators(actor, "texts-changed", { before: textOf(before), after: textOf(values) })
    return { ok: true, how: before ? "changed" : "added" }
  })
}

const schoolsAt = platformQuery((p: Params<{ account: string; number: string }>) =>
  select({ schoolId: textAccounts.schoolId })
    .from(textAccounts)
    .where(and(eq(textAccounts.account, p.account), eq(textAccounts.number, p.number))),
)

/** Takes the account and its key away: no more texts leave. What people agreed to stays. */
export async function disconnectTexts(
  actor: Actor,
  { currentPassword }: { currentPassword: string },
): Promise<Removed> {
  const refusal = await refusePassword(actor, currentPassword)
  if (refusal) return refusal
  return transact((): Removed => {
    const before = accountQuery.get(actor)
    if (!before) return { ok: true, how: undefined }
    remove(actor, textAccounts, before.id)
    record(actor, { account: before.account, number: before.number, monthlyLimit: before.monthlyLimit }, null)
    tellAdministrators(actor, "texts-changed", { before: textOf(before), after: textOf(undefined) })
    return { ok: true, how: "removed" }
  })
}

export type NumberRefusal = "wrong-number" | "landline" | "other-country"

/** A number as it is texted, or why it can't be: it is none, gets no texts, or isn't in the country of the school's own. */
export function textableNumber(actor: Actor, text: string): Result<{ phone: string }, NumberRefusal> {
  const own = textNumberOf(actor)
  const phone = e164Of(text, own)
  if (!phone) return { ok: false, reason: "wrong-number" }
  if (isLandline(phone)) return { ok: false, reason: "landline" }
  if (own && !isSameCallingCode(own, phone)) return { ok: false, reason: "other-country" }
  return { ok: true, phone }
}

/** Sends one text to a number of the person who asks for it, to see that all is well. */
export async function sendTestText(
  actor: Actor,
  to: string,
  text: string,
): Promise<Result<{ phone: string }, NumberRefusal | "no-account"> | Limited> {
  if (!hasTextAccount(actor)) return { ok: false, reason: "no-account" }
  const number = textableNumber(actor, to)
  if (!number.ok) return number
  const seconds = await countTry("text-code", actor.school.id)
  if (seconds > 0) return { ok: false, reason: "too-many-tries", seconds }
  return transact(() => {
    addText({
      schoolId: actor.school.id,
      event: `test-${newId()}`,
      memberId: actor.memberId,
      phone: number.phone,
      topic: "test",
      body: textFrom(actor.school.name, text),
      dueAt: now(),
    })
    return { ok: true, phone: phoneText(number.phone) }
  })
}

const textOf = (account: { number: string } | undefined): string =>
  account ? phoneText(account.number) : "none"

type Facts = { account: string; number: string; monthlyLimit: number }

const record = (actor: Actor, before: Facts | null | undefined, after: Facts | null) =>
  recordEvent(actor, "school.change-texts", actor.school.id, {
    before: { textAccount: before ?? null },
    after: { textAccount: after },
  })
