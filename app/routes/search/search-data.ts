import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireSelf } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { readSearch } from "~/models/overview/search/search"
import { searchFor } from "./search.server"

/** Search results for the command palette; without a text everything there is. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireSelf(request)
  return answerJson(await searchFor(viewer, readSearch(new URL(request.url).searchParams)))
}
