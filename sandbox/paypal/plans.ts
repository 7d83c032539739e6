import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { notFound, readBody, refused } from "./errors"
import { newId } from "./ids"
import { checkMoney } from "./money"
import { paged } from "./paging"
import { describePlan, type Plan, PlanBody, PricingScheme, regularCycle, withPricingVersions } from "./plan"
import { rememberRequest, wantsRepresentation } from "./remembered-requests"

const PricingSchemesBody = z.object({
  pricing_schemes: z
    .array(z.object({ billing_cycle_sequence: z.int().min(1).max(99), pricing_scheme: PricingScheme }))
    .min(1)
    .max(99),
})

/** Billing Plans v1: create, list, show, activate, deactivate, update-pricing-schemes. */
export function planRoutes(state: State) {
  const router = Router()
  const root = "/v1/billing/plans"

  router.post(root, (request, response) => {
    const body = readBody(PlanBody, request.body)
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "plans.create",
      keptFor: "PT72H",
      work: () => createPlan(state, body).id,
    })
    const plan = describePlan(state, showPlan(state, resourceId))
    response.status(repeated ? 200 : 201).json(wantsRepresentation(request) ? plan : minimal(plan))
  })

  router.get(root, (request, response) => {
    const { product_id, plan_ids, statuses } = request.query
    const wantedIds = typeof plan_ids === "string" ? plan_ids.split(",") : undefined
    const wantedStatuses = typeof statuses === "string" ? statuses.split(",") : undefined
    const found = state.plans
      .list()
      .filter((plan) => typeof product_id !== "string" || plan.product_id === product_id)
      .filter((plan) => wantedIds?.includes(plan.id) ?? true)
      .filter((plan) => wantedStatuses?.includes(plan.status) ?? true)
    const describe = (plan: Plan) =>
      wantsRepresentation(request) ? describePlan(state, plan) : minimal(describePlan(state, plan))
    response.json(paged(state, request, "plans", found, describe))
  })

  router.get(`${root}/:id`, (request, response) => {
    response.json(describePlan(state, showPlan(state, request.params.id)))
  })

  router.post(`${root}/:id/activate`, (request, response) => {
    const plan = showPlan(state, request.params.id)
    if (plan.status === "ACTIVE") {
      throw refused(
        "PLAN_STATUS_INVALID",
        "Invalid plan status for activate action; plan status should be either created or inactive.",
      )
    }
    state.plans.save({ ...plan, status: "ACTIVE", update_time: state.clock.stamp() })
    response.status(204).end()
  })

  router.post(`${root}/:id/deactivate`, (request, response) => {
    const plan = showPlan(state, request.params.id)
    if (plan.status !== "ACTIVE") {
      throw refused(
        "PLAN_STATUS_INVALID",
        "Invalid plan status for deactivate action; plan status should be active.",
      )
    }
    state.plans.save({ ...plan, status: "INACTIVE", update_time: state.clock.stamp() })
    response.status(204).end()
  })

  router.post(`${root}/:id/update-pricing-schemes`, (request, response) => {
    const plan = showPlan(state, request.params.id)
    changePrices(state, plan, readBody(PricingSchemesBody, request.body).pricing_schemes)
    response.status(204).end()
  })

  return router
}

function showPlan(state: State, id: string) {
  const plan = state.plans.find(id)
  if (!plan) throw notFound()
  return plan
}

function minimal({
  id,
  product_id,
  name,
  status,
  description,
  create_time,
  links,
}: ReturnType<typeof describePlan>) {
  return { id, product_id, name, status, description, create_time, links }
}

function createPlan(state: State, body: z.infer<typeof PlanBody>) {
  if (!state.products.find(body.product_id)) throw notFound()
  const regular = body.billing_cycles.filter((cycle) => cycle.tenure_type === "REGULAR")
  if (!regular[0]?.pricing_scheme) {
    throw refused("MISSING_REGULAR_BILLING_CYCLE", "Plan should have at least one regular billing cycle.")
  }
  if (regular.length > 1) {
    throw refused(
      "MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED",
      "Only one regular billing cycle is allowed.",
    )
  }
  const sequences = body.billing_cycles.map((cycle) => cycle.sequence).sort((one, other) => one - other)
  if (sequences.some((sequence, index) => sequence !== index + 1)) {
    throw refused(
      "INVALID_BILLING_CYCLE_SEQUENCE",
      "Billing cycle sequence should start with `1` and be consecutive.",
    )
  }
  const currencies = new Set(
    body.billing_cycles.flatMap((cycle) => cycle.pricing_scheme?.fixed_price.currency_code ?? []),
  )
  if (currencies.size > 1) {
    throw refused("CURRENCY_MISMATCH", "All currency codes in the request should be of similar value.")
  }
  for (const [index, cycle] of body.billing_cycles.entries()) {
    if (cycle.pricing_scheme) {
      checkMoney(cycle.pricing_scheme.fixed_price, `/billing_cycles/${index}/pricing_scheme/fixed_price`)
    }
  }
  const at = state.clock.stamp()
  return state.plans.save({
    ...body,
    id: newId.plan(),
    billing_cycles: withPricingVersions(body.billing_cycles, at),
    create_time: at,
    update_time: at,
  })
}

/** New prices reach running subscriptions with their next payment. */
function changePrices(
  state: State,
  plan: Plan,
  changes: z.infer<typeof PricingSchemesBody>["pricing_schemes"],
) {
  const at = state.clock.stamp()
  const currency = regularCycle(plan).pricing_scheme.fixed_price.currency_code
  for (const { billing_cycle_sequence, pricing_scheme } of changes) {
    const cycle = plan.billing_cycles.find((each) => each.sequence === billing_cycle_sequence)
    if (!cycle) {
      throw refused("INVALID_BILLING_CYCLE_SEQUENCE", "The provided billing cycle sequence is not available.")
    }
    if (pricing_scheme.fixed_price.currency_code !== currency) {
      throw refused("CURRENCY_MISMATCH", "The currency code is different from the plan's currency code.")
    }
    cycle.pricing_scheme = {
      version: (cycle.pricing_scheme?.version ?? 0) + 1,
      fixed_price: pricing_scheme.fixed_price,
      create_time: cycle.pricing_scheme?.create_time ?? at,
      update_time: at,
    }
  }
  state.plans.save({ ...plan, update_time: at })
}
