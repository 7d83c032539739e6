import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

// A wire between two nodes that can be slow, silent or cut. A node advertises the relay's address instead of its own; no
// rights over the machine's network are needed.

export type TcpRelay = {
  url: string
  port: number
  /** Everything arrives so much later (ms), in both directions, in order; 0 is at once. */
  delay(ms: number): void
  /**
   * While silent, nothing arrives and no one is told, as where a network drops packets: connections stay open, new ones
   * are never answered. What was sent in the meantime arrives afterwards, as TCP would send it again.
   */
  silence(on: boolean): void
  /** While cut, connections are closed and new ones refused at once. */
  cut(on: boolean): void
  /** How many connections are open. */
  readonly open: number
  close(): Promise<void>
}

type Wire = { flow(): void; sockets: [Socket, Socket] }

/**
 * Starts a relay.
 *
 * @param to the port of this machine it leads to
 * @param port 0 or absent for any free one
 */
export async function startTcpRelay({ to, port = 0 }: { to: number; port?: number }): Promise<TcpRelay> {
  const wires = new Set<Wire>()
  let delayMs = 0
  let isSilent = false
  let isCut = false

  /** Carries bytes one way. What left first arrives first, even if the delay has become shorter in the meantime. */
  function carry(from: Socket, into: Socket) {
    const underWay: { at: number; arrive: () => boolean }[] = []
    let timer: NodeJS.Timeout | undefined
    function flow() {
      clearTimeout(timer)
      timer = undefined
      if (isSilent) return void from.pause()
      for (let next = underWay[0]; next; next = underWay[0]) {
        const early = next.at - Date.now()
        if (early > 0) {
          timer = setTimeout(flow, early)
          break
        }
        underWay.shift()
        if (!next.arrive()) return void into.once("drain", flow)
      }
      from.resume()
    }
    const send = (arrive: () => boolean) => {
      underWay.push({ at: Date.now() + delayMs, arrive })
      if (into.writableNeedDrain) from.pause()
      else if (!timer) flow()
    }
    from.on("data", (bytes: Buffer) => send(() => !into.writable || into.write(bytes)))
    from.on("end", () => send(() => Boolean(into.end())))
    return flow
  }

  const end = (wire: Wire) => {
    wires.delete(wire)
    for (const socket of wire.sockets) socket.destroy()
  }

  const server = createServer({ allowHalfOpen: true }, (inward) => {
    if (isCut) return void inward.destroy()
    const outward = connect({ port: to, host: "127.0.0.1", allowHalfOpen: true })
    const ways = [carry(inward, outward), carry(outward, inward)]
    const flow = () => {
      for (const way of ways) way()
    }
    const wire: Wire = { sockets: [inward, outward], flow }
    wires.add(wire)
    for (const socket of wire.sockets) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        if (!isSilent) end(wire)
      })
    }
    wire.flow()
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const bound = (server.address() as AddressInfo).port

  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    delay(ms) {
      delayMs = ms
    },
    silence(on) {
      isSilent = on
      for (const wire of wires)
        if (!on && wire.sockets.some((socket) => socket.destroyed)) end(wire)
        else wire.flow()
    },
    cut(on) {
      isCut = on
      if (on) for (const wire of wires) end(wire)
    },
    get open() {
      return wires.size
    },
    async close() {
      const closed = once(server, "close")
      server.close()
      for (const wire of wires) end(wire)
      await closed
    },
  }
}
