import { homeOf } from "~/models/foundation/access/homes"
import { findViewer } from "./guards.server"

/** The home of a logged-in user, and whether their school is open; undefined for a visitor. */
export async function viewerHome(request: Request): Promise<{ to: string; isOpen: boolean } | undefined> {
  const viewer = await findViewer(request)
  if (!viewer) return undefined
  const { isSuperAdmin } = viewer.user
  return {
    to: homeOf(viewer),
    isOpen: isSuperAdmin || viewer.membership?.subscriptionStatus === "active",
  }
}
