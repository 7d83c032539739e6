import { ECDH } from "node:crypto"
import { z } from "zod"
import { env } from "~/utils/env.server"

/** The services of the browsers that exist. We send to no other address, whatever a form says. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
]

/** Whether an address is a browser maker's push service; in a demonstration, also the stand-in. */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, origin, username } = new URL(address)
  const { NODE_ENV, DEMO, SANDBOX_PORT } = env()
  if ((NODE_ENV !== "production" || DEMO) && origin === `http://localhost:${SANDBOX_PORT}`) return true
  return protocol === "https:" && !port && !username && services.some((service) => service.test(hostname))
}

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
