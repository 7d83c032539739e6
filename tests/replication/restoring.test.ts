import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect } from "vitest"
import type { BackupRecord } from "~/models/platform/backup/backup"
import { drill, expectWhole } from "./support/drill"
import type { ClusterNode } from "./support/node"
import { closeAfterEach, open } from "./support/opened"
import { seedSchool } from "./support/seed"
import { startWriter } from "./support/writer"

// Every machine is lost. What is left is a backup that a replica made, and the commands of docs/operations.md.

closeAfterEach()
const run = promisify(execFile)

/** Runs a command of the built app as on this node, and answers what it prints. */
async function onNode(node: ClusterNode, args: string[], backups: string): Promise<string> {
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      VITEST: "",
      NODE_ENV: "production",
      DEMO: "true",
      DATABASE_PATH: "",
      LITEFS_DIR: node.mount,
      LITEFS_URL: node.litefsUrl,
      NODE_NAME: node.name,
      NODE_URLS: "n1=http://127.0.0.1:9",
      BACKUP_TO: backups,
      CLOCK_START: "",
    },
  })
  return stdout
}

async function exported(node: ClusterNode): Promise<string> {
  const answer = await fetch(`${node.litefsUrl}/export?name=app.db`)
  return createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex")
}

/** What every table of a node holds, as one fingerprint. */
function rowsOf(node: ClusterNode): string {
  const hash = createHash("sha256")
  for (const { name } of node.read<{ name: string }>(
    "select name from sqlite_master where type = 'table' order by 1",
  ))
    hash.update(name).update(JSON.stringify(node.read(`select * from "${name}" order by 1, 2`)))
  return hash.digest("hex")
}

describe("restoring", () => {
  drill("export-wipe-import", async () => {
    const backups = mkdtempSync(join(tmpdir(), "tutti-drill-backups-"))
    const first = await open()
    const writer = startWriter(first.cluster, first.seed, { to: () => first.cluster.node(2) })
    await writer.goesOn(40)
    await writer.stop()
    await first.cluster.settled()
    const replica = first.cluster.node(1)
    const record = JSON.parse(await onNode(replica, ["build/backup.mjs"], backups)) as BackupRecord
    expect(record).toMatchObject({ node: "n2", problem: null })
    const restored = join(backups, "restored.db")
    const said = await onNode(replica, ["build/restore.mjs", "--to", restored], backups)
    expect(said).toContain("Sound     its structure is intact and its books add up")
    const original = await exported(replica)
    expect(createHash("sha256").update(readFileSync(restored)).digest("hex")).toBe(original)
    await first.cluster.close()

    // New machines, new lease: the restored file is imported on the one that leads.
    const { cluster } = await open({ seed: restored })
    await cluster.settled()
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    expect(n1.output()).toContain("import")
    const exports = await Promise.all([n1, n2, n3].map(exported))
    expect(new Set(exports).size).toBe(1)
    expect(new Set([n1, n2, n3].map(rowsOf)).size).toBe(1)
    const tally = writer.tally(n3)
    expect([tally.lost, tally.repeated]).toEqual([0, 0])
    // And it is a school that works.
    const page = await n2.ask("/teachers", { headers: { Cookie: (await seedSchool()).cookie } })
    expect(page.status).toBe(200)
    expectWhole(n3)
    rmSync(backups, { recursive: true, force: true })
    return tally
  })
})
