import type { Request, Response } from "express"
import { publicPolicy } from "./content-security.server"
import { styles } from "./unavailable.server"

/** More than this is not read to its end, even though the sender then may not see why. */
export const drainLimit = 32 * 1_048_576

/** Refuses a request with a message. Where a person would look at it, they see `page`, if there is one. */
export function refuse(
  request: Request,
  response: Response,
  status: number,
  message: string,
  page?: { title: string; text: string },
) {
  readNoMore(request, response)
  if (request.path.startsWith("/api/")) response.status(status).json({ message })
  else if (page && isDocument(request))
    response
      .status(status)
      .set("Content-Security-Policy", publicPolicy(styles))
      .type("html")
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title} · Tutti</title><style>${styles}</style></head><body><main><h1>${page.title}</h1><p>${page.text}</p></main></body></html>`,
      )
  else response.status(status).type("text/plain").send(`${message}\n`)
}

const isDocument = (request: Request) =>
  !request.path.endsWith(".data") && request.accepts(["text/plain", "text/html"]) === "text/html"

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
