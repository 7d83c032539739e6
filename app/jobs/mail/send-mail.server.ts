import { Resend } from "resend"
import { leaseMail, recordMailFailure, recordMailSent } from "~/models/outbox/outbox.server"
import { env } from "~/utils/env.server"
import { composeMail } from "./compose-mail.server"

/** Refusals that a later try cannot cure (integrations.md B.1). */
const finalErrors = new Set([
  "validation_error",
  "invalid_from_address",
  "invalid_attachment",
  "missing_required_field",
  "invalid_idempotent_request",
])

/** Sends the next due mail. False when there was none. */
export async function sendNextMail(): Promise<boolean> {
  const mail = leaseMail()
  if (!mail) return false
  const { RESEND_API_KEY, RESEND_BASE_URL, MAIL_FROM } = env()
  try {
    const composed = await composeMail(mail)
    const resend = new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL })
    const { data, error } = await resend.emails.send(
      { from: MAIL_FROM, to: mail.recipient, ...composed },
      { idempotencyKey: mail.id },
    )
    if (error)
      recordMailFailure(mail, {
        message: `${error.name}: ${error.message}`,
        final: finalErrors.has(error.name),
      })
    else recordMailSent(mail.id, data.id)
  } catch (error) {
    recordMailFailure(mail, { message: error instanceof Error ? error.message : String(error), final: false })
  }
  return true
}
