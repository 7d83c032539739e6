import { z } from "zod"

/** A mail that was received for us, as Resend describes it, or as it is read from the mail itself. */
export const ReceivedMail = z.object({
  from: z.string(),
  subject: z.string().nullish(),
  text: z.string().nullish(),
  html: z.string().nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  raw: z.object({ download_url: z.string().nullish() }).nullish().catch(null),
  attachments: z.array(z.object({ filename: z.string().nullish() }).loose()).nullish(),
  /** What a mail server says of a mail of ours that it couldn't deliver. */
  report: z.object({ isLasting: z.boolean(), reason: z.string() }).nullish(),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

/** Whether a file that came with a mail only proves who wrote it, and is nothing to read. */
export const isSignature = (name: string): boolean =>
  /^(smime\.p7s|signature\.asc|openpgp(_signature|_0x[0-9a-f]+)?(\.asc)?)$/i.test(name)
