import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { bareFrom, type MailProvider, type MailSettings, type Sending } from "./mail-provider"

// A mail server by SMTP (RFC 5321), a connection for each mail. It knows no key that makes a repeated mail harmless: the
// Message-ID stays the same, by which mailboxes recognize one that comes twice.

/** Each step well under the time that a whole mail has. */
const connectWithinMs = 10_000
const quietForMs = 20_000

const noMailbox = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

export function smtpMail(settings: MailSettings): MailProvider {
  return async (mail, { key, returnTo, signal }) => {
    const from = bareFrom(mail.from)
    const messageId = `<${key}@${from.slice(from.lastIndexOf("@") + 1)}>`
    const { attachments = [], ...written } = mail
    const message = await new MailComposer({
      ...written,
      messageId,
      attachments: attachments.map(({ content, contentId, ...file }) => ({
        ...file,
        content: Buffer.from(content, "base64"),
        ...(contentId ? { cid: contentId } : {}),
      })),
    })
      .compile()
      .build()
    try {
      await deliver(settings, { from: returnTo ?? from, to: mail.to }, { message, signal })
      return { is: "sent", providerId: messageId }
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/** Whether the server lets us in; throws what it said. Nothing is sent. */
export async function tryMailServer(settings: MailSettings, signal: AbortSignal): Promise<void> {
  await talk(settings, signal, async () => undefined)
}

type Envelope = { from: string; to: string }

const deliver = (
  settings: MailSettings,
  envelope: Envelope,
  { message, signal }: { message: Buffer; signal: AbortSignal },
) =>
  talk(settings, signal, (connection) =>
    answered((done) => connection.send({ ...envelope, size: message.length }, message, done)),
  )

/** Connects, encrypts and logs in; then does the work. The connection ends with it, and at once when it is cut off. */
async function talk(
  { APP_URL, SMTP_HOST, SMTP_PORT, SMTP_TLS, SMTP_USER, SMTP_PASSWORD }: MailSettings,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<unknown>,
) {
  const connection = new SMTPConnection({
    host: SMTP_HOST,
    port: SMTP_PORT,
    // An alert is sent even with settings that the app refuses.
    name: URL.canParse(APP_URL) ? new URL(APP_URL).hostname : "localhost",
    secure: SMTP_TLS === "tls",
    requireTLS: SMTP_TLS === "starttls",
    ignoreTLS: SMTP_TLS === "none",
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: quietForMs,
  })
  const broken = new Promise<never>((_, reject) => {
    connection.once("error", reject)
    signal.addEventListener("abort", () => reject(new Error("The mail server took too long.")), {
      once: true,
    })
  })
  const whole = async () => {
    signal.throwIfAborted()
    await answered((done) => connection.connect(done))
    if (SMTP_USER && SMTP_PASSWORD)
      await answered((done) =>
        connection.login({ credentials: { user: SMTP_USER, pass: SMTP_PASSWORD } }, done),
      )
    await work(connection)
  }
  try {
    await Promise.race([whole(), broken])
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
}

const answered = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

type Refusal = { message: string; code: string; status: number; command: string; enhanced: string }

function readRefusal(error: unknown): Refusal {
  const of = (name: string): unknown =>
    error instanceof Error ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined
  const response = String(of("response") ?? "")
  return {
    message: error instanceof Error ? error.message : String(error),
    code: String(of("code") ?? "ESMTP"),
    status: Number(of("responseCode") ?? 0),
    command: String(of("command") ?? ""),
    enhanced: /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "",
  }
}

/**
 * What a failed try means. Only what the server says of this recipient or this message for good (5xx) is final: a refused
 * login, sender or connection concerns every mail and can be mended.
 */
function refusalOf(error: unknown): Sending {
  const { message, code, status, command, enhanced } = readRefusal(error)
  const isAboutMail = command === "RCPT TO" || command === "DATA"
  // Too large for the server, or an address that is none.
  const isUnfit = status === 0 && (code === "EMESSAGE" || code === "EENVELOPE")
  return {
    is: "refused",
    isFinal: isUnfit || (status >= 500 && isAboutMail),
    code: [status || code, enhanced].filter(Boolean).join(" "),
    message,
    hasNoMailbox: command === "RCPT TO" && noMailbox.test(enhanced),
  }
}
