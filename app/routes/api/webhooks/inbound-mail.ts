import type { ActionFunctionArgs } from "@remix-run/node"
import { refuseForged } from "~/http/forged-message.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { readInboundMessage, receiveInboundMail } from "~/models/platform/inbound-mail/inbound-mail.server"
import { judgeBroughtMail, judgeInbound } from "~/providers/inbound-mail/inbound-signature.server"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { isReplicated } from "~/providers/replication/replicated.server"

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
  if (verdict === "forged")
    return refuseForged(request, {
      sender: "the mail provider",
      whose: "the mail provider's",
      id: { messageId: request.headers.get("svix-id")?.slice(0, 64) },
    })
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
