import { randomBytes } from "node:crypto"
import type { NextFunction, Request, Response } from "express"

// In development: a module that can't be read answers with Vite's own page, which disappears once it is fixed.

type BrokenModule = Error & {
  id?: string
  frame?: string
  plugin?: string
  loc?: { file?: string; line: number; column: number }
}

/** Shows what Vite says of a module that it could not transform; every other error goes on. */
export function showBrokenModules() {
  return (error: BrokenModule, request: Request, response: Response, next: NextFunction) => {
    const isModule = error instanceof Error && (error.plugin !== undefined || error.loc !== undefined)
    if (!isModule || response.headersSent || !request.accepts("html")) return next(error)
    const nonce = randomBytes(16).toString("base64url")
    const { message, stack = "", id, frame, plugin, loc } = error
    response.set(
      "Content-Security-Policy",
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'unsafe-inline'; connect-src 'self'`,
    )
    response
      .status(500)
      .send(
        page(nonce, JSON.stringify({ message, stack, id, frame, plugin, loc }).replaceAll("<", "\\u003c")),
      )
  }
}

const page = (nonce: string, error: string) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>A module is broken</title>
  </head>
  <body>
    <script type="module" nonce="${nonce}">
      import { createHotContext, ErrorOverlay } from "/@vite/client"
      document.body.append(new ErrorOverlay(${error}))
      createHotContext("/broken-module").on("remix:hmr", () => location.reload())
    </script>
  </body>
</html>
`
