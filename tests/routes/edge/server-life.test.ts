import { once } from "node:events"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { sqlite } from "db/client.server"
import { afterAll, describe, expect, inject, test } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// How the server begins, ends, and stands beside others.

const folder = mkdtempSync(join(tmpdir(), "tutti-life-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const database = (name: string) => join(folder, `${name}.db`)
const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("It did not come about.")
}

describe("starting", () => {
  test("an empty database is brought up to date, and the health says so", async () => {
    const server = await startServer({ DATABASE_PATH: database("new") })
    const health = await server.ask("/health")
    expect([health.status, JSON.parse(health.text), health.headers["cache-control"]]).toEqual([
      200,
      { status: "ok", role: "primary" },
      "no-store",
    ])
    expect(await server.stop()).toBe(0)
  })

  test("settings that cannot be used are named, and nothing starts", async () => {
    await expect(startServer({ SESSION_SECRET: "short", WORKERS: "many" })).rejects.toThrow(
      /ended with 1:\nThe settings are not usable:\n {2}SESSION_SECRET: .*\n {2}WORKERS: /,
    )
    await expect(startServer({ DEMO: "", SESSION_SECRET: "" })).rejects.toThrow(/SESSION_SECRET: must be set/)
    await expect(startServer({ SESSION_SECRET: "short", WORKERS: "2" })).rejects.toThrow(
      /ended with 1:\nThe settings are not usable:\n {2}SESSION_SECRET: [^\n]*\n$/,
    )
  })

  test("a file that is no database does not start", async () => {
    writeFileSync(database("broken"), "this is no database, whatever its name says. ".repeat(100))
    await expect(startServer({ DATABASE_PATH: database("broken") })).rejects.toThrow(/ended with 1/)
  })

  test("a database that has lost its tables is said to be out of service", async () => {
    copyFileSync(inject("emptyDatabase"), database("lost"))
    const server = await startServer({ DATABASE_PATH: database("lost") })
    const { default: Database } = await import("better-sqlite3")
    new Database(database("lost")).exec("drop table __drizzle_migrations").close()
    const health = await server.ask("/health")
    expect([health.status, JSON.parse(health.text)]).toEqual([
      503,
      {
        status: "unavailable",
        reason: "the database does not answer",
        remedy: expect.stringContaining("Check the server logs"),
      },
    ])
    await server.stop()
  })

  describe("on a database that a later build has upgraded", () => {
    const upgrade = async (name: string, sql: string) => {
      const { default: Database } = await import("better-sqlite3")
      new Database(database(name))
        .exec(sql)
        .exec(
          "insert into __drizzle_migrations (hash, created_at) select 'later', max(created_at) + 1 from __drizzle_migrations",
        )
        .close()
    }
    const ask = async (name: string, sql: string) => {
      const { default: Database } = await import("better-sqlite3")
      const file = new Database(database(name), { readonly: true })
      try {
        return file.prepare(sql).pluck().get()
      } finally {
        file.close()
      }
    }

    test("goes on serving and writing, before and after a start, and says so in the log", async () => {
      copyFileSync(inject("emptyDatabase"), database("ahead"))
      const environment = { DATABASE_PATH: database("ahead") }
      const write = (server: RunningServer, message: string) =>
        server.post("/contact", {
          name: "Mateo Okafor",
          email: "mateo@mail.example",
          subject: "Lessons",
          message,
        })
      // As in a deployment machine by machine: the later build migrates while this one serves.
      const before = await startServer(environment)
      await upgrade(
        "ahead",
        `alter table contact_messages add column mood text not null default 'calm';
        create table recitals (school_id text not null, id text not null, primary key (school_id, id)) strict;
        create index contact_messages_mood on contact_messages (mood);`,
      )
      expect((await before.ask("/health")).status).toBe(200)
      expect((await write(before, "Do you teach the oboe?")).status).toBeLessThan(400)
      await before.stop()
      const after = await startServer(environment)
      expect(after.output()).toContain("a later build has upgraded the database: this one goes on with it")
      expect((await write(after, "And the bassoon?")).status).toBeLessThan(400)
      await after.stop()
      expect(await ask("ahead", "select count(*) from contact_messages where mood = 'calm'")).toBe(2)
      expect(await ask("ahead", "select count(*) from __drizzle_migrations where hash = 'later'")).toBe(1)
    })

    test("isn’t started where what it needs is gone, and nothing is written", async () => {
      copyFileSync(inject("emptyDatabase"), database("contracted"))
      await upgrade("contracted", "alter table contact_messages rename column message to body;")
      await expect(startServer({ DATABASE_PATH: database("contracted") })).rejects.toThrow(
        /ended with 1:\n.*was upgraded by a later build, and this one needs what is gone \(contact_messages\.message\)\. Start the later build\./,
      )
    })
  })

  test("two servers on two ports and databases run side by side", async () => {
    const [one, two] = await Promise.all([
      startServer({ DATABASE_PATH: database("one") }),
      startServer({ DATABASE_PATH: database("two") }),
    ])
    expect((await one.ask("/")).status).toBe(200)
    expect((await two.ask("/")).status).toBe(200)
    expect(await one.stop()).toBe(0)
    expect((await two.ask("/")).status).toBe(200)
    expect(await two.stop()).toBe(0)
  })
})

test("a thread brings what is written from the log into the database, and a stop leaves no log behind", async () => {
  const server = await startServer({ DATABASE_PATH: database("log") })
  const { default: Database } = await import("better-sqlite3")
  const other = new Database(database("log"))
  other.pragma("wal_autocheckpoint = 0")
  other.exec("create table pages (bytes blob)")
  const insert = other.prepare("insert into pages (bytes) values (zeroblob(3900))")
  other.transaction(() => {
    for (let page = 0; page < 4_200; page += 1) insert.run()
  })()
  // SQLite's own index of the log says how many of its pages are in the database.
  await until(() => readFileSync(`${database("log")}-shm`).readUInt32LE(96) >= 4_200)
  other.close()
  expect(await server.stop()).toBe(0)
  expect(existsSync(`${database("log")}-wal`)).toBe(false)
})

describe("stopping", () => {
  test("a request under way is finished first", async () => {
    const server = await startServer({ DATABASE_PATH: database("stop") })
    const socket = connect(server.port, "127.0.0.1")
    await once(socket, "connect")
    const body = "username=somebody&password=wrong-password"
    socket.write(
      `POST /login HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Length: ${body.length}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nuser`,
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    server.signal("SIGTERM")
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect(server.ask("/health")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/)
    let answer = ""
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString()
    })
    socket.write(body.slice(4))
    await once(socket, "close")
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("Invalid username or password")
    expect(await server.ended).toBe(0)
  })

  test("an idle connection does not hold it up", async () => {
    const server = await startServer({ DATABASE_PATH: database("idle") })
    const socket = connect(server.port, "127.0.0.1")
    await once(socket, "connect")
    socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await once(socket, "data")
    expect(await server.stop()).toBe(0)
  })
})

