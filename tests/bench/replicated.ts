import { copyFileSync } from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { type Cluster, litefs, startCluster } from "../replication/support/cluster"
import type { ClusterNode } from "../replication/support/node"
import { median, requestsPerSecond, timed } from "./load"

// What several machines cost and bring, with real LiteFS, all on this one machine: its cores are shared by all of them.

type Keep = (
  name: string,
  ratio: number,
  budget: { least?: number; most?: number; unit?: string },
  numbers: string,
) => void

const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/** Why these rows cannot be measured here, if so. */
export const whyNotReplicated = litefs.missing

/** @param school a database with the measured school */
export async function measureReplicated(
  keep: Keep,
  { school, folder, cookie }: Record<"school" | "folder" | "cookie", string>,
) {
  const seed = join(folder, "replicated.db")
  copyFileSync(school, seed)
  const copy = new Database(seed)
  copy.pragma("journal_mode = DELETE")
  copy.close()
  const cluster = await startCluster({ seed, environment: { LOG_LEVEL: "warn" } })
  try {
    const reader = { Cookie: cookie }
    let count = 0
    const addTeacher = async (node: ClusterNode) => {
      count += 1
      const { status } = await node.ask("/teachers/create", {
        method: "POST",
        headers: { ...reader, Origin: cluster.appUrl, "Content-Type": "application/x-www-form-urlencoded" },
        body: `name=Bench+${count}`,
      })
      if (status !== 303) throw new Error(`A teacher was not added: ${status}`)
    }
    await measureCommits(keep, cluster, folder)
    await measureReads(keep, cluster, reader)
    await measureWrites(keep, cluster, addTeacher)
    await measureLag(keep, cluster)
    await measureFailover(keep, cluster, addTeacher)
  } finally {
    await cluster.close()
  }
}

/** Four times what 10,000 schools write on a Monday in September, a second (docs/scale.md). */
const commitsNeeded = 60

async function measureCommits(keep: Keep, cluster: Cluster, folder: string) {
  const commits = (path: string, mode: string) => {
    const database = new Database(path)
    database.pragma(`journal_mode = ${mode}`)
    database.pragma("synchronous = FULL")
    database.exec("create table if not exists notes (id integer primary key, words text)")
    const insert = database.prepare("insert into notes (words) values ('a bar of rest')")
    const begun = performance.now()
    let done = 0
    while (performance.now() - begun < 1500) {
      insert.run()
      done += 1
    }
    database.close()
    return done / 1.5
  }
  const [onLitefs, plain]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 3; turn += 1) {
    onLitefs.push(commits(join(cluster.node(0).mount, "bench.db"), "DELETE"))
    plain.push(commits(join(folder, "plain-commits.db"), "WAL"))
    await pause(200)
  }
  const [one, two] = [median(onLitefs), median(plain)]
  // Beside a plain file it would say how fast this disk is when it is idle: 0.26 under load, 0.024 at rest.
  keep(
    "replication: commits on LiteFS",
    one,
    { least: commitsNeeded, unit: "/s" },
    `plain file ${round(two)}/s`,
  )
}

async function measureReads(keep: Keep, cluster: Cluster, headers: Record<string, string>) {
  const target = (node: ClusterNode) => ({
    url: `http://127.0.0.1:${node.port}/students`,
    headers,
    connections: 4,
  })
  const [one, three]: [number[], number[]] = [[], []]
  for (const node of cluster.nodes) await requestsPerSecond(target(node), 1)
  for (let turn = 0; turn < 3; turn += 1) {
    one.push(await requestsPerSecond({ ...target(cluster.node(0)), connections: 12 }, 3))
    const each = await Promise.all(cluster.nodes.map((node) => requestsPerSecond(target(node), 3)))
    three.push(each.reduce((sum, rate) => sum + rate, 0))
  }
  const [own, other] = [median(three), median(one)]
  keep(
    "replication: reads of three nodes against one",
    own / other,
    { least: 1 },
    `${round(own)} req/s, one ${round(other)} req/s`,
  )
}

async function measureWrites(keep: Keep, cluster: Cluster, write: (node: ClusterNode) => Promise<void>) {
  const [direct, relayed]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 60; turn += 1) {
    direct.push(...(await timed(1, () => write(cluster.node(0)))))
    relayed.push(...(await timed(1, () => write(cluster.node(1)))))
  }
  const [one, two] = [median(relayed), median(direct)]
  keep(
    "replication: write through a replica against the primary, p50",
    one / two,
    { most: 2 },
    `${round(one)} ms, direct ${round(two)} ms`,
  )
}

/** When each transaction was told of by a node, ms by number. */
function hearTransactions(node: ClusterNode, database: string) {
  const heard = new Map<string, number>()
  const stream = get(`${node.litefsUrl}/events`, (answer) => {
    let begun = ""
    answer.setEncoding("utf8").on("data", (text: string) => {
      const lines = (begun + text).split("\n")
      begun = lines.pop() ?? ""
      for (const line of lines) {
        const event = JSON.parse(line) as { type: string; db?: string; data: { txID: string } }
        if (event.type === "tx" && event.db === database) heard.set(event.data.txID, performance.now())
      }
    })
    answer.on("error", () => undefined)
  })
  stream.on("error", () => undefined)
  return { heard, close: () => stream.destroy() }
}

async function measureLag(keep: Keep, cluster: Cluster) {
  const [first, ...others] = cluster.nodes.map((node) => hearTransactions(node, "bench.db"))
  const database = new Database(join(cluster.node(0).mount, "bench.db"))
  database.pragma("synchronous = FULL")
  const insert = database.prepare("insert into notes (words) values ('one of fifty a second')")
  await pause(300)
  const begun = performance.now()
  for (let write = 0; write < 500; write += 1) {
    const due = begun + write * 20
    if (due > performance.now()) await pause(due - performance.now())
    insert.run()
  }
  await pause(500)
  database.close()
  const lags = others.flatMap(({ heard }) =>
    [...heard].flatMap(([txid, at]) => {
      const told = first?.heard.get(txid)
      return told === undefined ? [] : [Math.max(0, at - told)]
    }),
  )
  for (const stream of [first, ...others]) stream?.close()
  const [p50, p99] = [percentile(lags, 0.5), percentile(lags, 0.99)]
  keep(
    "replication: lag under 50 writes/s, p99",
    p99,
    { most: 250, unit: " ms" },
    `p50 ${round(p50)} ms of ${lags.length}`,
  )
}

async function measureFailover(keep: Keep, cluster: Cluster, write: (node: ClusterNode) => Promise<void>) {
  const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
  /** How long nothing could be written, by way of a node that stays. */
  const gapDuring = async (through: ClusterNode, act: () => Promise<unknown>) => {
    let before = performance.now()
    let gap = 0
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const hasWritten = await write(through).then(
          () => true,
          () => false,
        )
        if (hasWritten) {
          gap = Math.max(gap, performance.now() - before)
          before = performance.now()
        } else await pause(50)
      }
    })()
    await pause(1000)
    gap = 0
    await act()
    await cluster.primary(cluster.nodes.filter((node) => node !== n1))
    await pause(2000)
    isOver = true
    await writing
    return gap / 1000
  }
  const handedOver = await gapDuring(n3, () => n2.promote())
  await n1.promote()
  await n1.hasRole("primary")
  const killed = await gapDuring(n3, () => n1.kill())
  keep(
    "replication: no writes after a killed primary",
    killed,
    { most: 20, unit: " s" },
    `handed over on request ${round(handedOver)} s`,
  )
}
