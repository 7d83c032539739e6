import type { LoaderFunctionArgs } from "@remix-run/node"
import { findCaller } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, notSignedIn, onlyMethod } from "~/http/json.server"
import { clientUser } from "~/models/accounts/sign-in/client-user"

/** `GET /api/user` (spec §7): the signed-in user in the current membership; 401 means not signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findCaller(request)
  return viewer ? answerJson(clientUser(viewer)) : notSignedIn()
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
