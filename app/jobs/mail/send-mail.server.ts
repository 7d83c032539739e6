import { takeBounce } from "~/models/accounts/bounce/take-bounces.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { isBounced, withholdMail } from "~/models/foundation/outbox/bounce.server"
import type { MailLane } from "~/models/foundation/outbox/mail-kinds"
import {
  type LeasedMail,
  leaseMail,
  postponeMail,
  quotaError,
  recordMailFailure,
  recordMailSent,
} from "~/models/foundation/outbox/outbox.server"
import { isSendingBlocked } from "~/models/platform/abuse/block.server"
import { returnAddressOf } from "~/models/platform/reply-address/reply-address.server"
import type { OutgoingMail } from "~/providers/mail/mail-provider"
import { mailProvider } from "~/providers/mail/mail-provider.server"
import { sentAddress } from "~/utils/email-address"
import { env } from "~/utils/env.server"
import { beginSpan } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { mayLogAgain } from "~/utils/machine-state.server"
import { untilSaved } from "~/utils/until-saved.server"
import { composeMail } from "./compose-mail.server"
import { senderOf } from "./mail-sender.server"

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
  if (mail.lane === "bulk" && isBounced(mail.recipient)) {
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

/** Addresses as mail servers know them; they're kept as people write them. */
const withSentAddresses = (mail: OutgoingMail): OutgoingMail => ({
  ...mail,
  to: sentAddress(mail.to),
  ...(mail.replyTo === undefined ? {} : { replyTo: sentAddress(mail.replyTo) }),
})

async function send(mail: LeasedMail, signal: AbortSignal, stopping?: AbortSignal) {
  const composed = await composeMail(mail)
  const provider = await mailProvider()
  await untilSaved()
  const sending = await provider(
    withSentAddresses({ ...senderOf(mail, env().MAIL_FROM), to: mail.recipient, ...composed }),
    { key: mail.id, returnTo: returnAddressOf(mail.id), signal },
  )
  if (sending.is === "sent") return recordMailSent(mail.id, sending.providerId)
  // Its end is unknown and the lease stands: whoever starts next asks again with the same key.
  if (stopping?.aborted) return
  const { code } = sending
  if (sending.is === "postponed") {
    // Every mail meets it until the plan there is larger, or its day or month is over: the operator has to hear of it.
    if (code.endsWith(quotaError) && mayLogAgain(code, sending.waitMs))
      log.error({ error: code }, "the mail provider's quota is used up")
    return postponeMail(mail, sending.waitMs, code)
  }
  const { message, isFinal, hasNoMailbox } = sending
  const { isOver } = recordMailFailure(mail, { message, final: isFinal })
  if (isFinal && hasNoMailbox) takeBounce(mail.id, message, schoolActor)
  // The provider's own words can quote the address: they stay in the row.
  const facts = { mail: mail.id, template: mail.template, attempts: mail.attempts, error: code }
  if (isOver) log.error(facts, "a mail was given up")
  else log.warn(facts, "a mail could not be sent and is tried again")
}
