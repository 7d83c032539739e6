import { readFile } from "node:fs/promises"
import { type ClientRequest, get } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import type { Leader } from "./litefs-role.server"

// The three sources of LiteFS on this machine: its event stream, its answers to requests, and its file with the
// replication lag.

const answerWithinMs = 2000
const openAgainMs = 100
const promoteWithinMs = 10_000

type EventListeners = {
  /** The leader, at the beginning of the stream and whenever it changes. */
  onLeader: (leader: Leader) => void
  /** The database has come further. */
  onTransaction: (database: string | undefined) => void
}

/** Reads the stream of events until `close`, and opens it again whenever it ends. */
export function followEvents(url: string, { onLeader, onTransaction }: EventListeners) {
  let isClosed = false
  let stream: ClientRequest | undefined

  function take(line: string) {
    const event = JSON.parse(line) as {
      type: string
      db?: string
      data?: { isPrimary?: boolean; hostname?: string }
    }
    if (event.type === "tx") onTransaction(event.db)
    else onLeader({ isPrimary: event.data?.isPrimary === true, hostname: event.data?.hostname })
  }

  const readOnce = () =>
    new Promise<void>((resolve) => {
      stream = get(`${url}/events`, (answer) => {
        let begun = ""
        answer.setEncoding("utf8")
        answer.on("data", (text: string) => {
          const lines = (begun + text).split("\n")
          begun = lines.pop() ?? ""
          for (const line of lines) if (line) take(line)
        })
        answer.on("error", () => undefined)
        answer.on("close", resolve)
      })
      stream.on("error", () => resolve())
    })

  async function follow() {
    while (!isClosed) {
      await readOnce()
      if (!isClosed) await pause(openAgainMs)
    }
  }
  void follow()

  return {
    close() {
      isClosed = true
      stream?.destroy()
    },
  }
}

/** Requests the leader besides the events, because an answer also proves that LiteFS is alive. */
export function askAround({ dir, url }: { dir: string; url: string }, onLeader: (leader: Leader) => void) {
  let isCandidate = false
  let lagMs: number | undefined
  let isAsking = false
  let isClosed = false

  async function ask() {
    if (isAsking) return
    isAsking = true
    try {
      const info = await readInfo(url)
      isCandidate = info.candidate
      onLeader({ isPrimary: info.isPrimary, hostname: info.primary.hostname || undefined })
      lagMs = await readLag(dir)
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "LiteFS does not answer")
    } finally {
      isAsking = false
    }
  }

  return {
    ask,
    isCandidate: () => isCandidate,
    lagMs: () => lagMs,
    close() {
      isClosed = true
    },
  }
}

type Info = { isPrimary: boolean; candidate: boolean; primary: { hostname: string } }

async function readInfo(url: string): Promise<Info> {
  const answer = await fetch(`${url}/info`, { signal: AbortSignal.timeout(answerWithinMs) })
  return answer.json()
}

/** How long ago the primary was last heard of, in ms; 0 on the primary itself. */
async function readLag(dir: string): Promise<number | undefined> {
  const text = await readFile(join(dir, ".lag"), "utf8").catch(() => "")
  const lag = Number.parseInt(text, 10)
  return Number.isNaN(lag) ? undefined : lag
}

/** Asks the primary, through LiteFS, to hand over to this node. */
export async function promote(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/promote`, {
    method: "POST",
    signal: AbortSignal.timeout(promoteWithinMs),
  })
  return answer.ok
}
