import type { RequestHandler } from "express"

// A script of ours that sends a form and leaves the page itself asks where to: a browser follows a redirect before any
// script sees it, and the page it leads to would be loaded twice, its message lost the first time.

const asks = "X-Tell-Redirect"
const redirectHeader = "X-Redirect-To"

/** Answers a redirect with 204 and its target in a header, when the request asks for that. */
export function announceRedirects(): RequestHandler {
  return (request, response, next) => {
    if (!request.get(asks)) return next()
    const writeHead = response.writeHead.bind(response)
    response.writeHead = ((status: number, ...rest: unknown[]) => {
      const to = response.getHeader("Location")
      if (status < 300 || status >= 400 || to === undefined)
        return Reflect.apply(writeHead, response, [status, ...rest])
      response.removeHeader("Location")
      response.removeHeader("Content-Length")
      response.setHeader(redirectHeader, to)
      return writeHead(204)
    }) as typeof response.writeHead
    next()
  }
}
