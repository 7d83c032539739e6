import type { LoaderFunctionArgs } from "@remix-run/node"
import { findViewer } from "~/utils/http/guards.server"
import { answerJson, refuseJson } from "~/utils/http/json.server"

/** `GET /api/user` (spec §7): the signed-in user in the current membership; 401 means not signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  if (!viewer) return refuseJson("Authentication required", 401)
  const { user, membership } = viewer
  return answerJson({
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.isSuperAdmin ? "super_admin" : (membership?.role ?? null),
    isSuperAdmin: user.isSuperAdmin,
    schoolId: membership?.school.id ?? null,
    schoolName: membership?.school.name ?? null,
    subscriptionStatus: membership?.subscriptionStatus ?? "none",
  })
}
