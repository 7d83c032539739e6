import { env } from "~/utils/env.server"
import type { MailProvider, MailSettings } from "./mail-provider"

/** Who the settings name: a mail server with `SMTP_HOST`, else Resend. Its client is loaded with the first mail. */
export async function mailProvider(settings: MailSettings = env()): Promise<MailProvider> {
  if (settings.mailBy === "smtp") return (await import("./smtp-mail.server")).smtpMail(settings)
  return (await import("./resend-mail.server")).resendMail(settings)
}
