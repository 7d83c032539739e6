import express, { Router } from "express"
import { strikeFaults } from "../control/faults"
import type { State } from "../state"
import { captureRefundRoutes } from "./capture-refunds"
import { answerErrors, answerUnknownPath } from "./errors"
import { ledgerRoutes } from "./ledger"
import { oauthRoutes, requireBearer } from "./oauth"
import { orderApprovalRoutes } from "./order-approval"
import { orderRoutes } from "./orders"
import { planRoutes } from "./plans"
import { productRoutes } from "./products"
import { sdkScriptRoutes, sdkWindowRoutes } from "./sdk"
import { subscriptionApprovalRoutes } from "./subscription-approval"
import { subscriptionRoutes } from "./subscriptions"
import { vaultApprovalRoutes } from "./vault-approval"
import { vaultRoutes } from "./vault-tokens"
import { certificateRoutes, webhookRoutes } from "./webhooks"

/** Everything under /paypal: the REST API on /v1 to /v3, the script for shops' pages, the buyer's pages, the ledger. */
export function paypalRoutes(state: State) {
  const router = Router()
  router.use(
    subscriptionApprovalRoutes(state),
    orderApprovalRoutes(state),
    vaultApprovalRoutes(state),
    sdkWindowRoutes(state),
    ledgerRoutes(state),
  )

  const api = Router()
  api.use(
    strikeFaults(state, "paypal"),
    sdkScriptRoutes(state),
    certificateRoutes(state),
    oauthRoutes(state),
    requireBearer(state),
    express.json({ limit: "1mb" }),
  )
  api.use(
    productRoutes(state),
    planRoutes(state),
    subscriptionRoutes(state),
    orderRoutes(state),
    captureRefundRoutes(state),
    vaultRoutes(state),
    webhookRoutes(state),
  )
  api.use(answerUnknownPath, answerErrors)
  router.use(api)
  return router
}
