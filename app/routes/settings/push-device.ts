import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { requireMember, requireUser } from "~/http/guards.server"
import { wakePushDevice } from "~/models/foundation/push/push-devices.server"

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "preferences:own")
  return new Response(null, { status: 405, headers: { Allow: "POST" } })
}

/** Asked by the service worker of someone who has logged in again: their notifications go on in this browser. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const { id } = await requireUser(request)
  const endpoint = (await request.formData()).get("endpoint")
  if (typeof endpoint === "string" && endpoint.length <= 1000) wakePushDevice(actor, id, endpoint)
  return new Response(null, { status: 204 })
}