describe("several processes", () => {
  const pidsIn = (output: string, wanted: RegExp) =>
    new Set(
      output
        .split("\n")
        .filter((line) => wanted.test(line))
        .map((line) => JSON.parse(line).pid as number),
    )

  test("two serve one port, one of them runs the jobs, and one that dies is replaced", async () => {
    openSchool()
    const server = await startServer({ WORKERS: "2" })
    const asked = /"path":"\/login"/
    const askedBoth = async () => {
      await Promise.all(Array.from({ length: 20 }, () => server.ask("/login")))
      return pidsIn(server.output(), asked).size >= 2
    }
    await until(askedBoth)

    inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    await until(() => rowCount("jobs") > 0 && pending() === 0)

    // The process with the jobs is killed; another takes its part.
    const workers = pidsIn(server.output(), /"msg":"the worker runs"/)
    expect(workers.size).toBe(1)
    process.kill([...workers][0] ?? 0, "SIGKILL")
    await until(() => pidsIn(server.output(), /"msg":"the worker runs"/).size === 2)
    expect(
      pidsIn(server.output(), /"level":50,.*"code":null,"msg":"a worker ended and is replaced"/).size,
    ).toBe(1)
    inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    await until(() => pending() === 0)
    expect((await server.ask("/login")).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test("as many are started as the settings say, however they say it", async () => {
    const server = await startServer({ WORKERS: "3.0", DATABASE_PATH: database("three") })
    await until(() => pidsIn(server.output(), /"msg":"listening"/).size === 3)
    expect(pidsIn(server.output(), /"msg":"the worker runs"/).size).toBe(1)
    expect(await server.stop()).toBe(0)
  })

  test("the one that starts them loads neither the log nor the rules of settings", () => {
    const loaded = new Set<string>()
    const load = (path: string) => {
      if (loaded.has(path)) return
      loaded.add(path)
      for (const [, from = ""] of readFileSync(path, "utf8").matchAll(/\b(?:from|import)"([^"]+)"/g))
        if (from.startsWith(".")) load(join(dirname(path), from))
        else loaded.add(from)
    }
    load("build/server.mjs")
    const files = [...loaded].filter((each) => each.endsWith(".mjs"))
    expect([...loaded].filter((each) => !files.includes(each) && !each.startsWith("node:"))).toEqual([
      "close-with-grace",
    ])
    expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(20_000)
  })

  test("one reading of the figures is of all of them", async () => {
    const token = "a-token-of-many-characters"
    const server = await startServer({ WORKERS: "2", METRICS_TOKEN: token })
    const read = async () => {
      const { text } = await server.ask("/metrics", { headers: { Authorization: `Bearer ${token}` } })
      return text.split("\n")
    }
    try {
      await until(async () => (await read()).includes('tutti_worker_answers{worker="2"} 1'))
      for (let time = 0; time < 5; time += 1) await server.ask("/login")
      const lines = await read()
      for (const worker of ["1", "2"]) {
        expect(lines).toContain(`tutti_worker_answers{worker="${worker}"} 1`)
        expect(lines.filter((line) => line.startsWith(`tutti_up_seconds{worker="${worker}"}`))).toHaveLength(
          1,
        )
      }
      // Each name is explained once, and what is the database's own is told once.
      expect(lines.filter((line) => line === "# TYPE tutti_up_seconds gauge")).toHaveLength(1)
      expect(lines.filter((line) => line.startsWith("tutti_database_answers"))).toEqual([
        "tutti_database_answers 1",
      ])
      const answered = lines
        .filter((line) => /^tutti_requests_total\{.*status="2xx",worker="\d"\}/.test(line))
        .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)
      expect(answered).toBeGreaterThanOrEqual(5)
    } finally {
      await server.stop()
    }
  })
})

const pending = () =>
  (
    sqlite()
      .prepare("select count(*) as n from jobs where state = 'queued' and due_at <= ?")
      .get(testNow) as {
      n: number
    }
  ).n
