import type { LoaderFunctionArgs } from "@remix-run/node"
import { findCaller } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, notSignedIn, onlyMethod } from "~/http/json.server"

/** `GET /api/auth/subscription-status` (spec §3, §7): none, pending, active or expired, under both names. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findCaller(request)
  if (!viewer) return notSignedIn()
  const status = viewer.membership?.subscriptionStatus ?? "none"
  return answerJson({ status, subscriptionStatus: status })
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
