import { Router } from "express"
import type { State } from "../state"
import { readBody, refused } from "./errors"
import { newId } from "./ids"
import { rememberRequest } from "./remembered-requests"
import { checkShopUrl } from "./shop-urls"
import {
  describeSavedMethod,
  describeSetupToken,
  ExchangeBody,
  type SavedMethod,
  SetupBody,
  showSavedMethod,
  showSetupToken,
} from "./vault"
import { announceSavedMethod } from "./webhook-events"

/** Payment method tokens v3: ask a buyer to save their PayPal account, exchange the answer, show and delete it. */
export function vaultRoutes(state: State) {
  const router = Router()
  const setup = "/v3/vault/setup-tokens"
  const saved = "/v3/vault/payment-tokens"

  router.post(setup, (request, response) => {
    const { customer, payment_source } = readBody(SetupBody, request.body)
    const { experience_context: context, description, usage_type: usageType } = payment_source.paypal
    const field = "/payment_source/paypal/experience_context"
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "setup-tokens.create",
      keptFor: "PT3H",
      work: () =>
        state.setupTokens.save({
          id: newId.token(),
          status: "PAYER_ACTION_REQUIRED",
          customerId: customer?.id ?? newId.customer(),
          description: description ?? null,
          brandName: context.brand_name ?? "Tutti",
          usageType,
          returnUrl: checkShopUrl(state, context.return_url, `${field}/return_url`),
          cancelUrl: checkShopUrl(state, context.cancel_url, `${field}/cancel_url`),
          instrument: "accepted",
        }).id,
    })
    response.status(repeated ? 200 : 201).json(describeSetupToken(state, showSetupToken(state, resourceId)))
  })

  router.get(`${setup}/:id`, (request, response) => {
    response.json(describeSetupToken(state, showSetupToken(state, request.params.id)))
  })

  router.post(saved, (request, response) => {
    const { token } = readBody(ExchangeBody, request.body).payment_source
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "payment-tokens.create",
      keptFor: "PT3H",
      work: () => exchange(state, token.id).id,
    })
    const method = showSavedMethod(state, resourceId)
    response.status(repeated ? 200 : 201).json(describeSavedMethod(state, method))
  })

  router.get(`${saved}/:id`, (request, response) => {
    response.json(describeSavedMethod(state, showSavedMethod(state, request.params.id)))
  })

  router.delete(`${saved}/:id`, (request, response) => {
    deleteSavedMethod(state, request.params.id)
    response.status(204).end()
  })

  return router
}

function exchange(state: State, setupTokenId: string): SavedMethod {
  const token = showSetupToken(state, setupTokenId)
  if (token.status !== "APPROVED")
    throw refused(
      token.status === "VAULTED" ? "SETUP_TOKEN_ALREADY_VAULTED" : "SETUP_TOKEN_NOT_APPROVED",
      "The setup token can't be exchanged for a payment token.",
    )
  const method = state.savedMethods.save({
    id: newId.savedMethod(),
    setupTokenId,
    customerId: token.customerId,
    usageType: token.usageType,
    instrument: token.instrument,
    isDeleted: false,
  })
  state.setupTokens.save({ ...token, status: "VAULTED" })
  announceSavedMethod(state, method, "CREATED")
  return method
}

/** The shop deletes it by a call, the buyer in their account; both are told as the same event. */
export function deleteSavedMethod(state: State, id: string) {
  const method = state.savedMethods.find(id)
  if (!method || method.isDeleted) return
  state.together(() => {
    announceSavedMethod(state, state.savedMethods.save({ ...method, isDeleted: true }), "DELETED")
  })
}
