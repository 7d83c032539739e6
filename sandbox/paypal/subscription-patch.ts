import { z } from "zod"
import type { State } from "../state"
import { invalidRequest, readBody } from "./errors"
import { requireStatus, type Subscription } from "./subscription"

const PatchBody = z.array(z.object({ op: z.enum(["add", "replace"]), path: z.string(), value: z.unknown() }))

const CustomId = z
  .string()
  .min(1)
  .max(127)
  .regex(/^[\x20-\x7E]+$/)

/** The `edit` link: only custom_id can be changed here; any other path is a 400. */
export function patchSubscription(state: State, subscription: Subscription, body: unknown) {
  const patches = readBody(PatchBody, body)
  requireStatus(subscription, ["ACTIVE", "SUSPENDED"], "patch", "either active or suspended")
  for (const { path, value } of patches) {
    if (path !== "/custom_id") {
      throw invalidRequest("INVALID_PARAMETER_VALUE", "The value of a field is invalid.", "/path", path)
    }
    subscription.customId = readBody(CustomId, value)
  }
  state.subscriptions.save({ ...subscription, updateTime: state.clock.stamp() })
}
