import { execFile, spawnSync } from "node:child_process"
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { afterAll, describe, expect, inject, test } from "vitest"
import { Browser } from "../../support/app"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// A machine in trouble answers truthfully, says what to do, and loses nothing by pretending.

const folder = mkdtempSync(join(tmpdir(), "tutti-trouble-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const copyOfEmpty = (name: string) => {
  const path = join(folder, `${name}.db`)
  copyFileSync(inject("emptyDatabase"), path)
  return path
}
const healthOf = async (server: RunningServer) => {
  const { status, text } = await server.ask("/health")
  return { code: status, ...JSON.parse(text) }
}
const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("It did not come about.")
}
const production = {
  DEMO: "",
  CLOCK_START: "",
  APP_URL: "https://tutti-school.org",
  SESSION_SECRET: "a secret of forty characters and a few more",
  SEAL_KEYS: "another one of forty characters and some more",
  PAYPAL_MODE: "sandbox",
  PAYPAL_CLIENT_ID: "own",
  PAYPAL_CLIENT_SECRET: "own",
  RESEND_API_KEY: "re_own",
  MAIL_FROM: "Tutti <hello@tutti-school.org>",
  CONTACT_EMAIL: "hello@tutti-school.org",
}

describe("a database path", () => {
  test("that holds none is refused in production, and nothing is made", async () => {
    const DATABASE_PATH = join(folder, "mistyped", "tutti.db")
    await expect(startServer({ ...production, DATABASE_PATH })).rejects.toThrow(
      `ended with 1:\nThere is no database at ${DATABASE_PATH}. Check DATABASE_PATH, or make a new, empty one with: node build/migrate.mjs --create`,
    )
    expect(existsSync(DATABASE_PATH)).toBe(false)
    const migrate = (...words: string[]) =>
      spawnSync(process.execPath, ["build/migrate.mjs", ...words], {
        env: { ...process.env, ...production, NODE_ENV: "production", VITEST: "", DATABASE_PATH },
        encoding: "utf8",
      })
    const refused = migrate()
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("There is no database at")])
    expect(existsSync(DATABASE_PATH)).toBe(false)
    expect(migrate("--create").status).toBe(0)
    const server = await startServer({ ...production, DATABASE_PATH })
    await server.stop()
    // Nobody else on the machine reads it.
    expect(statSync(DATABASE_PATH).mode & 0o077).toBe(0)
  })

  test("that is damaged is refused before it is changed, by name and with what to do", async () => {
    const DATABASE_PATH = copyOfEmpty("damaged")
    const file = openSync(DATABASE_PATH, "r+")
    writeSync(file, Buffer.alloc(40_960, 0xa5), 0, 40_960, 8192)
    await expect(startServer({ DATABASE_PATH })).rejects.toThrow(
      /The database at .*damaged\.db is damaged \(.*\)\. Nothing was changed\..* see Restoring in docs\/operations\.md\.\n$/,
    )
    writeFileSync(DATABASE_PATH, "no header".repeat(1000))
    await expect(startServer({ DATABASE_PATH })).rejects.toThrow(
      /damaged\.db is damaged \(file is not a database\)/,
    )
  })

  test("whose file is moved away while the app runs is said to be out of service", async () => {
    const DATABASE_PATH = copyOfEmpty("moved")
    const server = await startServer({ DATABASE_PATH })
    renameSync(DATABASE_PATH, `${DATABASE_PATH}.elsewhere`)
    expect(await healthOf(server)).toMatchObject({
      code: 503,
      remedy: expect.stringContaining("Put it back"),
    })
    renameSync(`${DATABASE_PATH}.elsewhere`, DATABASE_PATH)
    expect((await healthOf(server)).status).toBe("ok")
    await server.stop()
  })

  test("that another process uses is refused, and taken over from one that is just closing", async () => {
    const DATABASE_PATH = copyOfEmpty("shared")
    const first = await startServer({ DATABASE_PATH })
    await expect(startServer({ DATABASE_PATH })).rejects.toThrow(
      `ended with 1:\nAnother Tutti process uses the database at ${DATABASE_PATH}. Nothing was changed. Stop that process first: ps -C node -o pid,args\n`,
    )
    expect((await healthOf(first)).status).toBe("ok")
    const second = startServer({ DATABASE_PATH })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await first.stop()
    expect((await healthOf(await second)).status).toBe("ok")
    await (await second).stop()
  })
})

test("a port that is in use is named in one line, before the database is touched", async () => {
  const first = await startServer({ DATABASE_PATH: copyOfEmpty("port") })
  const DATABASE_PATH = join(folder, "untouched.db")
  const { stderr, status } = spawnSync(process.execPath, ["build/server.mjs"], {
    env: {
      ...process.env,
      VITEST: "",
      DEMO: "true",
      PORT: String(first.port),
      APP_URL: first.url,
      DATABASE_PATH,
    },
    encoding: "utf8",
  })
  expect([status, stderr]).toEqual([
    1,
    `Port ${first.port} is in use. Is Tutti running already? Nothing was changed.\n`,
  ])
  expect(existsSync(DATABASE_PATH)).toBe(false)
  await first.stop()
})

