import type { RequestHandler } from "express"
import { unsafe } from "./methods"
import { mayBringFile } from "./request-body.server"

/** How long any request may take to arrive: ten megabytes come in three minutes at half a megabit a second, as from a phone in a basement. */
export const arriveWithinMs = 300_000
/** A form without a file is there in a moment. One that isn't holds a connection and memory for nothing. */
const formWithinMs = 60_000

/** Ends a request whose form isn't there in time, unless it may bring a file. */
export function endSlowForms(withinMs = formWithinMs): RequestHandler {
  return (request, response, next) => {
    if (!unsafe.has(request.method) || mayBringFile(request.path)) return next()
    const timer = setTimeout(() => {
      if (request.complete) return
      if (!response.headersSent)
        request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n")
      request.destroy()
    }, withinMs).unref()
    request.once("close", () => clearTimeout(timer))
    next()
  }
}
