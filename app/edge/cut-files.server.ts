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
