import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import { createSigner } from "../paypal/certificate"

// A mail server by SMTP, in place of a school's own. Mail to it goes nowhere else. As with Resend's test addresses, the part
// before the @ says what becomes of a mail: busy and cut go wrong once, then well.

export type ArrivedMail = { from: string; to: string; raw: string; isEncrypted: boolean }

export type MailServer = {
  port: number
  /** To be trusted by who connects with STARTTLS. */
  certificatePem: string
  arrived: ArrivedMail[]
  close(): Promise<void>
}

export const mailLogin = { user: "tutti", pass: "a password of the mail server" }

const answers: Record<string, { status: number; text: string; at: "recipient" | "data"; once?: true }> = {
  busy: { status: 451, text: "4.7.1 Greylisted, try again later", at: "recipient", once: true },
  full: { status: 452, text: "4.2.2 Mailbox full", at: "recipient" },
  unknown: { status: 550, text: "5.1.1 No such user here", at: "recipient" },
  refused: { status: 550, text: "5.7.1 Relaying denied", at: "recipient" },
  spam: { status: 554, text: "5.7.1 Message refused as spam", at: "data" },
}

/** @param startTls false: a server that offers no encryption */
export async function startMailServer({ startTls = true } = {}): Promise<MailServer> {
  const day = 86_400_000
  const { privateKeyPem, certificatePem } = createSigner({
    from: Date.now() - day,
    to: Date.now() + 30 * day,
    commonName: "localhost",
  })
  const arrived: ArrivedMail[] = []
  const struck = new Set<string>()
  const answerOf = (address: string, at: "recipient" | "data") => {
    const answer = answers[address.split("@")[0] ?? ""]
    if (answer?.at !== at || (answer.once && struck.has(address))) return undefined
    struck.add(address)
    return Object.assign(new Error(answer.text), { responseCode: answer.status })
  }
  const server = new SMTPServer({
    key: privateKeyPem,
    cert: certificatePem,
    authOptional: true,
    logger: false,
    ...(startTls ? {} : { hideSTARTTLS: true, allowInsecureAuth: true }),
    onAuth: ({ username, password }, _session, done) =>
      username === mailLogin.user && password === mailLogin.pass
        ? done(null, { user: mailLogin.user })
        : done(new Error("5.7.8 Wrong user or password")),
    onRcptTo: ({ address }, _session, done) => done(answerOf(address, "recipient")),
    onData: async (stream, session, done) => {
      const to = session.envelope.rcptTo[0]?.address ?? ""
      if (to.startsWith("cut@") && !struck.has(to)) {
        struck.add(to)
        server.connections.forEach((connection) => {
          connection._socket.destroy()
        })
        return
      }
      const raw = (await buffer(stream)).toString("utf8")
      const refusal = answerOf(to, "data")
      if (refusal) return done(refusal)
      const { mailFrom } = session.envelope
      arrived.push({ from: mailFrom ? mailFrom.address : "", to, raw, isEncrypted: session.secure })
      done(null, "Queued")
    },
  })
  // A client that is cut off in the middle is what some tests want.
  server.on("error", () => undefined)
  const listening = server.listen(0, "127.0.0.1")
  await once(listening, "listening")
  return {
    port: (listening.address() as AddressInfo).port,
    certificatePem,
    arrived,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** What the server of the recipient sends back to the address in the envelope (RFC 3464), a day later. */
export function reportOf(
  { from, to, raw }: ArrivedMail,
  { action = "failed", status = "5.1.1", said = "550 5.1.1 No such user here" } = {},
): string {
  const boundary = randomUUID()
  const [head = ""] = raw.split("\r\n\r\n")
  return [
    "From: Mail Delivery System <MAILER-DAEMON@mx.elsewhere.example>",
    `To: ${from}`,
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"`,
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    `--${boundary}`,
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.elsewhere.example",
    "",
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    "",
    `--${boundary}`,
    "Content-Type: text/rfc822-headers",
    "",
    head,
    "",
    `--${boundary}--`,
    "",
  ].join("\r\n")
}
