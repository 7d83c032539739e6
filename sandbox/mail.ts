/** A mail that was handed to the Resend stand-in; what the mailbox shows. `at` is UTC ms on the sandbox's clock. */
export type SentMail = {
  id: string
  at: number
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  subject: string
  text: string | null
  html: string | null
  headers: Record<string, string>
  tags: { name: string; value: string }[]
  attachments: MailAttachment[]
}

/** `content` is base64, as it was sent; `size` is the decoded length in bytes. */
export type MailAttachment = { filename: string; contentType: string; size: number; content: string }
