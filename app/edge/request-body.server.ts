import type { RequestHandler, Response } from "express"
import { type Call, megabyte, patternOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { api } from "~/addresses/api"
import { mostText } from "~/utils/bytes"
import { paths } from "~/utils/paths"
import { unsafe } from "./methods"
import { drainLimit, refuse, refuseOn } from "./refuse.server"

// A form with a file that is too large reaches its page all the same, so that the error stands beside the file's field
// with everything else as it was typed. Of the file only so much is handed on that its page sees that it is too large;
// the rest is read and dropped, so memory holds no more than for a form within its limit.

const longestHead = 16_384
/** The lines before all the parts: a form of nothing but parts takes as long to read as it has of them. */
const longestHeads = 1_048_576

/** The boundary of a form with files, or undefined for any other body. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, bare] =
    /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? []
  return quoted ?? bare
}

/** Hands on at most `mostOfPart` bytes of each part, and `most` of all of them together. */
export function cutFiles(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  limits: { mostOfPart: number; most: number },
): ReadableStream<Uint8Array> {
  const cut = cutter(boundary, limits)
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        for (const each of cut.take(bytes)) controller.enqueue(new Uint8Array(each))
      },
      flush: (controller) => controller.enqueue(new Uint8Array(cut.rest())),
    }),
  )
}

function cutter(boundary: string, { mostOfPart, most }: { mostOfPart: number; most: number }) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1")
  // As if the first part followed another one.
  let pending = Buffer.from("\r\n")
  let isFirst = true
  let isHead = false
  let ofPart = 0
  let ofAll = 0
  let ofHeads = 0
  // No form of a browser's: nothing more is handed on, and its page reads it like any that ends too early.
  const isBroken = () => ofHeads > longestHeads || (isHead && pending.length > longestHead)

  const next = (length: number) => {
    const bytes = pending.subarray(0, length)
    pending = pending.subarray(length)
    return bytes
  }
  const withinLimits = (bytes: Buffer) => {
    const room = Math.max(0, Math.min(mostOfPart - ofPart, most - ofAll, bytes.length))
    ofPart += room
    ofAll += room
    return bytes.subarray(0, room)
  }
  return {
    *take(bytes: Uint8Array): Generator<Buffer> {
      if (isBroken()) return
      pending = Buffer.concat([pending, bytes])
      for (;;) {
        const at = pending.indexOf(isHead ? "\r\n\r\n" : delimiter)
        if (at < 0) break
        if (isHead) {
          ofHeads += at + 4 + delimiter.length
          if (ofHeads > longestHeads || at > longestHead) return
          yield next(at + 4)
          ofPart = 0
        } else {
          yield withinLimits(next(at))
          yield next(delimiter.length).subarray(isFirst ? 2 : 0)
          isFirst = false
        }
        isHead = !isHead
      }
      // What may be the beginning of the next boundary, or of the line that ends a head, waits for more.
      if (!isHead) yield withinLimits(next(Math.max(0, pending.length - delimiter.length + 1)))
    },
    rest: () => (isHead ? pending.subarray(0, isBroken() ? 0 : pending.length) : withinLimits(pending)),
  }
}

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
const mayBringFile = (path: string): boolean => limitAt(path.replace(/\.data$/, "")) > megabyte

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
    const file = `Files here can be up to ${mostText(limit - megabyte)}.`
    refuse(request, response, 413, `${tooLarge}. ${file}`, {
      title: tooLarge,
      text: `Nothing was saved. ${file} Go back and choose a smaller one, or shorten the text.`,
      back: request.originalUrl.replace(/\.data(?=\?|$)/, ""),
    })
  }
}

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
