import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"

// The question for known vulnerabilities, held against a registry of the test's own.

const folder = mkdtempSync(join(tmpdir(), "tutti-audit-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const advisory = (severity: string) => ({
  express: [
    {
      id: 1,
      url: "https://github.com/advisories/GHSA-0000",
      title: "It forgets its parts",
      severity,
      vulnerable_versions: "*",
      cwe: [],
      cvss: { score: 0, vectorString: null },
    },
  ],
})

async function audit(answer: RequestListener, ...words: string[]) {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const said = await new Promise<{ code: number; out: string }>((done) =>
    execFile(
      process.execPath,
      ["scripts/audit-packages.mjs", ...words],
      {
        env: {
          ...process.env,
          npm_config_registry: registry,
          // npm remembers what it was told.
          npm_config_cache: mkdtempSync(join(folder, "cache-")),
          npm_config_fetch_retries: "0",
        },
      },
      (error, out) => done({ code: Number(error?.code ?? 0), out }),
    ),
  )
  server.close()
  return said
}

/** Answers what is asked about all packages; the packages themselves aren't there. */
const registryWith =
  (found: object): RequestListener =>
  (request, response) => {
    if (request.method !== "POST") return void response.writeHead(404).end("{}")
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(found))
  }

test("says which package is vulnerable, and ends with 1 for a high one", async () => {
  const high = await audit(registryWith(advisory("high")))
  expect(high.out).toMatch(/^high {2}express .*It forgets its parts \(https:\/\/github\.com\/advisories/m)
  expect(high.code).toBe(1)
  const low = await audit(registryWith(advisory("low")))
  expect([low.code, low.out]).toEqual([0, expect.stringMatching(/^low {2}express/m)])
  const none = await audit(registryWith({}), "--strict")
  expect([none.code, none.out]).toEqual([0, "No known vulnerabilities in what runs in production.\n"])
})

test("without a registry fails nobody's work, but CI's", async () => {
  const refuses: RequestListener = (_request, response) => void response.writeHead(405).end("{}")
  const offline = await audit(refuses)
  expect([offline.code, offline.out]).toEqual([0, expect.stringMatching(/^Not asked: /)])
  expect((await audit(refuses, "--strict")).code).toBe(2)
})
