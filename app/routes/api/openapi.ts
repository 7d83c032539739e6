import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyMethod } from "~/http/json.server"

/** `GET /api/openapi.json`: every call of the JSON API, made from the schemas they read with. */
export async function loader() {
  allowAnyone()
  // Few ask for it: what describes schemas is loaded with the first.
  const { describeApi } = await import("~/routes/api/description/api-description.server")
  return answerJson(describeApi())
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
