import type { RequestHandler, Response } from "express"
import { type Call, megabyte, patternOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { api } from "~/addresses/api"
import { paths } from "~/utils/paths"
import { boundaryOf, cutFiles } from "./cut-files.server"
import { unsafe } from "./methods"
import { drainLimit, refuse, refuseOn } from "./refuse.server"

/** The bytes that may be sent to some addresses, where it isn't the usual megabyte. */
const limits = [...screens, ...Object.values<Call>(api)].flatMap(({ path, body }) =>
  body ? [{ pattern: patternOf(path), body }] : [],
)

const limitAt = (path: string): number => limits.find(({ pattern }) => pattern.test(path))?.body ?? megabyte

/** The address as the router takes it: whatever its case, its encoding and the slashes at its end. */
const routedPath = (path: string) =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/\/+/g, "/")
    .replace(/\.data$/, "")
    .replace(/\/$/, "")

/** Whether a form at this address may bring a file. */
export const mayBringFile = (path: string): boolean => limitAt(path.replace(/\.data$/, "")) > megabyte

/** Refuses bodies that are too large or of unknown length before they are read, except forms whose page says it of their file. */
export function limitBody(): RequestHandler {
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    const length = request.get("Content-Length")
    if (length === undefined && request.get("Transfer-Encoding"))
      return refuse(request, response, 411, "Send the length of the body.")
    const path = routedPath(request.path)
    const limit = limitAt(path)
    if (Number(length ?? 0) > limit && path === paths.shareTarget())
      return refuseOn(request, response, paths.newMessage({ problem: "too-large" }))
    if (Number(length ?? 0) <= limit) return next()
    const boundary = boundaryOf(request.get("Content-Type"))
    if (limit > megabyte && boundary && Number(length) <= drainLimit && !path.startsWith("/api/")) {
      const locals: Cut = response.locals
      locals.cutFilesAt = { boundary, mostOfPart: limit - megabyte + 1, most: limit }
      return next()
    }
    if (limit <= megabyte)
      return refuse(request, response, 413, `${tooLarge}.`, { title: tooLarge, text: shorten })
    const file = `Files here can be up to ${sizeText(limit - megabyte)}.`
    refuse(request, response, 413, `${tooLarge}. ${file}`, {
      title: tooLarge,
      text: `Nothing was saved. ${file} Go back and choose a smaller one, or shorten the text.`,
      back: request.originalUrl.replace(/\.data(?=\?|$)/, ""),
    })
  }
}

const sizeText = (bytes: number) => (bytes < megabyte ? `${bytes / 1000} KB` : `${bytes / megabyte} MB`)

const tooLarge = "This is too large to send"
const shorten = "Nothing was saved. Go back and choose a smaller file or shorten the text."

type Cut = { cutFilesAt?: { boundary: string; mostOfPart: number; most: number } }

/** The body as its page may read it: of a file beyond the limit, no more than shows that it's too large. */
export function withinLimit(
  response: Response,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const { cutFilesAt }: Cut = response.locals
  return cutFilesAt ? cutFiles(body, cutFilesAt.boundary, cutFilesAt) : body
}

/**
 * Reads the rest of a body that an answer didn't need. A refusing guard leaves it unread, and the next request on the
 * same connection would wait behind it.
 */
export function readBodiesAway(): RequestHandler {
  return (request, response, next) => {
    if (unsafe.has(request.method))
      response.once("finish", () => {
        if (request.complete) return
        // Remix's reader pauses the stream again whenever it hears of more.
        request.removeAllListeners("data")
        request.resume()
      })
    next()
  }
}
