// A form as it was posted, read beside the action that reads it too.

export type SentFields = readonly (readonly [name: string, value: string | File])[]

const urlEncoded = /^application\/x-www-form-urlencoded/i
const multipart = /^multipart\/form-data/i
/** A larger body is a file to be imported; whoever imports it twice is asked by the import itself. */
const mostBytes = 12_000_000

/** The fields of a posted form; undefined where the body is none, or can't be read. */
export async function formOf(request: Request): Promise<SentFields | undefined> {
  const type = request.headers.get("Content-Type") ?? ""
  if (!urlEncoded.test(type) && !multipart.test(type)) return undefined
  if (Number(request.headers.get("Content-Length") ?? 0) > mostBytes) return undefined
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  return form && [...form]
}

/** The same request with other fields. */
export function requestWith(request: Request, fields: SentFields): Request {
  const headers = new Headers(request.headers)
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name)
  const isPlain = urlEncoded.test(request.headers.get("Content-Type") ?? "")
  const body = isPlain ? new URLSearchParams() : new FormData()
  for (const [name, value] of fields) (body as FormData).append(name, value as string)
  return new Request(request.url, { method: "POST", headers, body, signal: request.signal })
}
