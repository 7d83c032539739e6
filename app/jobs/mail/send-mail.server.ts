import type { MailLane } from "~/models/foundation/outbox/mail-lane"
import {
  type LeasedMail,
  leaseMail,
  postponeMail,
  quotaError,
  recordMailFailure,
  recordMailSent,
} from "~/models/foundation/outbox/outbox.server"
import { isReturned, withholdMail } from "~/models/foundation/outbox/returned-address.server"
import { isSendingBlocked } from "~/models/platform/abuse/block.server"
import { env } from "~/utils/env.server"
import { beginSpan } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { mayLogAgain } from "~/utils/machine-state.server"
import { untilSaved } from "~/utils/until-saved.server"
import { composeMail } from "./compose-mail.server"
import { senderOf } from "./mail-sender.server"

/** Refusals that a later try cannot cure. */
const finalErrors = new Set([
  "validation_error",
  "invalid_from_address",
  "invalid_attachment",
  "missing_required_field",
])

/** The provider asks for patience; this is no failed try. UTC ms to wait. */
const patience: Record<string, number> = {
  rate_limit_exceeded: 2000,
  concurrent_idempotent_requests: 5000,
  daily_quota_exceeded: 3_600_000,
  monthly_quota_exceeded: 3_600_000,
}

/** Mail of a school whose sending is blocked asks again so often, and at once when the block is lifted. */
const blockedWaitMs = 3_600_000

/** Well under the lease, so that a mail is never tried twice at once. */
const answerWithinMs = 30_000

/**
 * Sends the next due mail of a lane, or of any. False when there was none. A stop cuts the call off; the mail goes again
 * under the same key.
 */
export async function sendNextMail({
  lane,
  stopping,
}: {
  lane?: MailLane
  stopping?: AbortSignal
} = {}): Promise<boolean> {
  const mail = leaseMail(lane)
  if (!mail) return false
  if (mail.lane === "bulk" && mail.schoolId && isSendingBlocked(mail.schoolId)) {
    postponeMail(mail, blockedWaitMs)
    return true
  }
  if (mail.lane === "bulk" && isReturned(mail.recipient)) {
    withholdMail(mail.id)
    return true
  }
  const span = beginSpan(`email ${mail.template}`)
  try {
    await send(
      mail,
      AbortSignal.any([AbortSignal.timeout(answerWithinMs), ...(stopping ? [stopping] : [])]),
      stopping,
    )
  } catch (error) {
    log.error({ err: error, mail: mail.id, template: mail.template }, "a mail could not be written")
    recordMailFailure(mail, { message: error instanceof Error ? error.message : String(error), final: false })
  } finally {
    span.end()
  }
  return true
}

async function send(mail: LeasedMail, signal: AbortSignal, stopping?: AbortSignal) {
  const { RESEND_API_KEY, RESEND_BASE_URL, MAIL_FROM } = env()
  const composed = await composeMail(mail)
  const { Resend } = await import("resend")
  const resend = new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL })
  await untilSaved()
  // The client hands its options on to fetch, although its types do not say so.
  const options = { idempotencyKey: mail.id, signal }
  const { data, error } = await resend.emails.send(
    { ...senderOf(mail, MAIL_FROM), to: mail.recipient, ...composed },
    options,
  )
  if (!error) return recordMailSent(mail.id, data.id)
  // Its end is unknown and the lease stands: whoever starts next asks again with the same key.
  if (stopping?.aborted) return
  // The key was used with other words: an earlier try did reach the provider.
  if (error.name === "invalid_idempotent_request") return recordMailSent(mail.id, null)
  const wait = patience[error.name]
  if (wait !== undefined) {
    // Every mail meets it until the plan there is larger, or its day or month is over: the operator has to hear of it.
    if (error.name.endsWith(quotaError) && mayLogAgain(error.name, wait))
      log.error({ error: error.name }, "the mail provider's quota is used up")
    return postponeMail(mail, wait, error.name)
  }
  const { isOver } = recordMailFailure(mail, {
    message: `${error.name}: ${error.message}`,
    final: finalErrors.has(error.name),
  })
  // The provider's own words can quote the address: they stay in the row.
  const facts = { mail: mail.id, template: mail.template, attempts: mail.attempts, error: error.name }
  if (isOver) log.error(facts, "a mail was given up")
  else log.warn(facts, "a mail could not be sent and is tried again")
}
