import { Router } from "express"
import type { z } from "zod"
import type { State } from "../state"
import { captureOrder } from "./capture"
import { invalidRequest, readBody, refused } from "./errors"
import { newId } from "./ids"
import { answerMockedCodes } from "./mocked-codes"
import { checkMoney } from "./money"
import { describeOrder, describeOrderBriefly, type Order, OrderBody, showOrder } from "./order"
import { PatchBody, patchOrder } from "./order-patch"
import { appOwner } from "./payment"
import { rememberRequest, wantsRepresentation } from "./remembered-requests"
import { checkShopUrl } from "./shop-urls"

/** Orders v2: create, show, patch, capture. */
export function orderRoutes(state: State) {
  const router = Router()
  const root = "/v2/checkout/orders"
  router.use(root, answerMockedCodes)

  router.post(root, (request, response) => {
    if (!request.get("PayPal-Request-Id")) {
      throw invalidRequest(
        "PAYPAL_REQUEST_ID_REQUIRED",
        "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
        "PayPal-Request-Id",
        undefined,
        "header",
      )
    }
    const body = readBody(OrderBody, request.body)
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "orders.create",
      keptFor: "PT6H",
      work: () => createOrder(state, body).id,
    })
    const order = showOrder(state, resourceId)
    response
      .status(repeated ? 200 : 201)
      .json(wantsRepresentation(request) ? describeOrder(state, order) : describeOrderBriefly(state, order))
  })

  router.get(`${root}/:id`, (request, response) => {
    response.json(describeOrder(state, showOrder(state, request.params.id)))
  })

  router.patch(`${root}/:id`, (request, response) => {
    patchOrder(state, showOrder(state, request.params.id), readBody(PatchBody, request.body))
    response.status(204).end()
  })

  router.post(`${root}/:id/capture`, (request, response) => {
    const { repeated, resourceId } = rememberRequest(state, request, {
      call: `orders.capture ${request.params.id}`,
      keptFor: "PT6H",
      work: () => captureOrder(state, showOrder(state, request.params.id)).id,
    })
    const order = showOrder(state, resourceId)
    response
      .status(repeated ? 200 : 201)
      .json(wantsRepresentation(request) ? describeOrder(state, order) : describeOrderBriefly(state, order))
  })

  return router
}

/** An order with a saved method is approved by it, and paid in the same call. */
function createOrder(state: State, body: z.infer<typeof OrderBody>): Order {
  const vaultId = body.payment_source?.paypal?.vault_id
  if (!vaultId) return openOrder(state, body)
  const method = state.savedMethods.find(vaultId)
  if (!method || method.isDeleted)
    throw refused("AGREEMENT_ALREADY_CANCELLED", "The requested agreement is already canceled.")
  if (method.instrument === "declined")
    throw refused(
      "INSTRUMENT_DECLINED",
      "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
    )
  return captureOrder(state, { ...openOrder(state, body), status: "APPROVED", instrument: method.instrument })
}

function openOrder(state: State, body: z.infer<typeof OrderBody>): Order {
  const [unit] = body.purchase_units
  if (!unit) throw new Error("An order body always has one purchase unit")
  checkMoney(unit.amount, "/purchase_units/@reference_id=='default'/amount")
  const source = body.payment_source?.paypal
  const context = source?.experience_context ?? body.application_context ?? {}
  const field = source?.experience_context
    ? "/payment_source/paypal/experience_context"
    : "/application_context"
  const time = state.clock.stamp()
  return state.orders.save({
    id: newId.order(),
    status: source ? "PAYER_ACTION_REQUIRED" : "CREATED",
    unit: { ...unit, payee: unit.payee ?? { email_address: appOwner } },
    brandName: context.brand_name ?? "Tutti",
    returnUrl: context.return_url ? checkShopUrl(state, context.return_url, `${field}/return_url`) : null,
    cancelUrl: context.cancel_url ? checkShopUrl(state, context.cancel_url, `${field}/cancel_url`) : null,
    namesPayPal: Boolean(source),
    instrument: null,
    pendingReason: "PENDING_REVIEW",
    capture: null,
    createTime: time,
    updateTime: time,
  })
}
