import { ECDH } from "node:crypto"
import { z } from "zod"
import { isPushService } from "./push-services.server"

const unusable = "Turn on notifications again."
const key = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=?$`), unusable)

/** Whether something can be encrypted for it: else each notification would fail, again and again. */
function isPoint(text: string): boolean {
  try {
    return ECDH.convertKey(text, "prime256v1", "base64url", "hex") !== ""
  } catch {
    return false
  }
}

/** A browser's subscription, as it describes itself. */
export const PushDeviceForm = z.object({
  endpoint: z.url().max(1000).refine(isPushService, "This browser’s notifications aren’t supported."),
  p256dh: key(87).refine(isPoint, unusable),
  auth: key(22),
})
