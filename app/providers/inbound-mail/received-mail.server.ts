import { env } from "~/utils/env.server"
import { mostCharacters, readRawMail } from "./raw-mail.server"
import { isProviders } from "./received-files.server"
import { ReceivedMail } from "./received-mail"
import { judgeSender, type SenderVerdict, valuesInHead, valuesOf } from "./sender-verdict"

// A mail that Resend received for us. Its message names the mail; the text is fetched with our key.

const answerWithinMs = 15_000
/** No mail at the provider is longer; pictures within a page make one of many megabytes. */
const mostOfMail = 64 * 1_048_576
const mostOfReport = 5 * 1_048_576

/** The mail, its texts cut as those of a mail server; undefined when the provider no longer has it. Throws while it can't be reached. */
export async function fetchReceivedMail(mailId: string): Promise<ReceivedMail | undefined> {
  const { RESEND_BASE_URL, RESEND_API_KEY } = env()
  const answer = await fetch(`${RESEND_BASE_URL}/emails/receiving/${encodeURIComponent(mailId)}`, {
    headers: { Authorization: `Bearer ${RESEND_API_KEY}` },
    signal: AbortSignal.timeout(answerWithinMs),
  })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`The mail provider answered ${answer.status} for a received mail.`)
  const body = await answer.text()
  if (body.length > mostOfMail) return undefined
  const mail = ReceivedMail.parse(JSON.parse(body))
  return { ...mail, text: mail.text?.slice(0, mostCharacters), html: mail.html?.slice(0, mostCharacters) }
}

/** What a mail server reports within a mail that Resend received; undefined when it is no report, or is gone. */
export async function fetchReport(mail: ReceivedMail): Promise<ReceivedMail["report"]> {
  const url = mail.raw?.download_url
  if (!url || !isProviders(url)) return undefined
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(answerWithinMs) })
  if (!answer.ok || Number(answer.headers.get("Content-Length") ?? 0) > mostOfReport) {
    await answer.body?.cancel()
    return undefined
  }
  const raw = new Uint8Array(await answer.arrayBuffer())
  return (await readRawMail(raw))?.mail.report
}

/** Of a mail's head no more is read. */
const mostOfHead = 256 * 1024
const resultsHeader = "authentication-results"

/**
 * What the provider found out about who sent a mail. The mail as it came is asked first: the list of its headers may keep only
 * one of several with the same name, and that may be the sender's.
 */
export async function findSenderVerdict(mail: ReceivedMail, address: string): Promise<SenderVerdict> {
  const url = mail.raw?.download_url
  const head = url && isProviders(url) ? await fetchHead(url) : undefined
  const results =
    head === undefined ? valuesOf(mail.headers, resultsHeader) : valuesInHead(head, resultsHeader)
  return judgeSender(address, results, env().INBOUND_MAIL_AUTHORITY)
}

/** The beginning of a mail as it came; undefined when the provider no longer has it. */
async function fetchHead(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(answerWithinMs) })
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    return undefined
  }
  const reader = answer.body.getReader()
  let head = ""
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    head += Buffer.from(read.value).toString("latin1")
    if (head.length > mostOfHead || /\r?\n\r?\n/.test(head)) break
  }
  await reader.cancel()
  return head.slice(0, mostOfHead)
}
