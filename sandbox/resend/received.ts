import { createHmac, randomUUID } from "node:crypto"
import { z } from "zod"
import type { State } from "../state"

// What Resend tells the app, signed as Svix signs: that a mail was received, whose text is fetched afterwards, and what
// became of one that was sent.

const MailReply = z
  .object({
    from: z.string().min(3),
    to: z.string().min(3),
    subject: z.string().default("Re: Support"),
    text: z.string().nullable().default(null),
    html: z.string().nullable().default(null),
    headers: z.record(z.string(), z.string()).default({}),
    /** Whether the sender's domain vouches for it; "none" says nothing. A text is what is said instead. */
    authentication: z.string().max(2000).default("pass"),
    /** Names, or names with their bytes in base64. */
    attachments: z
      .array(z.union([z.string(), z.object({ filename: z.string(), content: z.base64() }).strict()]))
      .default([]),
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
  const { url, times, isForged, attachments, to, authentication, ...mail } = MailReply.parse(body)
  const id = randomUUID()
  state.receivedMail.save({
    ...mail,
    id,
    results: resultsOf(mail.from, authentication),
    object: "email",
    to: [to],
    attachments: attachments.map((file) => ({
      id: randomUUID(),
      content_type: "application/octet-stream",
      ...(typeof file === "string" ? { filename: file } : file),
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
  const address = url ?? `${state.shopOrigin}/api/webhooks/inbound-mail`
  return { id, answers: await tell(address, message, { times, isForged }) }
}

/** What it found out about the sender, as the header of the mail says it; undefined for nothing. */
function resultsOf(from: string, authentication: string): string | undefined {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  const domain = address.split("@").at(-1)?.toLowerCase()
  if (authentication === "none") return undefined
  if (authentication !== "pass" && authentication !== "fail") return authentication
  const result = authentication
  return `mx.resend.example; spf=${result} (of ${domain}) smtp.mailfrom=${address}; dkim=${result} header.d=${domain}; dmarc=${result} header.from=${domain}`
}

const MailEvent = z
  .object({
    /** The mail as the mailbox knows it; without one, the last to this address. */
    id: z.string().optional(),
    to: z.string().optional(),
    type: z.enum(["email.bounced", "email.complained", "email.delivered"]),
    bounce: z.enum(["Permanent", "Transient", "Undetermined"]).default("Permanent"),
    message: z.string().default("550 5.1.1 The email account that you tried to reach does not exist."),
    url: z.url().optional(),
    times: z.int().min(1).max(5).default(1),
    isForged: z.boolean().default(false),
  })
  .strict()

/** Tells the app what became of a mail it sent; answers what the app said each time. */
export async function tellMailEvent(state: State, body: unknown): Promise<{ id: string; answers: number[] }> {
  const { id: named, to, type, bounce, message, url, times, isForged } = MailEvent.parse(body)
  const mail = state.mail
    .list()
    .filter((each) => each.id === named || (named === undefined && to !== undefined && each.to.includes(to)))
    .sort((one, other) => other.at - one.at)[0]
  const id = mail?.id ?? named ?? randomUUID()
  const text = JSON.stringify({
    type,
    created_at: new Date(state.clock.now()).toISOString(),
    data: {
      email_id: id,
      from: mail?.from ?? "",
      to: mail?.to ?? [],
      subject: mail?.subject ?? "",
      ...(type === "email.bounced" ? { bounce: { type: bounce, subType: "General", message } } : {}),
    },
  })
  const address = url ?? `${state.shopOrigin}/api/webhooks/email-events`
  return { id, answers: await tell(address, text, { times, isForged }) }
}

/** Sends a message to the app, signed as Svix signs; answers the statuses. */
async function tell(
  url: string,
  message: string,
  { times, isForged }: { times: number; isForged: boolean },
): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < times; n += 1) {
    const [messageId, time] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))]
    const signature = createHmac("sha256", isForged ? "another" : secret)
      .update(`${messageId}.${time}.${message}`)
      .digest("base64")
    const answer = await fetch(url, {
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
  return answers
}
