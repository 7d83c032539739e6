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
  400: "The body is not JSON, or something in it is wrong: the first thing that is.",
  401: "Nobody is signed in.",
  403: "This person may not do this, or the call came from another site.",
  404: "There is no such thing, or it is somebody else's.",
  409: "What is there already stands in the way.",
  405: "The call takes another method.",
  411: "The length of the body is missing.",
  413: "The body is too large.",
  415: "The body is of another kind.",
  422: "The file cannot be used.",
  429: "Too many tries; the message says how long to wait.",
  502: "The payment provider could not do it.",
  503: "It did not work this time; try again.",
}

/** The refusals a call knows, by status. */
export const refusals = (...statuses: number[]): Record<number, Answer> =>
  Object.fromEntries(
    statuses.map((status) => [status, { description: descriptions[status] ?? "Refused.", body: message }]),
  )

export const success = z.strictObject({ success: z.literal(true) })
/** Success with a message. */
export const successWithMessage = z.strictObject({ success: z.literal(true), message: z.string() })
