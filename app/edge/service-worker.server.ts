import { readFileSync } from "node:fs"
import type { RequestHandler } from "express"

/** Removes what an earlier service worker has kept, and the service worker itself. */
const leaving = `self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("tutti-")) await caches.delete(name)
      await self.registration.unregister()
    })(),
  ),
)
`

/**
 * The service worker, which browsers check for a newer one at each visit. It may ask our own addresses, unlike other
 * files. Where pages aren't kept, browsers that have kept some get one that removes them.
 */
export function serveServiceWorker(isOn: boolean): RequestHandler {
  const script = isOn ? readFileSync("build/client/service-worker.js") : Buffer.from(leaving)
  return (_request, response) => {
    response.setHeader("Content-Type", "text/javascript; charset=utf-8")
    response.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
    response.setHeader("Cache-Control", "no-cache")
    response.end(script)
  }
}
