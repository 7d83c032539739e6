import type { ActionFunctionArgs } from "@remix-run/node"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { readInboundMessage, receiveInboundMail } from "~/models/platform/inbound-mail/inbound-mail.server"
import { judgeBroughtMail, judgeInbound } from "~/providers/inbound-mail/inbound-signature.server"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { log } from "~/utils/log.server"

/**
 * `POST /api/webhooks/inbound-mail`: Resend received a mail for us, or a mail server brings one as it came (message/rfc822).
 * Only messages with a valid signature are accepted, and mails with our token; each mail is stored once, and a job does the rest.
 */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const raw = Buffer.from(await request.arrayBuffer())
  const isMailItself = /^message\/rfc822\b/i.test(request.headers.get("Content-Type") ?? "")
  const verdict = isMailItself ? judgeBroughtMail(request.headers) : judgeInbound(request.headers, raw)
  if (verdict === "not-configured") return refuseJson("No inbound email is set up here.", 503)
  if (verdict === "forged") return refuseForged(request)
  const received = isMailItself ? await receiveMailItself(raw) : receiveMessage(raw.toString("utf8"))
  if (received === "unreadable") return refuseJson("This message can’t be read.", 400)
  // An answered message isn't repeated, so another machine must have it first.
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return answerJson({ received: true, isNew: received === "new" })
}

type Received = "new" | "known" | "unreadable"

function receiveMessage(text: string): Received {
  const message = readInboundMessage(text)
  if (!message) return "unreadable"
  return message !== "other" && receiveInboundMail(message) ? "new" : "known"
}

async function receiveMailItself(raw: Uint8Array): Promise<Received> {
  const read = await readRawMail(raw)
  if (!read) return "unreadable"
  const { id, recipients, mail } = read
  const message = { email_id: id, from: mail.from, to: recipients, subject: mail.subject }
  return receiveInboundMail(message, mail) ? "new" : "known"
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

/** A forged message leaves only a line in the log; a sender of many is ignored for a while. */
async function refuseForged(request: Request) {
  const wait = await countTry("forged-event-address", countedAddress(request))
  log.warn(
    { address: clientAddress(request), messageId: request.headers.get("svix-id")?.slice(0, 64) },
    "a message claimed to be the mail provider's and is not",
  )
  return wait > 0
    ? refuseJson("Too many messages that aren’t from the mail provider.", tooMany(wait))
    : refuseJson("This message isn’t from the mail provider.", 401)
}
