import type { ActionFunctionArgs } from "@remix-run/node"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { readInboundMessage, receiveInboundMail } from "~/models/platform/inbound-mail/inbound-mail.server"
import { judgeInbound } from "~/providers/inbound-mail/inbound-signature.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { log } from "~/utils/log.server"

/**
 * `POST /api/webhooks/inbound-mail`: Resend received a mail for us. Only messages with a valid signature are accepted; each
 * mail is stored once, and a job fetches its text.
 */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const raw = Buffer.from(await request.arrayBuffer())
  const verdict = judgeInbound(request.headers, raw)
  if (verdict === "not-configured") return refuseJson("No inbound email is set up here.", 503)
  if (verdict === "forged") return refuseForged(request)
  const message = readInboundMessage(raw.toString("utf8"))
  if (!message) return refuseJson("This message can’t be read.", 400)
  const isNew = message !== "other" && receiveInboundMail(message)
  // An answered message isn't repeated, so another machine must have it first.
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return answerJson({ received: true, isNew })
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
