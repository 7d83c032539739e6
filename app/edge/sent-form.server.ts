import type { Response as ExpressResponse, Request } from "express"
import { escapeHtml } from "~/utils/escape-html"
import { isPassword } from "~/utils/unseen-text"
import { safe } from "./methods"
import { readParts } from "./read-parts.server"

// What someone sent with a form that couldn't be saved: it comes back to them as a form to send again, so that nothing
// typed is lost, also in a browser without scripts.

/** Passwords and files aren't repeated by any page; `lost` says that there were some. */
export type SentForm = { fields: [string, string][]; lost: boolean }

/** More typed text than this is no form of ours. */
const mostText = 400_000
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i

const typeOf = (request: Request) => request.get("Content-Type") ?? ""

/** Whether a request brings a form. */
export const bringsForm = (request: Request): boolean =>
  !safe.has(request.method) && formTypes.test(typeOf(request))

/** The form in a body, without passwords and files. */
export async function readSentForm(request: Request, body: BodyInit): Promise<SentForm> {
  try {
    const type = typeOf(request)
    const sent = new Response(body, { headers: { "Content-Type": type } })
    const all = [
      ...(/multipart/i.test(type)
        ? await readParts(new Uint8Array(await sent.arrayBuffer()), type)
        : await sent.formData()),
    ]
    const fields = all.filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && !isPassword(entry[0]),
    )
    const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    return size > mostText ? { fields: [], lost: true } : { fields, lost: fields.length < all.length }
  } catch {
    return { fields: [], lost: true }
  }
}

/** The form as a part of a page, with a button that sends it again; empty when nothing was typed. */
export function sendAgain(address: string, { fields, lost }: SentForm): string {
  if (fields.length === 0) return ""
  const inputs = fields
    .map(([name, value]) => `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`)
    .join("")
  const missing = lost
    ? "<p>Passwords and files aren’t kept. Enter or choose them again on the next page.</p>"
    : ""
  return `<form method="post" action="${escapeHtml(address)}">${inputs}<button>Send again</button></form>${missing}`
}

type Held = { sentBytes?: { parts: Uint8Array[]; size: number } }

/** Keeps the bytes of a form while they are read, in case the form can't be saved. */
export function holdForm(
  request: Request,
  response: ExpressResponse,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  if (!bringsForm(request)) return body
  const held = { parts: [] as Uint8Array[], size: 0 }
  const locals: Held = response.locals
  locals.sentBytes = held
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        held.size += bytes.byteLength
        // A larger body brings a file, and is not held.
        if (held.size <= mostText) held.parts.push(bytes)
        else held.parts.length = 0
        controller.enqueue(bytes)
      },
    }),
  )
}

/** The form that was read for this answer; without one, nothing was typed. */
export async function heldForm(request: Request, response: ExpressResponse): Promise<SentForm> {
  const { sentBytes }: Held = response.locals
  if (!sentBytes || sentBytes.size === 0) return { fields: [], lost: false }
  if (sentBytes.size > mostText) return { fields: [], lost: true }
  return readSentForm(request, Buffer.concat(sentBytes.parts))
}
