import { randomUUID } from "node:crypto"
import { type Env, type Environment, env, readSettings } from "~/utils/env.server"

// Tells the operator, past the queue of mail: on a full disk or a damaged database nothing can be queued.

const answerWithinMs = 15_000

/** What an alert needs of the settings. */
export type AlertSettings = Pick<
  Env,
  | "ALERT_EMAIL"
  | "ALERT_WEBHOOK_URL"
  | "APP_URL"
  | "INSTALLATION"
  | "MAIL_FROM"
  | "RESEND_API_KEY"
  | "RESEND_BASE_URL"
>
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
  const deliveries: Promise<Delivery>[] = []
  if (ALERT_EMAIL) deliveries.push(attempt("mail", () => mail(settings, ALERT_EMAIL, title, text)))
  if (ALERT_WEBHOOK_URL) deliveries.push(attempt("webhook", () => post(ALERT_WEBHOOK_URL, title, text)))
  return Promise.all(deliveries)
}

async function attempt(to: Delivery["to"], send: () => Promise<void>): Promise<Delivery> {
  try {
    await send()
    return { to, problem: null }
  } catch (error) {
    return { to, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function mail(
  { RESEND_API_KEY, RESEND_BASE_URL, MAIL_FROM }: AlertSettings,
  to: string,
  subject: string,
  text: string,
) {
  const { Resend } = await import("resend")
  const resend = new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL })
  // The client hands its options on to fetch, although its types do not say so.
  const options = { idempotencyKey: randomUUID(), signal: AbortSignal.timeout(answerWithinMs) }
  const { error } = await resend.emails.send({ from: MAIL_FROM, to, subject, text }, options)
  if (error) throw new Error(`${error.name}: ${error.message}`)
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
