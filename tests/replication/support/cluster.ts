import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { startEdge } from "../../../sandbox/replication/edge"
import { startLeaseServer } from "../../../sandbox/replication/lease-server"
import { startTcpRelay, type TcpRelay } from "../../../sandbox/replication/tcp-relay"
import { findLitefs } from "../../../scripts/litefs.mjs"
import { testNow } from "../../support/clock"
import { freePort } from "../../support/server"
import { type ClusterNode, makeNode } from "./node"

// Several machines on this one: a lease server, LiteFS nodes with the built app, and between them wires that can fail.

export type ClusterOptions = {
  /** 3 when absent. */
  nodes?: number
  /** How many of them, the first ones, may lead; all when absent. */
  candidates?: number
  seed?: string
  /** LiteFS reaches each node through a relay. */
  hasRelays?: boolean
  /** Requests come through a stand-in for Fly's edge. */
  hasEdge?: boolean
  isSupervised?: boolean
  retention?: string
  environment?: Record<string, string>
  environmentOf?: (name: string) => Record<string, string>
  command?: string
  /** A node that leads asks the lease server itself whether it still does. */
  hasWitness?: boolean
  /** The first node's data lies on a disk of this size (MB). */
  diskMegabytes?: number
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Whether real nodes can be started here; the reason when not. */
export const litefs = findLitefs()

/** Starts a cluster; the first node leads, and every node answers. */
export async function startCluster(options: ClusterOptions = {}) {
  if (!litefs.path) throw new Error(`There is no LiteFS: ${litefs.missing}`)
  const folder = mkdtempSync(join(tmpdir(), "tutti-drill-"))
  const lease = await startLeaseServer()
  const relays: Record<string, TcpRelay> = {}
  const nodes: ClusterNode[] = []
  const edgePort = await freePort()
  const appUrl = `http://localhost:${edgePort}`
  const nodeUrls = () => nodes.map(({ name, port }) => `${name}=http://127.0.0.1:${port}`).join(",")
  const count = options.nodes ?? 3
  for (let index = 0; index < count; index += 1) {
    const name = `n${index + 1}`
    nodes.push(
      await makeNode({
        name,
        folder,
        litefs: litefs.path,
        leaseUrl: lease.url,
        appUrl,
        nodeUrls,
        isCandidate: index < (options.candidates ?? count),
        advertise: options.hasRelays
          ? async (to) => {
              relays[name] = await startTcpRelay({ to })
              return relays[name].url
            }
          : undefined,
        retention: options.retention,
        isSupervised: options.isSupervised ?? false,
        seed: index === 0 ? options.seed : undefined,
        command: options.command,
        diskMegabytes: index === 0 ? options.diskMegabytes : undefined,
        environment: {
          CLOCK_START: new Date(testNow).toISOString(),
          ...(options.hasWitness ? { FLY_CONSUL_URL: lease.url, LITEFS_LEASE_KEY: "litefs/drills" } : {}),
          ...(options.hasEdge ? { FLY_APP_NAME: "tutti-drill", TRUSTED_PROXIES: "fly" } : {}),
          ...options.environment,
          ...options.environmentOf?.(name),
        },
      }),
    )
  }
  const edge = options.hasEdge
    ? await startEdge({
        port: edgePort,
        instances: Object.fromEntries(nodes.map(({ name, port }) => [name, `http://127.0.0.1:${port}`])),
      })
    : undefined

  async function close() {
    for (const node of nodes) node.thaw()
    await Promise.all(nodes.map((node) => node.kill()))
    for (const node of nodes) node.dispose()
    await edge?.close()
    for (const relay of Object.values(relays)) await relay.close()
    await lease.close()
    rmSync(folder, { recursive: true, force: true })
  }

  const node = (index: number) => {
    const found = nodes[index]
    if (!found) throw new Error(`There is no node ${index + 1}`)
    return found
  }

  /** The node that leads now, once there is one among those asked. */
  async function primary(among: readonly ClusterNode[] = nodes, withinMs = 40_000): Promise<ClusterNode> {
    const end = Date.now() + withinMs
    while (Date.now() < end) {
      for (const each of among) {
        const health = await Promise.race([each.health(), pause(500)]).catch(() => undefined)
        if (health?.role === "primary" && (await each.isPrimary())) return each
      }
      await pause(50)
    }
    throw new Error(`Nobody leads:\n${among.map((each) => each.tail()).join("\n====\n")}`)
  }

  /** All of these have the same transactions. */
  async function settled(among: readonly ClusterNode[] = nodes, withinMs = 30_000) {
    const end = Date.now() + withinMs
    for (;;) {
      const positions = new Set(among.map((each) => each.position()))
      if (positions.size === 1 && !positions.has("")) return [...positions][0] ?? ""
      if (Date.now() > end)
        throw new Error(
          `The nodes differ: ${among.map((each) => `${each.name} ${each.position()}`).join(", ")}`,
        )
      await pause(50)
    }
  }

  /** What the nodes complained of last. */
  const troubles = () =>
    nodes
      .map(
        (each) =>
          `${each.name}: ${each
            .output()
            .match(/^.*(?:"level":[56]0|level=ERROR).*$/gm)
            ?.slice(-3)
            .join("\n")}`,
      )
      .join("\n")

  try {
    node(0).start()
    if (!options.command) await node(0).hasRole("primary", 60_000)
    for (const each of nodes.slice(1)) each.start()
    if (!options.command) await Promise.all(nodes.slice(1).map((each) => each.hasRole("replica", 60_000)))
  } catch (error) {
    const seen = nodes.map((each) => each.tail()).join("\n====\n")
    await close()
    throw new Error(`The cluster did not start: ${error}\n${seen}`)
  }
  return { nodes, node, lease, relays, edge, appUrl, folder, primary, settled, troubles, close }
}
