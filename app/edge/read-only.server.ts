import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import type { Request, RequestHandler, Response } from "express"
import { isWritingGet } from "~/http/provider-returns"
import { log } from "~/utils/log.server"
import { isPassword } from "~/utils/unseen-text"
import { publicPolicy } from "./content-security.server"
import { escapeHtml } from "./escape-html"
import { safe } from "./methods"
import { styles } from "./unavailable.server"

// While the platform is read-only every save is refused, and what someone sent comes back to them: a page keeps its typed
// text, a document gets it as a form to send again. Logging in goes on, since one has to log in to look things up, and so
// does what the staff do, who turn it off again.

/** The switch while it is on; `text` is for everyone. */
export type ReadOnly = { text: string }

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
/** More typed text than this is no form of ours. */
const mostText = 400_000
const title = "Tutti is read-only right now"

const pageOf = (path: string) =>
  path
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/(?<=.)\/+$/, "")

/** Whether a request is refused while the platform is read-only. */
export const isRefusedWrite = ({ method, path }: Pick<Request, "method" | "path">): boolean =>
  (!safe.has(method) || isWritingGet(path)) && !allowed.some((pattern) => pattern.test(pageOf(path)))

/** Refuses every save while `find` finds the switch on. */
export function refuseWrites(find: () => ReadOnly | undefined): RequestHandler {
  return (request, response, next) => {
    const readOnly = isRefusedWrite(request) ? attempt(find) : undefined
    if (!readOnly) return next()
    response.locals.routeId = "read-only"
    answer(request, response, readOnly).catch(next)
  }
}

/** A database that doesn't answer is told by whoever asks it next. */
function attempt(find: () => ReadOnly | undefined): ReadOnly | undefined {
  try {
    return find()
  } catch (error) {
    log.warn({ err: error }, "it could not be asked whether saving is off")
    return undefined
  }
}

async function answer(request: Request, response: Response, { text }: ReadOnly) {
  response.set("Cache-Control", "no-store").set("Retry-After", String(retryAfterSeconds))
  if (request.path.startsWith("/api/")) {
    response.status(503).json({ message: `${title}. ${text}` })
    return
  }
  // The page's own script keeps what was typed, and shows this beside it.
  if (request.path.endsWith(".data")) {
    response.status(403).type("text/plain").send(`${title}. ${text}`.slice(0, longestShown))
    return
  }
  const sent = await sentFields(request)
  response
    .set("Content-Security-Policy", publicPolicy(styles))
    .status(503)
    .type("html")
    .send(documentOf(request.originalUrl, text, sent))
}

type Sent = { fields: [string, string][]; lost: boolean }

/** What a form brought, without passwords and files, which no page repeats. */
async function sentFields(request: Request): Promise<Sent> {
  const type = request.get("Content-Type") ?? ""
  if (safe.has(request.method) || !/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type))
    return { fields: [], lost: false }
  try {
    const body = Readable.toWeb(request) as ReadableStream<Uint8Array>
    const form = await new globalThis.Response(body as unknown as BodyInit, {
      headers: { "Content-Type": type },
    }).formData()
    const all = [...form]
    const fields = all.filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && !isPassword(entry[0]),
    )
    const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    return size > mostText ? { fields: [], lost: true } : { fields, lost: fields.length < all.length }
  } catch {
    return { fields: [], lost: true }
  }
}

function documentOf(address: string, text: string, { fields, lost }: Sent): string {
  const inputs = fields
    .map(([name, value]) => `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`)
    .join("")
  const again =
    fields.length > 0
      ? `<p>Nothing was saved, and nothing you typed is lost: leave this page open and send it again later.</p><form method="post" action="${escapeHtml(address)}">${inputs}<button>Send again</button></form>${
          lost ? "<p>Passwords and files aren’t kept. Enter or choose them again on the next page.</p>" : ""
        }`
      : "<p>Nothing was saved. Go back and try again later.</p>"
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Tutti</title><style>${styles}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(text)}</p>${again}</main></body></html>`
}
