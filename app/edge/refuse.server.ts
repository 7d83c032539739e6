import type { Request, Response } from "express"

/** More than this is not read to its end, even though the sender then may not see why. */
const drainLimit = 32 * 1_048_576

export function refuse(request: Request, response: Response, status: number, message: string) {
  readNoMore(request, response)
  if (request.path.startsWith("/api/")) response.status(status).json({ message })
  else response.status(status).type("text/plain").send(`${message}\n`)
}

/** The same where a page of ours says why: for what comes from no page that a person could go back to. */
export function refuseOn(request: Request, response: Response, to: string) {
  readNoMore(request, response)
  response.redirect(303, to)
}

function readNoMore(request: Request, response: Response) {
  const length = request.get("Content-Length") ?? (request.get("Transfer-Encoding") ? Number.NaN : 0)
  // A browser shows an answer only when its body was taken: Node reads the rest away, unless it would be too much.
  if (!(Number(length) <= drainLimit)) response.set("Connection", "close")
  response.set("Cache-Control", "no-store")
}
