import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"

/** Families by name, for a form that is to choose one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return answerJson(offerFamilyNames(actor, readNameWish(new URL(request.url).searchParams, "family")))
}
