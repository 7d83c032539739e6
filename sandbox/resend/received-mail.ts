/** A mail that Resend received for the app. */
export type ReceivedMail = {
  id: string
  object: "email"
  from: string
  to: string[]
  subject: string
  text: string | null
  html: string | null
  headers: Record<string, string>
  /** What the provider found out about the sender. */
  results?: string
  /** `content` is base64; without it the file is listed and can't be downloaded. */
  attachments: { id: string; filename: string; content_type: string; content?: string }[]
  created_at: string
}
