import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyMethod } from "~/http/json.server"
import { planPrices } from "~/models/accounts/plan/plan-price.server"

/** `GET /api/auth/plans` (spec §3, §7): every plan by key, monthly and yearly, with the provider's plan ids. */
export function loader() {
  allowAnyone()
  return answerJson(planPrices())
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
