import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { findFamilyNames } from "~/models/people/family/family-choices.server"

/** Families whose name is searched for, however few the school has: Enter takes the first of them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return answerJson(findFamilyNames(actor, readNameWish(new URL(request.url).searchParams, "family")))
}
