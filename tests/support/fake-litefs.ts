import { once } from "node:events"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"

// A LiteFS by script: the folder, the local API and its stream of events, saying what the test wants. The app cannot tell.

export type FakeLitefs = Awaited<ReturnType<typeof startFakeLitefs>>

const name = "app.db"

/** @param database a file to begin with, as this node's copy */
export async function startFakeLitefs(database?: string) {
  const dir = mkdtempSync(join(tmpdir(), "tutti-fake-litefs-"))
  const listeners = new Set<ServerResponse>()
  let answer = { isPrimary: false, hostname: "" }
  let isSilent = false
  const promotions: number[] = []

  const write = (event: object) => {
    for (const listener of listeners) listener.write(`${JSON.stringify(event)}\n`)
  }
  const server = createServer((request, response) => {
    if (isSilent) return
    const data = { isPrimary: answer.isPrimary, hostname: answer.hostname }
    if (request.url === "/events") {
      listeners.add(response)
      response.once("close", () => listeners.delete(response))
      response.write(`${JSON.stringify({ type: "init", data })}\n`)
    } else if (request.url === "/info")
      response.end(
        JSON.stringify({
          isPrimary: answer.isPrimary,
          candidate: true,
          primary: { hostname: answer.hostname },
        }),
      )
    else if (request.method === "POST" && request.url === "/promote") {
      promotions.push(Date.now())
      become({ isPrimary: true, hostname: "" })
      response.end()
    } else response.writeHead(404).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  function become(next: typeof answer) {
    answer = next
    write({ type: "primaryChange", data: answer })
  }
  const setPosition = (txid: number) => {
    const digits = txid.toString(16).padStart(16, "0")
    writeFileSync(join(dir, `${name}-pos`), `${digits}/${"a".repeat(16)}\n`)
    write({ type: "tx", db: name, data: { txID: digits } })
    return digits
  }
  const setLag = (ms: number) =>
    writeFileSync(join(dir, ".lag"), `${ms < 0 ? "-" : "+"}${String(Math.abs(ms)).padStart(9, "0")}\n`)
  /** A new copy of the database, as if its transactions had been replicated. */
  const receive = (from: string) => {
    copyFileSync(from, join(dir, name))
    const copy = new Database(join(dir, name))
    copy.pragma("journal_mode = DELETE")
    copy.close()
  }
  setPosition(1)
  setLag(0)
  if (database) receive(database)

  return {
    dir,
    path: join(dir, name),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    promotions,
    setPosition,
    setLag,
    receive,
    lead: () => become({ isPrimary: true, hostname: "" }),
    follow: (hostname: string) => become({ isPrimary: false, hostname }),
    /** No one leads. */
    lose: () => become({ isPrimary: false, hostname: "" }),
    /** Ends the streams of events; they may be opened again. */
    hangUp() {
      for (const listener of listeners) listener.destroy()
    },
    /** Answers nothing more, like a process that was stopped. */
    freeze() {
      isSilent = true
      for (const listener of listeners) listener.destroy()
    },
    async close() {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
