import { randomBytes } from "node:crypto"
import express, { type RequestHandler, Router } from "express"
import { addDuration } from "../clock"
import type { State } from "../state"
import { unauthorized } from "./errors"

const lifetimeSeconds = 32_400

/** POST /v1/oauth2/token: HTTP Basic client id and secret, grant_type=client_credentials. */
export function oauthRoutes(state: State) {
  const router = Router()
  router.post("/v1/oauth2/token", express.urlencoded({ extended: false }), (request, response) => {
    if (!isOurClient(state, request.get("Authorization"))) {
      response
        .status(401)
        .json({ error: "invalid_client", error_description: "Client Authentication failed" })
      return
    }
    if (request.body?.grant_type !== "client_credentials") {
      response
        .status(400)
        .json({ error: "unsupported_grant_type", error_description: "unsupported grant_type" })
      return
    }
    const token = state.accessTokens.save({
      id: `A21AA${randomBytes(32).toString("base64url")}`,
      expiresAt: addDuration(state.clock.now(), { seconds: lifetimeSeconds }),
    })
    response.json({
      scope: "https://uri.paypal.com/services/subscriptions https://uri.paypal.com/services/payments/payment",
      access_token: token.id,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: lifetimeSeconds,
      nonce: `${state.clock.stamp()}${randomBytes(16).toString("base64url")}`,
    })
  })
  return router
}

/** Every call but the token's needs a bearer token that this sandbox gave out and that has not expired. */
export function requireBearer(state: State): RequestHandler {
  return (request, _response, next) => {
    const [scheme, id] = (request.get("Authorization") ?? "").split(" ")
    const token = scheme === "Bearer" && id ? state.accessTokens.find(id) : undefined
    if (!token || token.expiresAt <= state.clock.now()) throw unauthorized()
    next()
  }
}

function isOurClient({ credentials }: State, authorization = "") {
  const [scheme, encoded = ""] = authorization.split(" ")
  const [clientId, ...secret] = Buffer.from(encoded, "base64").toString().split(":")
  return scheme === "Basic" && clientId === credentials.clientId && secret.join(":") === credentials.secret
}
