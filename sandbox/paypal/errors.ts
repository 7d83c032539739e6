import { randomBytes } from "node:crypto"
import type { ErrorRequestHandler, RequestHandler } from "express"
import type { ZodError, ZodType } from "zod"

/** One entry of `details`: which field, which published issue, in PayPal's words. */
type ErrorDetail = {
  issue: string
  description: string
  field?: string
  value?: string
  location?: string
}

type ErrorKind = { status: number; name: string; message: string }

const kinds = {
  invalidRequest: {
    status: 400,
    name: "INVALID_REQUEST",
    message: "Request is not well-formed, syntactically incorrect, or violates schema.",
  },
  unauthorized: {
    status: 401,
    name: "AUTHENTICATION_FAILURE",
    message:
      "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  },
  forbidden: {
    status: 403,
    name: "NOT_AUTHORIZED",
    message: "Authorization failed due to insufficient permissions.",
  },
  notFound: {
    status: 404,
    name: "RESOURCE_NOT_FOUND",
    message: "The specified resource does not exist.",
  },
  unprocessable: {
    status: 422,
    name: "UNPROCESSABLE_ENTITY",
    message:
      "The requested action could not be performed, semantically incorrect, or failed business validation.",
  },
  internal: {
    status: 500,
    name: "INTERNAL_SERVER_ERROR",
    message: "An internal server error occurred.",
  },
} satisfies Record<string, ErrorKind>

/** Thrown anywhere in a call; `answerErrors` turns it into PayPal's error body. */
class PayPalError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly details: ErrorDetail[] = [],
    readonly links: { href: string; rel: string; method: string }[] = [],
  ) {
    super(kind.message)
  }
}

/** The body of every refusal, as PayPal shapes it; a 500 carries no details. */
function errorBody(error: PayPalError) {
  return {
    name: error.kind.name,
    message: error.kind.message,
    debug_id: randomBytes(7).toString("hex").slice(0, 13),
    ...(error.details.length ? { details: error.details } : {}),
    links: [
      {
        href: `https://developer.paypal.com/docs/api/overview/#${error.kind.name}`,
        rel: "information_link",
        method: "GET",
      },
      ...error.links,
    ],
  }
}

export const unauthorized = () => new PayPalError(kinds.unauthorized)

export const internalError = () => new PayPalError(kinds.internal)

export const permissionDenied = () =>
  new PayPalError(kinds.forbidden, [
    {
      issue: "PERMISSION_DENIED",
      description: "You do not have permission to access or perform operations on this resource.",
    },
  ])

export const notFound = (
  description = "Specified resource ID does not exist. Please check the resource ID and try again.",
) => new PayPalError(kinds.notFound, [{ issue: "INVALID_RESOURCE_ID", description }])

/** A 422: the request is well formed, and refused. */
export const refused = (issue: string, description: string, field?: string, value?: string) =>
  new PayPalError(kinds.unprocessable, [{ issue, description, field, value, location: field && "body" }])

/** The 422 of an order that the payer must approve again; it carries the way back to PayPal's page. */
export const redirectPayer = (issue: string, description: string, href: string) =>
  new PayPalError(kinds.unprocessable, [{ issue, description }], [{ href, rel: "redirect", method: "GET" }])

/** A 400 about one field. */
export const invalidRequest = (
  issue: string,
  description: string,
  field?: string,
  value?: string,
  location = "body",
) => new PayPalError(kinds.invalidRequest, [{ issue, description, field, value, location }])

/** Reads a request body by its schema, or throws the 400 PayPal would send. */
export function readBody<T>(schema: ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new PayPalError(kinds.invalidRequest, detailsOf(parsed.error))
}

function detailsOf(error: ZodError): ErrorDetail[] {
  return error.issues.map((issue) => {
    const field = `/${issue.path.join("/")}`
    const missing = issue.code === "invalid_type" && issue.input === undefined
    if (missing) {
      return {
        field,
        location: "body",
        issue: "MISSING_REQUIRED_PARAMETER",
        description: "A required field is missing.",
      }
    }
    if (issue.code === "too_big" && issue.origin === "string") {
      return {
        field,
        location: "body",
        issue: "INVALID_STRING_MAX_LENGTH",
        description: "The value of a field is too long.",
      }
    }
    if (issue.code === "invalid_format") {
      return {
        field,
        location: "body",
        issue: "INVALID_PARAMETER_SYNTAX",
        description: "The value of a field does not conform to the expected format.",
      }
    }
    return {
      field,
      location: "body",
      issue: "INVALID_PARAMETER_VALUE",
      description: "The value of a field is invalid.",
    }
  })
}

export const answerUnknownPath: RequestHandler = () => {
  throw notFound()
}

/** Last in the API's chain. Unreadable JSON is a 400; what no one expected is a 500 and a line in the log. */
export const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const refusal =
    error instanceof PayPalError
      ? error
      : error?.type === "entity.parse.failed"
        ? invalidRequest("MALFORMED_REQUEST_JSON", "The request JSON is not well formed.")
        : undefined
  if (!refusal) console.error("PayPal sandbox:", error)
  const answered = refusal ?? internalError()
  response.status(answered.kind.status).json(errorBody(answered))
}
