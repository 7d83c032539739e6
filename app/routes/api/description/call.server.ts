import { z } from "zod"

// The format in which the JSON API's calls are described. Request bodies are the schemas that the calls use; answers
// are declared beside them, exact to the key, and a test checks every real answer against them.

export type Answer = { description: string; body: z.ZodType }

export type Call = {
  method: "get" | "post" | "delete"
  /** with its parameters as `{schoolId}` */
  path: string
  summary: string
  /** the login the call requires; absent for none */
  signIn?: "anybody" | "platform staff"
  parameters?: Record<string, string>
  body?: z.ZodType
  /** the body is a multipart form with these fields, instead of JSON */
  form?: Record<string, string>
  answers: Record<number, Answer>
}

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
