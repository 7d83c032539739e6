import { describeApi } from "~/models/api-description/api-description.server"
import { allowAnyone } from "~/utils/http/guards.server"
import { answerJson, onlyMethod } from "~/utils/http/json.server"

/** `GET /api/openapi.json`: every call of the JSON API, made from the schemas they read with. */
export function loader() {
  allowAnyone()
  return answerJson(describeApi())
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