test("a page that says something broke carries the ID of its request, which the log has too", async () => {
  const DATABASE_PATH = copyOfEmpty("ids")
  const server = await startServer({ DATABASE_PATH })
  const { default: Database } = await import("better-sqlite3")
  new Database(DATABASE_PATH).exec("drop table one_time_links").close()
  const answer = await server.ask("/invitation?token=abc")
  const id = String(answer.headers["x-request-id"])
  expect([answer.status, id]).toEqual([500, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(answer.text).toContain(`Error ID: <code data-request-id="">${id}</code>`)
  // Both are written once the answer has left. Staff find it by that ID.
  const database = new Database(DATABASE_PATH, { readonly: true })
  const kept = () => database.prepare("select * from failed_requests where id = ?").get(id)
  await until(async () => server.output().includes(id) && kept() !== undefined)
  expect(kept()).toMatchObject({
    method: "GET",
    path: "/invitation",
    status: 500,
    problem: expect.stringContaining("no such table"),
  })
  database.close()
  const fine = await server.ask("/nowhere")
  expect([fine.status, fine.text]).toEqual([404, expect.not.stringContaining("Error ID")])
  await server.stop()
})

test("an alert reaches the operator's webhook, and one that does not is said", async () => {
  const heard: string[] = []
  const webhook = createServer((asked, answer) => {
    const parts: Buffer[] = []
    asked.on("data", (part: Buffer) => parts.push(part))
    asked.on("end", () => {
      heard.push(JSON.parse(Buffer.concat(parts).toString()).text)
      answer.writeHead(asked.url === "/broken" ? 500 : 200).end()
    })
  })
  await new Promise<void>((done) => webhook.listen(0, "127.0.0.1", done))
  const { port } = webhook.address() as AddressInfo
  const alert = (path: string, ...words: string[]) =>
    new Promise<{ code: number; said: string }>((done) =>
      execFile(
        process.execPath,
        ["build/alert.mjs", ...words],
        {
          env: {
            ...process.env,
            VITEST: "",
            INSTALLATION: "staging",
            // What keeps the app from starting keeps no alert from being sent.
            SESSION_SECRET: "short",
            ALERT_WEBHOOK_URL: path && `http://127.0.0.1:${port}${path}`,
          },
        },
        (error, said) => done({ code: Number(error?.code ?? 0), said }),
      ),
    )
  expect(await alert("/hook", "The app has failed.")).toEqual({ code: 0, said: "Sent by webhook.\n" })
  expect(heard[0]).toMatch(/^\[staging\] The app has failed\.\n/)
  expect(await alert("/broken")).toEqual({
    code: 1,
    said: "Not sent by webhook: the webhook answered 500\n",
  })
  expect(await alert("")).toEqual({
    code: 1,
    said: "No one is named: set ALERT_EMAIL or ALERT_WEBHOOK_URL.\n",
  })
  webhook.close()
})

// A small disk of its own needs the right to mount one.
const canMount = process.platform === "linux" && process.getuid?.() === 0
test.runIf(canMount).each(["elsewhere", "on the same disk"])(
  "a full disk, with the log %s: nothing is called saved, a page says so, and it works again by itself",
  async (place) => {
    const disk = join(folder, place)
    mkdirSync(disk)
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk]).status !== 0) return
    try {
      const DATABASE_PATH = join(disk, "tutti.db")
      const cookie = (await Browser.of(openSchool().userId)).cookieHeader()
      await sqlite().backup(DATABASE_PATH)
      const log = place === "elsewhere" ? undefined : openSync(join(disk, "out.log"), "a")
      const server = await startServer({ DATABASE_PATH }, undefined, undefined, log)
      expect((await healthOf(server)).status).toBe("ok")
      for (let size = 1 << 20; size >= 512; size >>= 1)
        try {
          for (;;) writeFileSync(join(disk, "forgotten.log"), Buffer.alloc(size), { flag: "a" })
        } catch {
          // Smaller pieces fit still.
        }
      await until(async () => (await healthOf(server)).code === 503)
      expect(await healthOf(server)).toMatchObject({
        reason: "the disk is full: nothing can be saved",
        remedy: expect.stringContaining("Free up space"),
      })
      expect((await server.ask("/login")).status).toBe(200)
      const leave = () => server.post("/logout", {}, { Origin: server.url, Cookie: cookie })
      const refused = await leave()
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining("This wasn’t saved")])
      // What was typed comes back, to be sent again; what a script sent stays on its page, which shows why.
      const student = { firstName: "<Ludmilla>", lastName: "Ferrante", password: "a secret one" }
      const typed = await server.post("/students/create", student, { Origin: server.url, Cookie: cookie })
      expect(typed.status).toBe(503)
      expect(typed.text).toContain('<textarea name="firstName" hidden>\n&lt;Ludmilla&gt;</textarea>')
      expect(typed.text).toContain("<button>Send again</button>")
      expect(typed.text).not.toContain("a secret one")
      const byScript = await server.post("/logout.data", {}, { Origin: server.url, Cookie: cookie })
      expect([byScript.status, byScript.text]).toEqual([403, expect.stringContaining("can’t save anything")])
      // More lines than the last page of the log still has room for.
      for (let more = 0; more < 20; more += 1) expect((await leave()).status).toBe(503)
      rmSync(join(disk, "forgotten.log"))
      await until(async () => (await healthOf(server)).status === "ok")
      expect((await leave()).status).toBe(303)
      expect(await server.stop()).toBe(0)
      if (log === undefined) return
      closeSync(log)
      expect(readFileSync(join(disk, "out.log"), "utf8")).toContain("log lines were lost")
    } finally {
      spawnSync("umount", ["-l", disk])
    }
  },
)

