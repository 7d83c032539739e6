import { setTimeout as pause } from "node:timers/promises"
import type { Cluster } from "./cluster"
import type { ClusterNode } from "./node"
import type { Seed } from "./seed"

// Somebody who keeps writing, and remembers outside of every machine what was answered. Each write has a name of its own
// and is sent once: what stands twice afterwards was done twice by us.

export type Answered = "acknowledged" | "pending" | "refused" | "unknown"
export type Write = { name: string; at: number; answered: Answered; status?: number; node: string }

/** Payments are answered once another machine has them; teachers at once. */
export type Kind = "teacher" | "payment"

export type Writer = ReturnType<typeof startWriter>

const pendingToast = /confirmed yet/

/** What one write is sent as, and how it is found again. */
const kinds = {
  teacher: {
    request: (_seed: Seed, name: string) => ({ path: "/teachers/create", fields: { name } }),
    count: "select name, count(*) as n from teachers where name like ? group by name",
  },
  payment: {
    request: ({ invoiceId }: Seed, name: string) => ({
      path: `/billing/invoices/${invoiceId}`,
      fields: {
        // Equal payments of one day, each under its own reference, are meant.
        intent: "anyway",
        amount: "0.10",
        method: "cash",
        receivedOn: "2026-11-10",
        payer: "Mateo Okafor",
        reference: name,
      },
    }),
    count:
      "select provider_reference as name, count(*) as n from payments where provider_reference like ? group by 1",
  },
}

let count = 0

/**
 * Writes until told to stop.
 * @param to which node is asked next; through the edge when there is one
 * @param atOnce how many writes are under way together
 */
export function startWriter(
  cluster: Cluster,
  seed: Seed,
  {
    kind = "teacher",
    to,
    atOnce = 2,
    everyMs = 0,
  }: {
    kind?: Kind
    to: () => ClusterNode
    atOnce?: number
    everyMs?: number
  },
) {
  count += 1
  const prefix = `${kind}-${process.pid}-${count}-`
  const writes: Write[] = []
  let isStopped = false
  let number = 0

  async function write() {
    number += 1
    const name = `${prefix}${String(number).padStart(6, "0")}`
    const node = to()
    const { path, fields } = kinds[kind].request(seed, name)
    try {
      const { status, headers } = await node.ask(path, {
        method: "POST",
        headers: {
          Cookie: seed.cookie,
          Origin: cluster.appUrl,
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(fields).toString(),
      })
      const toast = headers["set-cookie"]?.find((each) => each.startsWith("toast=")) ?? ""
      const said = Buffer.from(decodeURIComponent(toast.slice(6).split(".")[0] ?? ""), "base64").toString()
      const answered = status !== 303 ? "refused" : pendingToast.test(said) ? "pending" : "acknowledged"
      writes.push({ name, at: Date.now(), answered, status, node: node.name })
    } catch {
      writes.push({ name, at: Date.now(), answered: "unknown", node: node.name })
      await pause(20)
    }
  }
  const running = Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isStopped) {
        await write()
        if (everyMs > 0) await pause(everyMs)
      }
    }),
  )

  const named = (answered: Answered) => writes.filter((each) => each.answered === answered)
  return {
    prefix,
    writes,
    acknowledged: () => named("acknowledged"),
    refused: () => named("refused"),
    /** So many more writes are acknowledged. */
    async goesOn(more: number, withinMs = 20_000) {
      const goal = named("acknowledged").length + more
      const end = Date.now() + withinMs
      while (named("acknowledged").length < goal) {
        if (Date.now() > end)
          throw new Error(
            `Nothing is acknowledged: ${JSON.stringify(writes.slice(-5))}\n${cluster.troubles()}`,
          )
        await pause(20)
      }
    },
    /** There is a write like this. */
    async until(isSo: (write: Write) => boolean, withinMs = 20_000) {
      const end = Date.now() + withinMs
      while (!writes.some(isSo)) {
        if (Date.now() > end)
          throw new Error(`No such write: ${JSON.stringify(writes.slice(-5))}\n${cluster.troubles()}`)
        await pause(20)
      }
    },
    /** The longest time without an acknowledgement, in ms. */
    longestGap: () =>
      named("acknowledged").reduce(
        ({ gap, before }, { at }) => ({ gap: Math.max(gap, at - before), before: at }),
        { gap: 0, before: writes[0]?.at ?? 0 },
      ).gap,
    stop() {
      isStopped = true
      return running
    },
    /** Compares what was answered with what a node has. */
    tally(node: ClusterNode) {
      const found = new Map(
        node
          .read<{ name: string; n: number }>(kinds[kind].count, `${prefix}%`)
          .map(({ name, n }) => [name, n]),
      )
      const acknowledged = named("acknowledged")
      return {
        acknowledged: acknowledged.length,
        present: found.size,
        lost: acknowledged.filter(({ name }) => !found.has(name)).length,
        repeated: [...found.values()].filter((n) => n > 1).length,
      }
    },
  }
}
