import type { RequestHandler, Response } from "express"
import { paths } from "~/utils/paths"
import { boundaryOf, cutFiles } from "./cut-files.server"
import { unsafe } from "./methods"
import { drainLimit, refuse, refuseOn } from "./refuse.server"

const megabyte = 1_048_576

/** Uploads may be larger than forms: by a megabyte more than their file, for the rest of the form, which is at this address, too. */
const uploadLimits: [path: string | RegExp, bytes: number][] = [
  ["/students/import", 6 * megabyte],
  ["/support", 6 * megabyte],
  ["/settings/profile", 6 * megabyte],
  ["/dashboard/teacher/resources/new", 11 * megabyte],
  ["/api/support/upload-image", 6 * megabyte],
  [/^\/messaging\/[^/]+$/, 11 * megabyte],
  [/^\/billing\/expenses\/[^/]+$/, 11 * megabyte],
  ["/billing/manage/bank", megabyte + 900_000],
]

/**
 * Forms of visitors who aren't logged in, under each of their addresses: room for a message of 10,000 letters of any
 * script.
 */
const publicLimit = 98_304

const publicForms = new Set([
  "/contact",
  "/demo",
  "/demo-request",
  "/auth/login",
  "/login",
  "/auth/second-factor",
  "/simple-login",
  "/invitation",
  "/change-email",
  "/confirm-email",
  "/new-password",
  "/auth/forgot-password",
  "/forgot-password",
  "/reset-password",
  "/auth/register",
  "/register",
  "/register-school",
  "/signup",
  "/register-solo-teacher",
  "/logout",
  "/api/login",
  "/api/logout",
  "/api/register",
  "/api/auth/register-school",
  "/api/auth/reset-password",
  "/api/email/password-reset",
  "/api/contact",
  "/api/demo-request",
])

/** Also the form of every school's own page, and the button that confirms it. */
const isPublicForm = (path: string): boolean =>
  publicForms.has(path) || /^\/s\/[^/]+(?:\/confirm)?$/.test(path)

/** The address as the router takes it: whatever its case, its encoding and the slashes at its end. */
const routedPath = (path: string) =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/\/+/g, "/")
    .replace(/\.data$/, "")
    .replace(/\/$/, "")

const isAt = (path: string, upload: string | RegExp) =>
  typeof upload === "string" ? path === upload : upload.test(path)

const uploadLimit = (path: string) => uploadLimits.find(([upload]) => isAt(path, upload))?.[1]

/** Whether a form at this address may bring a file. */
export const mayBringFile = (path: string): boolean => uploadLimit(path.replace(/\.data$/, "")) !== undefined

/** Refuses bodies that are too large or of unknown length before they are read, except forms whose page says it of their file. */
export function limitBody(): RequestHandler {
  return (request, response, next) => {
    if (!unsafe.has(request.method)) return next()
    const length = request.get("Content-Length")
    if (length === undefined && request.get("Transfer-Encoding"))
      return refuse(request, response, 411, "Send the length of the body.")
    const path = request.path.replace(/\.data$/, "")
    const limit = isPublicForm(routedPath(request.path)) ? publicLimit : (uploadLimit(path) ?? megabyte)
    if (Number(length ?? 0) > limit && routedPath(request.path) === paths.shareTarget())
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
