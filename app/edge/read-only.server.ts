import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import type { Request, RequestHandler, Response } from "express"
import { isWritingGet } from "~/http/provider-returns"
import { escapeHtml } from "~/utils/escape-html"
import { log } from "~/utils/log.server"
import { publicPolicy } from "./content-security.server"
import { safe } from "./methods"
import { bringsForm, readSentForm, type SentForm, sendAgain } from "./sent-form.server"
import { styles } from "./unavailable.server"

// While the platform is read-only every save is refused, and what someone sent comes back to them: a page keeps its typed
// text, a document gets it as a form to send again. Logging in goes on, since one has to log in to look things up, and so
// does what the staff do, who turn it off again.

/** The switch while it is on; `text` is for everyone. */
export type ReadOnly = { title?: string; text: string }
/** The same of the one school that a request is about, by its cookies and address. */
export type FindSchoolReadOnly = (
  cookies: string | undefined,
  address: string,
) => Promise<ReadOnly | undefined> | undefined

const allowed = [
  /^\/super-admin(\/|$)/,
  /^\/(auth\/)?login$/,
  /^\/simple-login$/,
  /^\/auth\/second-factor(\/|$)/,
  /^\/logout$/,
  /^\/switch-school$/,
  /^\/api\/(login|logout)$/,
]
const retryAfterSeconds = 60
/** The longest reason that a page shows beside what was typed. */
const longestShown = 200
const usualTitle = "Tutti is read-only right now."
/** What goes on besides while only one school is read-only: asking us why. */
const allowedInSchool = [/^\/support(\/|$)/, /^\/api\/support\//]

const pageOf = (path: string) =>
  path
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/(?<=.)\/+$/, "")

/** Whether a request is refused while the platform is read-only. */
export const isRefusedWrite = ({ method, path }: Pick<Request, "method" | "path">): boolean =>
  (!safe.has(method) || isWritingGet(path)) && !allowed.some((pattern) => pattern.test(pageOf(path)))

/** Refuses every save while `find` finds the switch on, and a school's own while `findOfSchool` finds that it is. */
export function refuseWrites(
  find: () => ReadOnly | undefined,
  findOfSchool: FindSchoolReadOnly,
): RequestHandler {
  return (request, response, next) => {
    if (!isRefusedWrite(request)) return next()
    const readOnly = attempt(find)
    if (readOnly) return refuse(request, response, readOnly, next)
    const asked = isSchools(request)
      ? attempt(() => findOfSchool(request.headers.cookie, request.originalUrl))
      : undefined
    if (!asked) return next()
    asked.then((found) => (found ? refuse(request, response, found, next) : next()), next)
  }
}

/** Payments that a buyer just made are still taken over. */
const isSchools = ({ method, path }: Request) =>
  !safe.has(method) && !allowedInSchool.some((pattern) => pattern.test(pageOf(path)))

function refuse(request: Request, response: Response, readOnly: ReadOnly, next: (error: unknown) => void) {
  response.locals.routeId = "read-only"
  answer(request, response, readOnly).catch(next)
}

/** A database that doesn't answer is told by whoever asks it next. */
function attempt<Found>(find: () => Found | undefined): Found | undefined {
  try {
    return find()
  } catch (error) {
    log.warn({ err: error }, "it could not be asked whether saving is off")
    return undefined
  }
}

async function answer(request: Request, response: Response, { title = usualTitle, text }: ReadOnly) {
  response.set("Cache-Control", "no-store").set("Retry-After", String(retryAfterSeconds))
  if (request.path.startsWith("/api/")) {
    response.status(503).json({ message: `${title} ${text}` })
    return
  }
  // The page's own script keeps what was typed, and shows this beside it.
  if (request.path.endsWith(".data")) {
    response.status(403).type("text/plain").send(`${title} ${text}`.slice(0, longestShown))
    return
  }
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>
  const sent = bringsForm(request)
    ? await readSentForm(request, body as unknown as BodyInit)
    : { fields: [], lost: false }
  response
    .set("Content-Security-Policy", publicPolicy(styles))
    .status(503)
    .type("html")
    .send(documentOf(request.originalUrl, title, text, sent))
}

function documentOf(address: string, title: string, text: string, sent: SentForm): string {
  const form = sendAgain(address, sent)
  const again = form
    ? `<p>Nothing was saved, and nothing you typed is lost: leave this page open and send it again later.</p>${form}`
    : "<p>Nothing was saved. Go back and try again later.</p>"
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title.replace(/\.$/, "")} · Tutti</title><style>${styles}</style></head><body><main><h1>${title.replace(/\.$/, "")}</h1><p>${escapeHtml(text)}</p>${again}</main></body></html>`
}
