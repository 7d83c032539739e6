import { countTry } from "~/models/foundation/throttle/throttle.server"
import { log } from "~/utils/log.server"
import { clientAddress, countedAddress } from "./address.server"
import { tooMany } from "./answer"
import { refuseJson } from "./json.server"

type Claim = {
  /** Who didn't send it, as the answer says it. */
  sender: string
  /** The same in the log: "a provider's". */
  whose: string
  /** The sender's own ID of the message, for the log. */
  id?: Record<string, string | undefined>
}

/** A forged message leaves only a line in the log; a sender of many is ignored for a while. */
export async function refuseForged(request: Request, { sender, whose, id }: Claim) {
  const wait = await countTry("forged-event-address", countedAddress(request))
  log.warn({ address: clientAddress(request), ...id }, `a message claimed to be ${whose} and is not`)
  return wait > 0
    ? refuseJson(`Too many messages that aren’t from ${sender}.`, tooMany(wait))
    : refuseJson(`This message isn’t from ${sender}.`, 401)
}
