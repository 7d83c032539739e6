import type { Request, Response } from "express"
import { publicPolicy } from "./content-security.server"
import { escapeHtml } from "./escape-html"
import { styles } from "./unavailable.server"

/** Of a body that is larger, or of unknown length, only what arrives soon after the answer is read. */
export const drainLimit = 32 * 1_048_576
/** A browser shows an answer once its body was taken: a sender who takes longer may not see why it was refused. */
const readOnMs = 10_000

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

const isDocument = (request: Request) =>
  !request.path.endsWith(".data") && request.accepts(["text/plain", "text/html"]) === "text/html"

/** The same where a page of ours says why: for what comes from no page that a person could go back to. */
export function refuseOn(request: Request, response: Response, to: string) {
  answer(request, response.status(303).location(to).type("text/plain"), `See ${to}\n`)
}

/** Sends the whole answer. Node reads the rest of the body away, unless it would be too much. */
function answer(request: Request, response: Response, text: string) {
  response.set("Cache-Control", "no-store")
  const length = request.get("Content-Length") ?? (request.get("Transfer-Encoding") ? Number.NaN : 0)
  if (Number(length) <= drainLimit) return void response.send(text)
  const bytes = Buffer.from(text)
  response.set({ Connection: "close", "Content-Length": String(bytes.length) })
  response.write(bytes)
  response.locals.answeredAt = performance.now()
  if (request.complete) return void response.end()
  // Closed at once, the connection would be reset under a sender who still writes and hasn't read the answer.
  const timer = setTimeout(end, readOnMs).unref()
  function end() {
    clearTimeout(timer)
    response.end()
  }
  request.once("end", end).once("error", end).once("close", end).resume()
}
