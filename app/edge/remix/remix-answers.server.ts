import { constants } from "node:zlib"
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type RequestHandler as RemixHandler,
  writeReadableStreamToWritable,
} from "@remix-run/node"
import compression from "compression"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import { type DocumentPart, endAsBefore, endWithText, type SentBody } from "~/edge/compressed-text.server"
import { withinLimit } from "~/edge/request-body.server"
import { holdForm } from "~/edge/sent-form.server"

// The adapter between Express and Remix. It differs from Remix's own in one point: documents and page data, which are
// complete before they are sent, don't pass through streams but are compressed at once and sent together with their
// head.

/** A document's text in parts, which `entry.server` leaves here for an adapter that asks for it, instead of in a stream. */
export type DocumentContext = {
  takesDocument?: boolean
  document?: readonly DocumentPart[]
  /** Whether the answer is a document, not the data of one (http/only-in-document.ts). */
  isDocument?: boolean
  /** Whether the same request has the same answer until something is written (repeated-answers.server.ts). */
  repeats?: boolean
  /** Under which its answer is kept, where it repeats. */
  repeatKey?: string
  /** The route by which it is counted. */
  routeId?: string
  /** What is sent instead of it: what was sent before. */
  body?: SentBody
  /** Is given what is sent, where it repeats. */
  keep?: (body: SentBody) => void
}

const bodiless = new Set(["GET", "HEAD"])

/** For files and other streams. */
const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })

/** Answers with what Remix answers. */
export function answerFrom(handle: RemixHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      const context: AppLoadContext & DocumentContext = response.locals
      context.takesDocument = true
      context.isDocument = !request.path.endsWith(".data")
      const answer = await handle(requestOf(request, response), context)
      await send(request, response, answer, context)
    } catch (error) {
      next(error)
    }
  }
}

async function send(
  request: ExpressRequest,
  response: ExpressResponse,
  answer: Response,
  context: DocumentContext,
) {
  const { document, body: sent, keep } = context
  // What is left of a request holds its context for longer than an answer takes, and V8 would move the page where only a full
  // collection clears: that was two thirds of what a list left there.
  context.document = undefined
  if (answer.statusText) response.statusMessage = answer.statusText
  carryOver(response, answer.status, answer.headers)
  if (request.method === "HEAD") return void response.end()
  if (sent !== undefined) return endAsBefore(request, response, sent)
  if (document !== undefined) return endWithText(request, response, document, keep)
  const { body } = answer
  if (!body) return void response.end()
  // Remix's own type for the data of a page.
  if (answer.headers.get("Content-Type") === "text/x-script")
    return endWithText(request, response, [await answer.text()])
  return new Promise<void>((resolve, reject) => {
    compress(request, response, () => writeReadableStreamToWritable(body, response).then(resolve, reject))
  })
}

/** Puts an answer's status and headers into the response's head. */
export function carryOver(
  response: ExpressResponse,
  status: number,
  headers: Iterable<readonly [string, string]>,
) {
  response.statusCode = status
  for (const [name, value] of headers)
    if (name === "vary") response.vary(value)
    // Express names the charset where a type has one.
    else if (name === "content-type") response.set(name, value)
    // What the edge has set before, such as which writes this browser has seen, stays.
    else if (name === "set-cookie") response.append(name, value)
    else response.setHeader(name, value)
}

/** The request as Remix reads it. Its signal aborts when the client leaves. */
function requestOf(request: ExpressRequest, response: ExpressResponse): Request {
  const controller = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) controller.abort()
  })
  const init = { method: request.method, headers: headersOf(request), signal: controller.signal }
  const address = `${request.protocol}://${request.headers.host}${request.originalUrl}`
  if (bodiless.has(request.method)) return new Request(address, init)
  const read = withinLimit(response, createReadableStreamFromReadable(request))
  const body = holdForm(request, response, read)
  return new Request(address, { ...init, body, duplex: "half" })
}

export function headersOf(request: ExpressRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value)
  return headers
}
