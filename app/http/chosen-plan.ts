import {
  isPlanInterval,
  isPlanKey,
  type PlanInterval,
  type PlanKey,
} from "~/models/accounts/plan/plan-catalogue"

/** The plan and period chosen before registering; unknown ones are ignored. */
export type ChosenPlan = { plan?: PlanKey; interval?: PlanInterval }

/** The choice that an address carries (`?plan=standard&interval=monthly`). */
export function chosenPlan(request: Request): ChosenPlan {
  const query = new URL(request.url).searchParams
  const [plan, interval] = [query.get("plan"), query.get("interval")]
  return {
    plan: isPlanKey(plan) ? plan : undefined,
    interval: isPlanInterval(interval) ? interval : undefined,
  }
}
