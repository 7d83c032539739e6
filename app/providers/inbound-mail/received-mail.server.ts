import { z } from "zod"
import { env } from "~/utils/env.server"

// A mail that Resend received for us. Its message names the mail; the text is fetched with our key.

const answerWithinMs = 15_000
const mostBytes = 5 * 1_048_576

const ReceivedMail = z.object({
  from: z.string(),
  subject: z.string().nullish(),
  text: z.string().nullish(),
  html: z.string().nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  attachments: z.array(z.object({ filename: z.string().nullish() }).loose()).nullish(),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

/** The mail, or undefined when the provider no longer has it. Throws while it can't be reached. */
export async function fetchReceivedMail(mailId: string): Promise<ReceivedMail | undefined> {
  const { RESEND_BASE_URL, RESEND_API_KEY } = env()
  const answer = await fetch(`${RESEND_BASE_URL}/emails/receiving/${encodeURIComponent(mailId)}`, {
    headers: { Authorization: `Bearer ${RESEND_API_KEY}` },
    signal: AbortSignal.timeout(answerWithinMs),
  })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`The mail provider answered ${answer.status} for a received mail.`)
  const body = await answer.text()
  if (body.length > mostBytes) throw new Error("A received mail is too large to read.")
  return ReceivedMail.parse(JSON.parse(body))
}
