import { nextTurn } from "~/utils/in-turns"

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
