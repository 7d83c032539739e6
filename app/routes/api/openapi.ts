import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyMethod } from "~/http/json.server"
import { describeApi } from "~/routes/api/description/api-description.server"

/** `GET /api/openapi.json`: every call of the JSON API, made from the schemas they read with. */
export function loader() {
  allowAnyone()
  return answerJson(describeApi())
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
