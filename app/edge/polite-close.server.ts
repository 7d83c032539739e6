import type { Server, ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"

/** How long an idle connection may still bring a request: its answer then says that it was the last. */
const politeMs = 2000
/** It is counted in short waits: where a machine is short of processor they are late, and its clients are as well. */
const waitMs = 50
/** After so long the door is closed in spite of those who still come; their proxy asks elsewhere. */
const mostTurns = 20
const longestMs = 9000

/**
 * Closes a server so that no client loses a request: who has come is let in, every answer says that the connection ends
 * with it, and idle connections are closed only after a while. A request that meets a closing connection is not sent
 * again by a proxy.
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
    const end = performance.now() + longestMs
    await letIn(server)
    isLeaving = true
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close")
    const closed = new Promise((resolve) => server.once("close", resolve))
    const isClosed = closed.then(() => true)
    // The server's own close would cut idle connections off at once.
    NetServer.prototype.close.call(server)
    for (let waited = 0; waited < politeMs && performance.now() < end; waited += waitMs)
      if (await Promise.race([isClosed, pause(waitMs, false)])) return
    // What came in meanwhile is read first: a timer runs before that, and its connection would count as idle.
    await Promise.race([closed, pause(waitMs)])
    const closing = setInterval(() => server.closeIdleConnections(), waitMs)
    await Promise.race([closed, pause(Math.max(0, end - performance.now()))])
    clearInterval(closing)
  }
}

/**
 * Takes the connections that the system has already made: it would cut them off together with the listening socket. One
 * whole turn of the event loop without a new one says that there are no more.
 */
async function letIn(server: Server) {
  let hasCome = true
  const note = () => {
    hasCome = true
  }
  server.on("connection", note)
  await nextTurn()
  for (let turn = 0; hasCome && turn < mostTurns; turn += 1) {
    hasCome = false
    await nextTurn()
  }
  server.off("connection", note)
}
