import { z } from "zod"
import { CancelRegistrationPayload } from "~/models/accounts/school/cancel-registration-payload"
import { ManualActivationPayload } from "~/models/accounts/subscription/manual-activation-payload"
import { platformProvider } from "~/utils/payment-providers"

// The format in which the JSON API's calls are described. Request bodies are the schemas that the calls use; answers
// are declared beside them, exact to the key, and a test checks every real answer against them.

export type Answer = { description: string; body: z.ZodType }

export type Call = {
  summary: string
  /** the login the call requires; absent for none */
  signIn?: "anybody" | "platform staff"
  parameters?: Record<string, string>
  body?: z.ZodType
  /** the body is a multipart form with these fields, instead of JSON */
  form?: Record<string, string>
  answers: Record<number, Answer>
}

/** By method and path, with its parameters as `{schoolId}`. */
export type Calls = Record<`${"GET" | "POST" | "DELETE"} /api/${string}`, Call>

export const message = z.strictObject({ message: z.string() })

/** The description of each refusal's status; the body is always `{ message }`. */
const descriptions: Record<number, string> = {
  400: "The body is not JSON, or a value in it is wrong; the message names the first one.",
  401: "No user is logged in.",
  403: "The user may not do this, or the call came from another site.",
  404: "It doesn't exist, or belongs to another school or user.",
  409: "It conflicts with existing data.",
  405: "The call needs another method.",
  411: "The length of the body is missing.",
  413: "The body is too large.",
  415: "The body has the wrong content type.",
  422: "The file cannot be used.",
  429: "Too many attempts; the message says how long to wait.",
  502: "The payment provider failed.",
  503: "It failed this time; try again.",
}

/** The refusals a call knows, by status. */
export const refusals = (...statuses: number[]): Record<number, Answer> =>
  Object.fromEntries(
    statuses.map((status) => [status, { description: descriptions[status] ?? "Refused.", body: message }]),
  )

export const success = z.strictObject({ success: z.literal(true) })
/** Success with a message. */
export const successWithMessage = z.strictObject({ success: z.literal(true), message: z.string() })

const status = z.enum(["none", "pending", "active", "expired"])
const price = z.strictObject({ price: z.string(), numericPrice: z.number(), paypalPlanId: z.string() })
const plan = z.strictObject({ monthly: price, yearly: price })
const limit = z.union([z.number().int(), z.literal("unlimited")])

