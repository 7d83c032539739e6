import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { offerAudiences } from "~/models/communication/messaging/audience-choices.server"
import { readNameWish } from "~/models/foundation/name-search/name-search"

/** Recipients by name, for a new message. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  return answerJson(offerAudiences(actor, readNameWish(new URL(request.url).searchParams, "to")))
}
