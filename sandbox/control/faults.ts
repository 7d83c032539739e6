import type { Request, RequestHandler, Response } from "express"
import { z } from "zod"
import type { Collection } from "../database"
import { isSpoiler, spoil, spoilers } from "./spoiled-bodies"

/** What a fault uses of the state. */
type FaultState = { faults: Collection<Fault> }

export const FaultBody = z
  .object({
    target: z.enum(["paypal", "stripe", "twilio", "resend", "assistant"]),
    /** Only calls whose path below /paypal, /stripe, /twilio, /resend or /assistant starts so. Without it every call but the token's. */
    path: z
      .string()
      .startsWith("/")
      .transform((path) => path.replace(/^\/(paypal|stripe|twilio|resend|assistant)(?=\/)/, ""))
      .optional(),
    method: z.enum(["GET", "POST", "PATCH", "DELETE"]).optional(),
    kind: z.enum(["latency", "hang", "reset", "status", "malformed", ...spoilers]),
    status: z.int().min(400).max(599).default(500),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    ms: z.int().min(0).max(600_000).default(1000),
    times: z.int().min(1).max(1000).default(1),
    /** The call is carried out and only its answer is lost: the case that makes idempotency matter. */
    afterwards: z.boolean().default(false),
  })
  .strict()

/** A fault waiting for its call. `times` is how often it will still strike. */
export type Fault = z.infer<typeof FaultBody> & { id: string }

/** Lets the oldest waiting fault that fits strike the call; falsified facts come on top of it. */
export function strikeFaults(state: FaultState, target: Fault["target"]): RequestHandler {
  return (request, response, next) => {
    const waiting = state.faults.list().filter((fault) => fits(fault, target, request))
    falsifyAnswer(
      state,
      response,
      waiting.filter((fault) => isSpoiler(fault.kind)),
    )
    const fault = waiting.find(({ kind }) => !isSpoiler(kind))
    if (!fault) return next()
    spend(state, fault)
    switch (fault.kind) {
      case "latency":
        setTimeout(next, fault.ms)
        return
      case "hang":
        return strike(fault, response, next, () => undefined)
      case "reset":
        return strike(fault, response, next, () => void response.socket?.resetAndDestroy())
      case "status":
        return strike(fault, response, next, () => answerStatus(response, fault))
      case "malformed":
        return carryOutThen(response, next, () => {
          response.type("application/json").end('{"id": "I-', "utf8")
        })
    }
  }
}

function fits(fault: Fault, target: Fault["target"], request: Request) {
  if (fault.times < 1 || fault.target !== target) return false
  if (fault.method && fault.method !== request.method) return false
  return fault.path ? request.path.startsWith(fault.path) : request.path !== "/v1/oauth2/token"
}

function spend(state: FaultState, fault: Fault) {
  state.faults.save({ ...fault, times: fault.times - 1 })
}

/** A falsification is used up only by an answer that holds the fact: a brief "created" answer has no amount to spoil. */
function falsifyAnswer(state: FaultState, response: Response, faults: Fault[]) {
  const answer = response.json.bind(response)
  response.json = (body) => {
    let spoiled = body
    for (const fault of faults) {
      const next = isSpoiler(fault.kind) ? spoil(fault.kind, spoiled) : spoiled
      if (JSON.stringify(next) !== JSON.stringify(spoiled)) spend(state, fault)
      spoiled = next
    }
    return answer(spoiled)
  }
}

function strike(fault: Fault, response: Response, next: () => void, answer: () => void) {
  if (fault.afterwards) carryOutThen(response, next, answer)
  else answer()
}

/** Runs the call but swaps its answer for `answer`. */
function carryOutThen(response: Response, next: () => void, answer: () => void) {
  const end = response.end.bind(response)
  const swap = () => {
    response.json = ((body: unknown) => response.send(JSON.stringify(body))) as Response["json"]
    response.end = end
    answer()
    return response
  }
  response.json = swap
  response.end = swap as Response["end"]
  next()
}

function answerStatus(response: Response, { status, body, headers, target }: Fault) {
  response.status(status).set(status === 429 ? { "Retry-After": "1", ...headers } : (headers ?? {}))
  const name = target === "paypal" ? paypalNames[status] : resendNames[status]
  const message = "Made to fail by the sandbox's fault control."
  const standard =
    target === "stripe"
      ? { error: { type: status < 500 ? "invalid_request_error" : "api_error", message } }
      : target === "paypal"
        ? { name: name ?? "INTERNAL_SERVER_ERROR", message, debug_id: "fault-control" }
        : { statusCode: status, name: name ?? "application_error", message }
  response.type("application/json").send(JSON.stringify(body ?? standard))
}

const paypalNames: Record<number, string> = {
  401: "AUTHENTICATION_FAILURE",
  404: "RESOURCE_NOT_FOUND",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
  503: "SERVICE_UNAVAILABLE",
}

const resendNames: Record<number, string> = {
  401: "missing_api_key",
  403: "invalid_api_key",
  409: "concurrent_idempotent_requests",
  422: "validation_error",
  429: "rate_limit_exceeded",
  500: "internal_server_error",
}
