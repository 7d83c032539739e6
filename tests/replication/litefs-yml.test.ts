import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { litefs } from "./support/cluster"

// LiteFS's own judgement of litefs.yml. It is given a lease server it cannot even name, so it ends before it mounts.

const folder = mkdtempSync(join(tmpdir(), "tutti-litefs-yml-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function judge(config: string): string {
  const path = join(folder, "litefs.yml")
  // Another port: several may run on this machine.
  writeFileSync(path, config.replace('addr: ":20202"', 'addr: "127.0.0.1:0"'))
  const { stdout, stderr } = spawnSync(litefs.path ?? "", ["mount", "-config", path], {
    encoding: "utf8",
    timeout: 20_000,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      FLY_APP_NAME: "tutti",
      FLY_MACHINE_ID: "m1",
      FLY_REGION: "ams",
      PRIMARY_REGION: "ams",
      FLY_CONSUL_URL: "http://[",
    },
  })
  return `${stdout}${stderr}`
}

describe("litefs.yml", () => {
  const config = readFileSync("litefs.yml", "utf8")

  test("is understood by LiteFS down to the lease server", () => {
    expect(judge(config)).toMatch(/cannot init consul/)
  })

  test("would be refused with a key LiteFS does not know", () => {
    expect(judge(`${config}\nretries: 3\n`)).toMatch(/field retries not found in type main\.Config/)
    expect(judge(config.replace("  promote: true", "  promoted: true"))).toMatch(/field promoted not found/)
  })
})