test("a log without room for a line keeps no request waiting, and no process from ending", async () => {
  const full = openSync("/dev/full", "w")
  const server = await startServer({ DATABASE_PATH: copyOfEmpty("mute") }, undefined, undefined, full)
  const pages = await Promise.all(Array.from({ length: 20 }, () => server.ask("/login")))
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await healthOf(server)).status).toBe("ok")
  expect(await server.stop()).toBe(0)
  closeSync(full)
})

test.runIf(canMount)("a database on a read-only disk is refused in one line", async () => {
  const disk = join(folder, "read-only")
  mkdirSync(disk)
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk]).status !== 0) return
  try {
    const DATABASE_PATH = join(disk, "tutti.db")
    copyFileSync(inject("emptyDatabase"), DATABASE_PATH)
    spawnSync("mount", ["-o", "remount,ro", disk])
    await expect(startServer({ DATABASE_PATH })).rejects.toThrow(
      `ended with 1:\nThe database at ${DATABASE_PATH} can’t be written: the disk or the file is read-only. Nothing was changed.`,
    )
  } finally {
    spawnSync("umount", ["-l", disk])
  }
})

describe("a stop", () => {
  test("loses no request of a client that keeps its connection", async () => {
    const server = await startServer({ DATABASE_PATH: copyOfEmpty("polite") })
    const agent = new Agent({ keepAlive: true, maxSockets: 12 })
    const outcomes: string[] = []
    const ask = () =>
      new Promise<boolean>((done) => {
        const asked = request({ host: "127.0.0.1", port: server.port, path: "/login", agent }, (response) => {
          response.resume().on("end", () => {
            outcomes.push(String(response.statusCode))
            done(true)
          })
        })
        asked.on("error", (error: NodeJS.ErrnoException) => {
          outcomes.push(error.code ?? "unknown")
          done(false)
        })
        asked.end()
      })
    const clients = Array.from({ length: 12 }, async () => {
      while (await ask());
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    server.signal("SIGTERM")
    await Promise.all(clients)
    expect(await server.ended).toBe(0)
    agent.destroy()
    // Each client was told with its last answer, and found the door closed when it came again.
    expect(outcomes.filter((outcome) => outcome !== "200")).toEqual(Array(12).fill("ECONNREFUSED"))
  })
})

// A disk with errors is made read-only by the kernel, under whatever runs on it.
test.runIf(canMount)(
  "a disk that turns read-only: nothing is called saved, and pages are still read",
  async () => {
    const disk = join(folder, "turned")
    mkdirSync(disk)
    const image = join(folder, "turned.img")
    const asked = [
      ["truncate", "-s", "64M", image],
      ["mkfs.ext4", "-q", image],
      ["mount", "-o", "loop", image, disk],
    ]
    if (!asked.every(([command = "", ...args]) => spawnSync(command, args).status === 0)) return
    try {
      const DATABASE_PATH = join(disk, "tutti.db")
      const cookie = (await Browser.of(openSchool().userId)).cookieHeader()
      await sqlite().backup(DATABASE_PATH)
      const server = await startServer({ DATABASE_PATH })
      expect((await healthOf(server)).status).toBe("ok")
      spawnSync("mount", ["-o", "remount,abort", disk])
      const leave = () => server.post("/logout", {}, { Origin: server.url, Cookie: cookie })
      const refused = await leave()
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining("This wasn’t saved")])
      expect(await healthOf(server)).toMatchObject({
        code: 503,
        reason: "the disk became read-only: nothing can be saved",
        remedy: expect.stringContaining("dmesg"),
      })
      expect((await server.ask("/login")).status).toBe(200)
      expect(await server.stop()).toBe(0)
    } finally {
      spawnSync("umount", ["-l", disk])
    }
  },
)
