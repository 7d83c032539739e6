import type { Server, ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

/** How long an idle connection may still bring a request: its answer then says that it was the last. */
const politeMs = 2000
const longestMs = 8000

/**
 * Closes a server so that no client loses a request: every answer says that the connection ends with it, and idle
 * connections are closed only after a while. A request that meets a closing connection is not sent again by a proxy.
 */
export function closePolitely(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>()
  let isLeaving = false
  server.prependListener("request", (_request, response) => {
    if (isLeaving) response.setHeader("Connection", "close")
    open.add(response)
    response.once("close", () => open.delete(response))
  })
  return async () => {
    isLeaving = true
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close")
    const closed = new Promise((resolve) => server.once("close", resolve))
    // The server's own close would cut idle connections off at once.
    NetServer.prototype.close.call(server)
    await Promise.race([closed, pause(politeMs)])
    // What came in meanwhile is read first: a timer runs before that, and its connection would count as idle.
    await Promise.race([closed, pause(50)])
    const closing = setInterval(() => server.closeIdleConnections(), 50)
    await Promise.race([closed, pause(longestMs)])
    clearInterval(closing)
  }
}
