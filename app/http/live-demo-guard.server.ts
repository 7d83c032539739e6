import { redirect } from "@remix-run/node"
import type { Permission } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"

/** Refuses to pay for a visitor's live demo (`demoUntil` is set): its subscription exists at no provider. */
export function refuseDemo(request: Request, demoUntil: number | null, permission: Permission) {
  if (permission === "subscription:pay" && request.method !== "GET" && demoUntil !== null)
    throw redirect(paths.liveDemo(), 303)
}
