import type { Response as ExpressResponse, Request } from "express"
import { escapeHtml } from "~/utils/escape-html"
import { nextTurn } from "~/utils/in-turns"
import { isPassword } from "~/utils/unseen-text"
import { safe } from "./methods"

// A form of many parts is read some hundreds at a time, so that others have their turn: the platform's reader takes as long for a
// thousand parts as for a page. What a part means is left to it.

/** A form of ours has a part for each field; a selection of 10,000 records is the largest. */
export const mostFields = 12_500
const partsInPiece = 400

/** Thrown before the parts are read: the form has more fields than any of ours. */
export class TooManyFields extends Error {}

type Bytes = Uint8Array<ArrayBuffer>

/** The form in a body. Throws what the platform does where it is none. */
export async function readParts(body: Bytes, contentType: string): Promise<FormData> {
  if (boundariesOf(contentType).some(({ length }) => length > longestBoundary))
    throw new TypeError("A boundary is too long")
  const pieces = piecesOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const [first, ...others] = pieces
  const form = await read(first ?? body, contentType)
  for (const piece of others) {
    await nextTurn()
    for (const [name, value] of await read(piece, contentType)) form.append(name, value)
  }
  return form
}

/** RFC 2046. A body is searched for it, which with a long one takes as long as both of their lengths multiplied. */
const longestBoundary = 70

const boundariesOf = (contentType: string): string[] =>
  [...contentType.matchAll(/boundary=(?:"([^"]*)"?|([^\s;,"]*))/gi)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  )

const read = (body: Bytes, contentType: string): Promise<FormData> =>
  new Response(body, { headers: { "Content-Type": contentType } }).formData()

/** A body cut where parts begin, each piece a whole form. A body that doesn't begin with a part is one piece. */
function piecesOf(body: Buffer<ArrayBuffer>): Bytes[] {
  const delimiter = delimiterOf(body)
  if (!delimiter) return [body]
  const end = Buffer.concat([delimiter, Buffer.from("--\r\n")])
  refuseMoreAfter(Buffer.concat([Buffer.from("\r\n"), end.subarray(0, -2)]), body)
  const starts = [0]
  let count = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    // The last one ends the form.
    if (count > mostFields) throw new TooManyFields()
    if (count > 0 && count % partsInPiece === 0) starts.push(at)
    count += 1
  }
  return starts.map((start, index) => {
    const next = starts[index + 1]
    return next === undefined ? body.subarray(start) : Buffer.concat([body.subarray(start, next), end])
  })
}

/** From Node 24 on the platform ignores what follows the last part, were it a second form; 22 refuses it, as we do. */
function refuseMoreAfter(end: Buffer, body: Buffer) {
  const at = body.indexOf(end)
  if (at >= 0 && !["", "\r\n"].includes(body.toString("latin1", at + end.length)))
    throw new TypeError("The form goes on after its end")
}

/** The line that the first part begins with, as all others have to. */
function delimiterOf(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | undefined {
  let start = 0
  while (body[start] === 13 && body[start + 1] === 10) start += 2
  const end = body.indexOf("\r\n", start)
  const line = body.subarray(start, end < 0 ? start : end)
  if (line.length <= 2 || !line.subarray(0, 2).equals(Buffer.from("--"))) return undefined
  if (line.length > longestBoundary + 2) throw new TypeError("A boundary is too long")
  return line
}

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
