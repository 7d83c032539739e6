import type { ErrorRequestHandler } from "express"

/** Thrown in a call; answered as Resend shapes its errors: { statusCode, name, message }. */
export class ResendError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const { statusCode, code, message } = refusalOf(error)
  response.status(statusCode).json({ statusCode, name: code, message })
}

function refusalOf(error: unknown) {
  if (error instanceof ResendError) return error
  const type = (error as { type?: string } | null)?.type
  if (type === "entity.parse.failed") {
    return new ResendError(400, "validation_error", "The request body is not valid JSON.")
  }
  if (type === "entity.too.large") {
    return new ResendError(413, "validation_error", "The email is larger than 40 MB.")
  }
  console.error("Resend sandbox:", error)
  return new ResendError(500, "internal_server_error", "An unexpected error occurred.")
}
