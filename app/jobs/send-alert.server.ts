import { randomUUID } from "node:crypto"
import type { MailSettings } from "~/providers/mail/mail-provider"
import { mailProvider } from "~/providers/mail/mail-provider.server"
import { type Env, type Environment, env, readSettings } from "~/utils/env.server"

// Tells the operator, past the queue of mail: on a full disk or a damaged database nothing can be queued.

const answerWithinMs = 15_000

/** What an alert needs of the settings. */
export type AlertSettings = MailSettings & Pick<Env, "ALERT_EMAIL" | "ALERT_WEBHOOK_URL" | "INSTALLATION">
export type Alert = { subject: string; lines: string[] }
export type Delivery = { to: "mail" | "webhook"; problem: string | null }

/**
 * What can be had of settings that the app refuses: a start that fails for them is what an operator has to hear of.
 */
export function readAlertSettings(source: Environment): AlertSettings {
  const { settings } = readSettings(source)
  if (settings) return settings
  const address = source.APP_URL ?? ""
  return {
    ALERT_EMAIL: source.ALERT_EMAIL || undefined,
    ALERT_WEBHOOK_URL: source.ALERT_WEBHOOK_URL || undefined,
    APP_URL: address,
    INSTALLATION: source.INSTALLATION || (URL.canParse(address) ? new URL(address).hostname : "Tutti"),
    MAIL_FROM: source.MAIL_FROM ?? "",
    RESEND_API_KEY: source.RESEND_API_KEY ?? "",
    RESEND_BASE_URL: source.RESEND_BASE_URL || "https://api.resend.com",
    ...smtpOf(source),
  }
}

function smtpOf(
  source: Environment,
): Pick<MailSettings, "mailBy" | "SMTP_HOST" | "SMTP_PORT" | "SMTP_USER" | "SMTP_PASSWORD" | "SMTP_TLS"> {
  const port = Number(source.SMTP_PORT || 587)
  const tls = source.SMTP_TLS
  return {
    mailBy: source.SMTP_HOST ? "smtp" : "resend",
    SMTP_HOST: source.SMTP_HOST || undefined,
    SMTP_PORT: port,
    SMTP_USER: source.SMTP_USER || undefined,
    SMTP_PASSWORD: source.SMTP_PASSWORD || undefined,
    SMTP_TLS: tls === "none" || tls === "tls" ? tls : port === 465 && !tls ? "tls" : "starttls",
  }
}

/** Sends an alert everywhere the settings name; answers how each went. Empty: no one is named. */
export async function sendAlert(
  { subject, lines }: Alert,
  settings: AlertSettings = env(),
): Promise<Delivery[]> {
  const { ALERT_EMAIL, ALERT_WEBHOOK_URL, INSTALLATION, APP_URL } = settings
  const title = `[${INSTALLATION}] ${subject}`
  const text = [...lines, "", `${APP_URL}/super-admin`].join("\n")
  const deliveries: Delivery[] = []
  if (ALERT_EMAIL) deliveries.push(await attempt("mail", () => mail(settings, ALERT_EMAIL, title, text)))
  if (ALERT_WEBHOOK_URL) {
    // Mail may be what fails: whoever reads the other way learns it there.
    const unsent = deliveries.some(({ problem }) => problem !== null)
    const whole = unsent ? `${text}\n\nThis alert couldn’t be sent by email.` : text
    deliveries.push(await attempt("webhook", () => post(ALERT_WEBHOOK_URL, title, whole)))
  }
  return deliveries
}

async function attempt(to: Delivery["to"], send: () => Promise<void>): Promise<Delivery> {
  try {
    await send()
    return { to, problem: null }
  } catch (error) {
    return { to, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function mail(settings: AlertSettings, to: string, subject: string, text: string) {
  const send = await mailProvider(settings)
  const sending = await send(
    { from: settings.MAIL_FROM, to, subject, text },
    { key: randomUUID(), signal: AbortSignal.timeout(answerWithinMs) },
  )
  if (sending.is !== "sent") throw new Error(sending.is === "refused" ? sending.message : sending.code)
}

async function post(url: string, title: string, text: string) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: `${title}\n${text}` }),
    signal: AbortSignal.timeout(answerWithinMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
}
