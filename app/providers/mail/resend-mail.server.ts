import { Resend } from "resend"
import type { MailProvider, MailSettings } from "./mail-provider"

/** Refusals that a later try cannot cure. */
const finalErrors = new Set([
  "validation_error",
  "invalid_from_address",
  "invalid_attachment",
  "missing_required_field",
])

/** The provider asks for patience. UTC ms to wait. */
const patience: Record<string, number> = {
  rate_limit_exceeded: 2000,
  concurrent_idempotent_requests: 5000,
  daily_quota_exceeded: 3_600_000,
  monthly_quota_exceeded: 3_600_000,
}

/** Resend knows a key for a day and sends once under it. Where a mail comes back to is its own business. */
export function resendMail({ RESEND_API_KEY, RESEND_BASE_URL }: MailSettings): MailProvider {
  const resend = new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL })
  return async (mail, { key, signal }) => {
    // The client hands its options on to fetch, although its types do not say so.
    const options = { idempotencyKey: key, signal }
    const { data, error } = await resend.emails.send(mail, options)
    if (!error) return { is: "sent", providerId: data.id }
    // The key was used with other words: an earlier try did reach the provider.
    if (error.name === "invalid_idempotent_request") return { is: "sent", providerId: null }
    const waitMs = patience[error.name]
    if (waitMs !== undefined) return { is: "postponed", waitMs, code: error.name }
    const isFinal = finalErrors.has(error.name)
    return { is: "refused", isFinal, code: error.name, message: `${error.name}: ${error.message}` }
  }
}
