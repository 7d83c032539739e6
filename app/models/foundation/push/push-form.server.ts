import { z } from "zod"
import { isPushService } from "./push-services.server"

const key = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=?$`), "Turn on notifications again.")

/** A browser's subscription, as it describes itself. */
export const PushDeviceForm = z.object({
  endpoint: z.url().max(1000).refine(isPushService, "This browser’s notifications aren’t supported."),
  p256dh: key(87),
  auth: key(22),
})
