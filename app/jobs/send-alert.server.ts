import { randomUUID } from "node:crypto"
import { Resend } from "resend"
import { env } from "~/utils/env.server"

// Tells the operator, past the queue of mail: on a full disk or a damaged database nothing can be queued.

const answerWithinMs = 15_000

export type Alert = { subject: string; lines: string[] }
export type Delivery = { to: "mail" | "webhook"; problem: string | null }

/** Sends an alert everywhere the settings name; answers how each went. Empty: no one is named. */
export async function sendAlert({ subject, lines }: Alert): Promise<Delivery[]> {
  const { ALERT_EMAIL, ALERT_WEBHOOK_URL, INSTALLATION } = env()
  const title = `[${INSTALLATION}] ${subject}`
  const text = [...lines, "", `${env().APP_URL}/super-admin`].join("\n")
  const deliveries: Promise<Delivery>[] = []
  if (ALERT_EMAIL) deliveries.push(attempt("mail", () => mail(ALERT_EMAIL, title, text)))
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

async function mail(to: string, subject: string, text: string) {
  const { RESEND_API_KEY, RESEND_BASE_URL, MAIL_FROM } = env()
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
