import type { LoaderFunctionArgs } from "@remix-run/node"
import { readSearch } from "~/models/search/search"
import { requireSelf } from "~/utils/http/guards.server"
import { answerJson } from "~/utils/http/json.server"
import { searchFor } from "~/utils/http/search.server"

/** What the search finds, for the command palette; it knows the places itself. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireSelf(request)
  return answerJson(searchFor(viewer, readSearch(new URL(request.url).searchParams)))
}
