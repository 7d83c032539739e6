import "./load-env-file.mjs"
import { randomUUID } from "node:crypto"
import { mailProvider } from "~/providers/mail/mail-provider.server"
import { env } from "~/utils/env.server"

// Sends one email by the settings, past the queue, and says what the mail server or Resend answered.

const [to] = process.argv.slice(2)
if (!to || !/^[^\s@]+@[^\s@]+$/.test(to)) {
  console.error("Usage: test-mail <your email>")
  process.exit(1)
}
const settings = env()
const by = settings.mailBy === "smtp" ? `${settings.SMTP_HOST}:${settings.SMTP_PORT}` : "Resend"
const send = await mailProvider(settings)
const sending = await send(
  {
    from: settings.MAIL_FROM,
    to,
    subject: `A test from ${settings.INSTALLATION}`,
    text: `This email was sent by ${settings.APP_URL}. Nothing else has to be done.`,
  },
  { key: randomUUID(), signal: AbortSignal.timeout(30_000) },
)
if (sending.is === "sent") console.log(`Sent to ${to} by ${by}. See whether it arrives, and not among spam.`)
else console.log(`Not sent by ${by}: ${sending.is === "refused" ? sending.message : sending.code}`)
process.exitCode = sending.is === "sent" ? 0 : 1
