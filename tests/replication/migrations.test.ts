import { readMigrationFiles } from "drizzle-orm/migrator"
import { describe, expect } from "vitest"
import { drill, expectWhole } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"

// Three machines start at once on nothing, as the container starts them: migrate, then serve.

closeAfterEach()

describe("migrating", () => {
  drill("three-migrate-at-once", async () => {
    const { cluster } = await open({
      seed: undefined,
      command: `sh -c "${process.execPath} build/migrate.mjs && exec ${process.execPath} build/server.mjs"`,
    })
    const leader = await cluster.primary(cluster.nodes, 90_000)
    await Promise.all(cluster.nodes.map((node) => node.isUp(90_000)))
    await cluster.settled()
    const migrated = cluster.nodes.filter((node) => /was upgraded to the newest schema/.test(node.output()))
    const waited = cluster.nodes.filter((node) => /This node doesn't lead/.test(node.output()))
    expect([migrated.length, waited.length]).toEqual([1, 2])
    const wanted = readMigrationFiles({ migrationsFolder: "db/migrations" }).map(
      ({ folderMillis }) => folderMillis,
    )
    for (const node of cluster.nodes) {
      const applied = node.read<{ at: number }>(
        "select created_at as at from __drizzle_migrations order by 1",
      )
      expect(applied.map(({ at }) => Number(at))).toEqual([...wanted].sort((a, b) => a - b))
      expectWhole(node)
    }
    expect(leader.read("pragma journal_mode")).toEqual([{ journal_mode: "delete" }])
    return { acknowledged: wanted.length, present: wanted.length, lost: 0, repeated: 0 }
  })
})
