import { createHash } from "node:crypto"
import type { Request, RequestHandler, Response } from "express"
import type { State } from "../state"

const day = 86_400_000

export function refuse(
  response: Response,
  status: number,
  error: { type: string; code?: string; message: string },
) {
  response.status(status).json({ error })
}

export const refuseUnknown = (response: Response, id: string) =>
  refuse(response, 404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such object: '${id}'`,
  })

const wellFormed = /^Bearer ((?:sk|rk)_(?:test|live)_(\w+?)(?:_\w+)?)$/

/** The account of the key that a call is made with: keys such as sk_test_harmony0001_2 are all of harmony0001. */
export const accountOf = (response: Response): string => String(response.locals.account)

/**
 * Lets only calls with a key pass; one that says `revoked` is known no more, one that says `withoutrefunds` lacks
 * that permission.
 */
export const requireKey: RequestHandler = (request, response, next) => {
  const [, key = "", owner = ""] = wellFormed.exec(request.get("Authorization") ?? "") ?? []
  if (!key || key.includes("revoked"))
    return refuse(response, 401, { type: "invalid_request_error", message: "Invalid API Key provided" })
  const [, lacks] = /without(\w+)/.exec(key) ?? []
  if (lacks && request.path.replaceAll("/", "").startsWith(`v1${lacks}`))
    return refuse(response, 403, {
      type: "invalid_request_error",
      code: "more_permissions_required",
      message: "The provided key does not have the required permissions for this endpoint.",
    })
  response.locals.account = `acct_${owner}`
  next()
}

/** Repeats the answer of the first call under the same key; another call under it is refused. */
export function rememberRequests(state: State): RequestHandler {
  return (request, response, next) => {
    const key = request.method === "POST" ? request.get("Idempotency-Key") : undefined
    if (!key) return next()
    const id = `${accountOf(response)} ${key}`
    const asked = hashOf(request)
    const known = state.stripeRequests.find(id)
    if (known && known.until > state.clock.now()) {
      if (known.asked !== asked)
        return refuse(response, 400, {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters.",
        })
      response.status(known.status).json(known.body)
      return
    }
    const answer = response.json.bind(response)
    response.json = (body) => {
      const until = state.clock.now() + day
      state.stripeRequests.save({ id, asked, status: response.statusCode, body, until })
      return answer(body)
    }
    next()
  }
}

const hashOf = (request: Request): string =>
  createHash("sha256")
    .update(`${request.path} ${JSON.stringify(request.body)}`)
    .digest("hex")
