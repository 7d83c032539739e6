import { transact } from "db/client.server"
import { openTextAccount } from "~/models/accounts/text-account/text-account.server"
import { codeOf } from "~/models/foundation/text-message/text-code.server"
import {
  isKnownText,
  type LeasedText,
  leaseText,
  postponeText,
  recordTextAbsent,
  recordTextRefused,
  recordTextTaken,
  recordTextUnknown,
} from "~/models/foundation/text-message/text-outbox.server"
import { isSendingBlocked } from "~/models/platform/abuse/block.server"
import type { TextProvider } from "~/providers/text-messages/text-provider"
import { twilioTexts } from "~/providers/text-messages/twilio.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"

/** Texts of a school whose sending is blocked ask again so often. */
const blockedWaitMs = 3_600_000
/** Well under the lease, so that a text is never tried twice at once. */
const answerWithinMs = 20_000
/** Our clock and the service's may differ by so much. */
const clockMs = 2 * 60_000

/** Sends the next due text, or asks what became of one. False when there was none. */
export async function sendNextText(stopping?: AbortSignal): Promise<boolean> {
  const text = leaseText()
  if (!text) return false
  if (text === "settled") return true
  if (isSendingBlocked(text.schoolId)) {
    postponeText(text, blockedWaitMs)
    return true
  }
  const account = openTextAccount(text.schoolId)
  if (!account) {
    // What may have left isn't sent again: it is asked about once the key can be opened.
    if (text.isLook || text.unknownSince !== null) recordTextUnknown(text)
    else transact(() => recordTextRefused(text, { reason: "wrong-key", isFinal: false }))
    return true
  }
  const provider = twilioTexts(account)
  if (text.isLook) await lookFor(provider, text)
  else if (text.unknownSince !== null) await findAgain(provider, text)
  else await send(provider, text, stopping)
  return true
}

const bodyOf = ({ topic, body, event }: LeasedText): string =>
  topic === "code" ? body.replace("{code}", () => codeOf(event)) : body
/** As the service may hand it back: with other white space, and for a code with the digits that held before a secret changed. */
const comparable = (body: string, { topic }: LeasedText): string =>
  (topic === "code" ? body.replace(/\d{6}/g, "{code}") : body).replace(/\s+/g, " ").trim()

async function send(provider: TextProvider, text: LeasedText, stopping?: AbortSignal) {
  const signal = AbortSignal.any([AbortSignal.timeout(answerWithinMs), ...(stopping ? [stopping] : [])])
  const sending = await provider.send({
    to: text.phone,
    from: text.from,
    body: bodyOf(text),
    statusUrl: statusUrlOf(text),
    signal,
  })
  if (sending.is === "taken") return transact(() => recordTextTaken(text, sending.text))
  if (sending.is === "postponed") return postponeText(text, sending.waitMs)
  // Neither the number nor the words: they stay in the row.
  const facts = { text: text.id, topic: text.topic, attempts: text.attempts, error: sending.code }
  const { isOver } =
    sending.is === "unknown" ? recordTextUnknown(text) : transact(() => recordTextRefused(text, sending))
  if (isOver) log.error(facts, "a text message was given up")
  else log.warn(facts, "a text message could not be sent and is tried again")
}

/** The service reaches only addresses that others reach, too. */
function statusUrlOf({ schoolId, id }: LeasedText): string | null {
  const { APP_URL, TWILIO_API_BASE } = env()
  const isStandIn = new URL(TWILIO_API_BASE).hostname === "localhost"
  return APP_URL.startsWith("https://") || isStandIn ? `${APP_URL}${paths.twilioStatus(schoolId, id)}` : null
}

/** An earlier call may have been carried out: the service says whether it was, before it is made again. */
async function findAgain(provider: TextProvider, text: LeasedText) {
  const answer = await provider.list({ from: text.from, to: text.phone })
  if (!answer.ok) return recordTextUnknown(text)
  const body = comparable(bodyOf(text), text)
  const since = (text.unknownSince ?? 0) - clockMs
  const found = answer.facts.find(
    // A trial account puts words before it.
    (each) =>
      comparable(each.body, text).endsWith(body) &&
      each.createdAt >= since &&
      !isKnownText(text.schoolId, each.id),
  )
  return found ? transact(() => recordTextTaken(text, found)) : recordTextAbsent(text)
}

/** It was taken a while ago, and the service hasn't said what became of it. */
async function lookFor(provider: TextProvider, text: LeasedText) {
  const answer = await provider.show(text.providerId ?? "")
  if (answer.ok) transact(() => recordTextTaken(text, answer.facts))
  else recordTextUnknown(text)
}
