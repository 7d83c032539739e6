import type { IncomingMessage } from "node:http"
import type { NextFunction, Request, Response } from "express"
import { escapeHtml } from "~/utils/escape-html"
import { errorFacts, log } from "~/utils/log.server"
import { noteRequestFacts } from "~/utils/request-facts"
import { publicPolicy } from "./content-security.server"
import { styles } from "./unavailable.server"

/** The connection ends with a body that is larger, or of unknown length. */
export const drainLimit = 32 * 1_048_576

/**
 * How much is read after the answer. A browser shows it once its body was taken, and a connection that closes under a sender is
 * reset before they have read it. Whoever sends on and on is cut off.
 */
const readsOn = { pauseMs: 10_000, longestMs: 120_000, bytes: 256 * 1_048_576 }

/** Refuses a request with a message. Where a person would look at it, they see `page`, if there is one, with a link `back`. */
export function refuse(
  request: Request,
  response: Response,
  status: number,
  message: string,
  page?: { title: string; text: string; back?: string },
) {
  response.status(status)
  if (request.path.startsWith("/api/")) answer(request, response.type("json"), JSON.stringify({ message }))
  else if (page && isDocument(request))
    answer(
      request,
      response.set("Content-Security-Policy", publicPolicy(styles)).type("html"),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title} · Tutti</title><style>${styles}</style></head><body><main><h1>${page.title}</h1><p>${page.text}</p>${page.back ? `<p><a href="${escapeHtml(page.back)}">Back to the form</a></p>` : ""}</main></body></html>`,
    )
  else answer(request, response.type("text/plain"), `${message}\n`)
}

/** A page's own script shows a text; whoever else doesn't say what they take sees the page. */
const isDocument = (request: Request) =>
  !request.path.endsWith(".data") &&
  request.get("Sec-Fetch-Dest") !== "empty" &&
  request.accepts(["text/html", "text/plain"]) === "text/html"

/** The same where a page of ours says why: for what comes from no page that a person could go back to. */
export function refuseOn(request: Request, response: Response, to: string) {
  answer(request, response.status(303).location(to).type("text/plain"), `See ${to}\n`)
}

/** Sends the whole answer. Node reads the rest of the body away where the connection stays and it isn't too much. */
function answer(request: Request, response: Response, text: string) {
  response.set("Cache-Control", "no-store")
  const length = request.get("Content-Length") ?? (request.get("Transfer-Encoding") ? Number.NaN : 0)
  if (Number(length) <= drainLimit && response.shouldKeepAlive) return void response.send(text)
  const bytes = Buffer.from(text)
  response.set({ Connection: "close", "Content-Length": String(bytes.length) })
  response.write(bytes)
  response.locals.answeredAt = performance.now()
  readOn(request, () => response.end())
}

/** Reads what is still sent, until the sender is done or has read enough to leave, within limits. */
export function readOn(request: IncomingMessage, end: () => void, { pauseMs, longestMs, bytes } = readsOn) {
  if (request.complete) return end()
  let read = 0
  const pause = setTimeout(() => {
    const before = read
    // A busy process looks at its clock before it looks at what has arrived meanwhile.
    setImmediate(() => (read === before ? finish() : pause.refresh()))
  }, pauseMs).unref()
  const longest = setTimeout(finish, longestMs).unref()
  let isDone = false
  function finish() {
    if (isDone) return
    isDone = true
    clearTimeout(pause)
    clearTimeout(longest)
    end()
  }
  request.once("end", finish).once("error", finish).once("close", finish)
  request.on("data", (part: Buffer) => {
    read += part.length
    if (read > bytes) finish()
    else if (!isDone) pause.refresh()
  })
}

/** Hides Express's own error page and its stack. */
export function hideErrors() {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    // A client that left before the answer is not an error. Node also destroys a request once it's read.
    if (response.destroyed || (request.destroyed && !request.complete)) return response.destroy()
    const status = statusOf(error)
    if (status >= 500) {
      const requestId = String(response.getHeader("X-Request-Id") ?? "")
      log.error({ err: error, requestId }, "request failed")
      noteRequestFacts(requestId, { problem: errorFacts(error).message })
    }
    if (response.headersSent) return next(error)
    refuse(
      request,
      response,
      status,
      status >= 500
        ? "Something went wrong on our end. Try again in a moment."
        : "We can’t read this request.",
    )
  }
}

/** Express marks the client's mistakes with a status. */
function statusOf(error: unknown): number {
  const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 500
  return status >= 400 && status < 500 ? status : 500
}
