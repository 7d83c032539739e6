import type { Env } from "~/utils/env.server"

// Who takes our mail to its recipients, whichever company or server that is.

export type OutgoingMail = {
  from: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  /** `content` is base64. */
  attachments?: { filename: string; content: string; contentType: string; contentId?: string }[]
}

export type SendingOptions = {
  /** The same for each try of one mail, so that a repeated one can be recognized. */
  key: string
  /** Where the mail goes back to when it can't be delivered; our own address when absent. */
  returnTo?: string
  signal: AbortSignal
}

export type Sending =
  /** The provider has it, and knows it under this ID. */
  | { is: "sent"; providerId: string | null }
  /** The provider asks for patience; this is no failed try. */
  | { is: "postponed"; waitMs: number; code: string }
  | {
      is: "refused"
      /** A later try can't cure it. */
      isFinal: boolean
      /** Without the address; the message may quote it. */
      code: string
      message: string
      /** There is no such mailbox. */
      hasNoMailbox?: boolean
    }

/** What sending needs of the settings. */
export type MailSettings = Pick<
  Env,
  | "APP_URL"
  | "MAIL_FROM"
  | "RESEND_API_KEY"
  | "RESEND_BASE_URL"
  | "SMTP_HOST"
  | "SMTP_PASSWORD"
  | "SMTP_PORT"
  | "SMTP_TLS"
  | "SMTP_USER"
  | "mailBy"
>

export type MailProvider = (mail: OutgoingMail, options: SendingOptions) => Promise<Sending>

/** The address within a From line. */
export const bareFrom = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