/** Plans, what a school has of us, and the payment provider. */
export const subscriptionCalls: Calls = {
  "GET /api/auth/plans": {
    summary: "The plans with their prices and the provider's plan IDs",
    answers: {
      200: {
        description: "Every plan by its key.",
        body: z.strictObject({ soloTeacher: plan, standard: plan, professional: plan }),
      },
    },
  },
  "GET /api/auth/subscription-status": {
    summary: "The state of the current school's subscription",
    signIn: "anybody",
    answers: {
      200: {
        description: "The state, under both names.",
        body: z.strictObject({ status, subscriptionStatus: status }),
      },
      ...refusals(401),
    },
  },
  "GET /api/subscription/limits/{schoolId}": {
    summary: "Usage and limits of the plan; for the school's administrators and platform staff",
    signIn: "anybody",
    parameters: { schoolId: "The school's ID" },
    answers: {
      200: {
        description: "Usage and limits.",
        body: z.strictObject({
          usage: z.strictObject({ teachers: z.number().int(), students: z.number().int() }),
          limits: z.strictObject({ teachers: limit, students: limit }),
          isActive: z.boolean(),
          teacherLimit: limit,
          studentLimit: limit,
        }),
      },
      ...refusals(401, 403, 404),
    },
  },
  "POST /api/subscription/manual-activation": {
    summary:
      "Asks the payment provider about the user's own school again; amount and plan in the body are ignored",
    signIn: "anybody",
    body: ManualActivationPayload,
    answers: {
      200: {
        description: "What the provider says.",
        body: z.strictObject({ success: z.boolean(), status, message: z.string() }),
      },
      ...refusals(400, 401, 403, 415, 429),
    },
  },
  "DELETE /api/cleanup/cancel-registration": {
    summary: "Cancels the user's own registration while it is unpaid",
    signIn: "anybody",
    body: CancelRegistrationPayload,
    answers: {
      200: {
        description: "Whether the account's data was deleted.",
        body: z.strictObject({ cleaned: z.boolean() }),
      },
      ...refusals(400, 401, 415, 502),
      403: {
        description:
          "Not the email of the user's own account, so nothing was deleted; or the call came from another site.",
        body: z.strictObject({ message: z.string(), cleaned: z.literal(false).optional() }),
      },
    },
  },
  "GET /api/{providerKey}/config": {
    summary: "What the payment provider's own script needs; the server chooses sandbox or live",
    parameters: { providerKey: "The provider: paypal" },
    answers: {
      200: {
        description: "The provider's settings.",
        body: z.strictObject({
          clientId: z.string(),
          mode: z.enum(["standin", "sandbox", "live"]),
          currency: z.string(),
          intent: z.string(),
          sdkUrl: z.url(),
        }),
      },
      ...refusals(404),
    },
  },
  "POST /api/webhooks/paypal": {
    summary: `Receives a ${platformProvider} event; only ${platformProvider}'s signature is accepted`,
    body: z.looseObject({ id: z.string(), event_type: z.string() }),
    answers: {
      200: {
        description: "Stored once.",
        body: z.strictObject({ received: z.literal(true), isNew: z.boolean() }),
      },
      ...refusals(400, 401, 429, 503),
    },
  },
  "POST /api/webhooks/stripe/{schoolId}": {
    summary: "Receives an event of a school's own Stripe account; only its signature is accepted",
    parameters: { schoolId: "The school's ID" },
    body: z.looseObject({ id: z.string(), type: z.string() }),
    answers: {
      200: {
        description: "Stored once.",
        body: z.strictObject({ received: z.literal(true), isNew: z.boolean() }),
      },
      ...refusals(400, 401, 429, 503),
    },
  },
  "POST /api/webhooks/twilio/{schoolId}/status/{textId}": {
    summary: "Receives what became of a text message; only the school's own Twilio account can sign it",
    parameters: { schoolId: "The school's ID", textId: "The text message's ID" },
    answers: {
      200: {
        description: "Taken over, or about a text that isn't ours.",
        body: z.strictObject({ received: z.literal(true), isOurs: z.boolean() }),
      },
      ...refusals(400, 401, 429, 503),
    },
  },
  "POST /api/webhooks/twilio/{schoolId}/received": {
    summary:
      "Receives a text message to the school's number; only the school's own Twilio account can sign it",
    parameters: { schoolId: "The school's ID" },
    answers: {
      200: { description: "Stored once; an empty TwiML document.", body: z.string() },
      ...refusals(400, 401, 429, 503),
    },
  },
  "POST /api/webhooks/email-events": {
    summary: "Receives a Resend event about a sent email; only its signature is accepted",
    body: z.looseObject({ type: z.string() }),
    answers: {
      200: {
        description: "What became of the address: marked, cleared, unchanged, or not an email of ours.",
        body: z.strictObject({
          received: z.literal(true),
          outcome: z.enum(["marked", "cleared", "no-change", "not-ours"]),
        }),
      },
      ...refusals(400, 401, 429, 503),
    },
  },
  "POST /api/webhooks/inbound-mail": {
    summary: "Receives a Resend event about a received email; only its signature is accepted",
    body: z.looseObject({ type: z.string() }),
    answers: {
      200: {
        description: "Stored once. `isNew` is false when it was known, or isn’t a reply to us.",
        body: z.strictObject({ received: z.literal(true), isNew: z.boolean() }),
      },
      ...refusals(400, 401, 429, 503),
    },
  },
}
