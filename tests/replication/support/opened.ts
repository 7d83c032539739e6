import { afterEach } from "vitest"
import { type Cluster, type ClusterOptions, startCluster } from "./cluster"
import { type Seed, seedSchool } from "./seed"

let opened: Cluster | undefined

/** Closes what the last drill opened, whatever became of it. Call once at the top of a file. */
export function closeAfterEach() {
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  }, 30_000)
}

/** A cluster with the school in it. */
export async function open(options: ClusterOptions = {}): Promise<{ cluster: Cluster; seed: Seed }> {
  const seed = await seedSchool()
  opened = await startCluster({ seed: seed.path, ...options })
  return { cluster: opened, seed }
}
