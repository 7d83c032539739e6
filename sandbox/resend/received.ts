import { createHmac, randomUUID } from "node:crypto"
import { z } from "zod"
import type { State } from "../state"

// Resend's side of received mail: the mail is kept, and the app is told of it as Resend's webhook tells, signed as Svix
// signs. The text is fetched afterwards.

const MailReply = z
  .object({
    from: z.string().min(3),
    to: z.string().min(3),
    subject: z.string().default("Re: Support"),
    text: z.string().nullable().default(null),
    html: z.string().nullable().default(null),
    headers: z.record(z.string(), z.string()).default({}),
    attachments: z.array(z.string()).default([]),
    /** Where the app is told; its own address when absent. */
    url: z.url().optional(),
    /** Tells it again, or with a signature that does not fit. */
    times: z.int().min(1).max(5).default(1),
    isForged: z.boolean().default(false),
  })
  .strict()

// The app knows it as the stand-in's secret (standInMailSecret in app/utils/env.server.ts).
const secret = Buffer.from("tutti-stand-in-inbound-mail")

/** Receives a mail and tells the app; answers what the app said each time. */
export async function receiveMail(state: State, body: unknown): Promise<{ id: string; answers: number[] }> {
  const { url, times, isForged, attachments, to, ...mail } = MailReply.parse(body)
  const id = randomUUID()
  state.receivedMail.save({
    ...mail,
    id,
    object: "email",
    to: [to],
    attachments: attachments.map((filename) => ({
      id: randomUUID(),
      filename,
      content_type: "application/octet-stream",
    })),
    created_at: new Date(state.clock.now()).toISOString(),
  })
  const message = JSON.stringify({
    type: "email.received",
    created_at: new Date(state.clock.now()).toISOString(),
    data: {
      email_id: id,
      from: mail.from,
      to: [to],
      cc: [],
      bcc: [],
      subject: mail.subject,
      attachments: [],
    },
  })
  const answers: number[] = []
  for (let n = 0; n < times; n += 1) {
    const [messageId, time] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))]
    const signature = createHmac("sha256", isForged ? "another" : secret)
      .update(`${messageId}.${time}.${message}`)
      .digest("base64")
    const answer = await fetch(url ?? `${state.shopOrigin}/api/webhooks/inbound-mail`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "svix-id": messageId,
        "svix-timestamp": time,
        "svix-signature": `v1,${signature}`,
      },
      body: message,
    })
    answers.push(answer.status)
  }
  return { id, answers }
}
