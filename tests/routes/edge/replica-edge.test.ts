import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { sqlite } from "db/client.server"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { seenCookie } from "~/edge/replica-edge.server"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { november, openFamily, owe } from "../../support/billing"
import { type FakeLitefs, startFakeLitefs } from "../../support/fake-litefs"
import { openSchool } from "../../support/school"
import { type Ask, askServer, freePort, type RunningServer, startServer } from "../../support/server"

// Two machines with a LiteFS by script under each: what a replica does with requests, and what the primary adds.

let [p, r]: [FakeLitefs?, FakeLitefs?] = []
let primary: RunningServer
let replica: RunningServer
let cookie: string
let invoiceId: string
let appUrl: string
let nodes: Record<string, string>

const fake = (one: FakeLitefs | undefined) => {
  if (!one) throw new Error("Not started")
  return one
}
const form = { "Content-Type": "application/x-www-form-urlencoded" }
const headersOf = (more: Record<string, string> = {}) => ({
  Cookie: cookie,
  Origin: appUrl,
  ...form,
  ...more,
})
const addTeacher = (to: RunningServer, name: string, more: Ask = {}) =>
  to.ask("/teachers/create", { method: "POST", headers: headersOf(), body: `name=${name}`, ...more })
const rowsAt = (litefs: FakeLitefs, query: string) => {
  const database = new Database(litefs.path, { readonly: true })
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}
const set = (headers: { "set-cookie"?: string[] }, name: string) =>
  headers["set-cookie"]?.find((each) => each.startsWith(`${name}=`))
const position = (txid: number) => txid.toString(16).padStart(16, "0")
/** What the browser of this person would send after it saw so much. */
const having = (term: number, txid: number) =>
  `${cookie}; ${seenCookie({ term, position: position(txid) }).split(";")[0]}`

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await isSo()) return
    await pause(100)
  }
  throw new Error("It did not come about.")
}
const hasRole = (server: RunningServer, role: string) =>
  until(async () => JSON.parse((await server.ask("/health")).text).role === role)

const start = (litefs: FakeLitefs, name: string, port: number, more: Record<string, string> = {}) =>
  startServer(
    {
      ...nodes,
      APP_URL: appUrl,
      DATABASE_PATH: "",
      LITEFS_DIR: litefs.dir,
      LITEFS_URL: litefs.url,
      NODE_NAME: name,
      ...more,
    },
    port,
  )

beforeAll(async () => {
  const { actor, userId } = openSchool()
  const family = openFamily(actor, { adults: [{ name: "Mateo Okafor", payerShare: 10_000 }] })
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 10_000)]))
  if (!issued.ok) throw new Error(issued.reason)
  invoiceId = issued.invoiceId
  const { token } = startSignIn(userId, { remember: false, userAgent: "test" })
  cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
  const source = process.env.DATABASE_PATH ?? inject("emptyDatabase")
  sqlite().pragma("wal_checkpoint(TRUNCATE)")
  const [one, two] = [await freePort(), await freePort()]
  appUrl = `http://localhost:${one}`
  nodes = { NODE_URLS: `p=http://127.0.0.1:${one},r=http://127.0.0.1:${two}` }
  p = await startFakeLitefs(source)
  p.setPosition(100)
  p.lead()
  primary = await start(p, "p", one)
  // The replica has everything up to here, the primary's term included.
  r = await startFakeLitefs()
  r.receive(p.path)
  r.setPosition(100)
  r.follow("p")
  replica = await start(r, "r", two, { TRUSTED_PROXIES: "1", FLY_APP_NAME: "tutti-test" })
  await hasRole(replica, "replica")
})
afterAll(async () => {
  await Promise.all([primary?.stop(), replica?.stop()])
  await p?.close()
  await r?.close()
})

describe("health", () => {
  test("says which part a machine plays, its name and how late it is", async () => {
    expect(JSON.parse((await primary.ask("/health")).text)).toEqual({
      status: "ok",
      role: "primary",
      node: "p",
      lagMs: 0,
    })
    expect(JSON.parse((await replica.ask("/health")).text)).toMatchObject({ role: "replica", node: "r" })
  })

  test("is bad while the copy is late", async () => {
    fake(r).setLag(11_000)
    await until(async () => (await replica.ask("/health")).status === 503)
    expect((await replica.ask("/health")).text).toContain("the copy is behind the primary")
    fake(r).setLag(20)
    await until(async () => (await replica.ask("/health")).status === 200)
  })
})

describe("a write at a replica", () => {
  test("is done by the primary, as if it had been asked", async () => {
    const answer = await addTeacher(replica, "Rosa+Marin")
    expect([answer.status, answer.headers.location]).toEqual([303, "/teachers"])
    expect(set(answer.headers, "toast")).toBeDefined()
    expect(set(answer.headers, "seen")).toMatch(/^seen=1\.0000000000000064\.[\w-]{22}; Max-Age=60; /)
    expect(rowsAt(fake(p), "select 1 from teachers where name = 'Rosa Marin'")).toHaveLength(1)
    expect(rowsAt(fake(r), "select 1 from teachers where name = 'Rosa Marin'")).toHaveLength(0)
  })

  test("keeps its refusals and its origin: another site is refused by the primary too", async () => {
    const bad = await addTeacher(replica, "")
    expect([bad.status, bad.text.includes("Enter the teacher’s name.")]).toEqual([400, true])
    const foreign = await addTeacher(replica, "Evil", { headers: headersOf({ Origin: "https://evil.test" }) })
    expect(foreign.status).toBe(403)
  })

  test("keeps the client's address, which no one can make up", async () => {
    const call = (headers: Record<string, string>) =>
      replica.ask("/api/webhooks/paypal", { method: "POST", headers, body: "{}" })
    await call({
      "X-Forwarded-For": "203.0.113.9",
      "X-Tutti-Relay": "1.MTAuMC4wLjE.1.x",
      "X-Tutti-Address": "10.0.0.1",
    })
    await until(async () => primary.output().includes('"address":"203.0.113.9"'))
    await primary.ask("/api/webhooks/paypal", {
      method: "POST",
      headers: { "X-Forwarded-For": "203.0.113.10", "X-Tutti-Relay": "0.MjAzLjAuMTEzLjEw.1.x" },
      body: "{}",
    })
    expect(primary.output()).not.toContain("203.0.113.10")
  })

  test("is a visit too, when a buyer comes back from the provider", async () => {
    const answer = await replica.ask("/select-plan/return?subscription_id=I-NONE", {
      headers: { Cookie: cookie },
    })
    expect(answer.status).toBe(404)
    expect(
      rowsAt(fake(p), "select 1 from events where verb = 'refuse' and noun = 'subscription'"),
    ).toHaveLength(1)
  })

  test("is sent again by Fly's edge where it came through it, once, and when it is small", async () => {
    const through = (more: Record<string, string>, body = "name=Fly") =>
      replica.ask("/teachers/create", {
        method: "POST",
        headers: headersOf({ "Fly-Forwarded-Port": "443", ...more }),
        body,
      })
    const first = await through({})
    expect([first.status, first.headers["fly-replay"], first.text]).toEqual([204, "instance=p", ""])
    const again = await through({ "Fly-Replay-Src": "instance=r;region=lo;t=1;state=" })
    expect([again.status, again.headers["fly-replay"]]).toEqual([303, undefined])
    const large = await through({}, `name=${"x".repeat(1_100_000)}`)
    expect([large.status, large.headers["fly-replay"]]).toEqual([413, undefined])
  })
})

describe("a read at a replica", () => {
  test("is answered there", async () => {
    const page = await replica.ask("/teachers", { headers: { Cookie: cookie } })
    expect([page.status, page.text.includes("Rosa Marin"), set(page.headers, "seen")]).toEqual([
      200,
      false,
      undefined,
    ])
    const front = await replica.ask("/")
    expect([front.status, front.headers.etag !== undefined]).toEqual([200, true])
  })

  test("waits for what the reader wrote", async () => {
    setTimeout(() => fake(r).setPosition(103), 200)
    const page = await replica.ask("/teachers", { headers: { Cookie: having(1, 103) } })
    expect([page.status, page.text.includes("Rosa Marin")]).toEqual([200, false])
  })

  test("goes to the primary when that takes too long", async () => {
    fake(p).setPosition(110)
    const page = await replica.ask("/teachers", { headers: { Cookie: having(1, 108) } })
    expect([page.status, page.text.includes("Rosa Marin")]).toEqual([200, true])
    const call = await replica.ask("/api/user", { headers: { Cookie: having(1, 108) } })
    expect([call.status, JSON.parse(call.text).role]).toEqual([200, "admin"])
  })

  test("forgets what no machine has, and says so in the log", async () => {
    const page = await replica.ask("/teachers", { headers: { Cookie: having(1, 5000) } })
    expect([page.status, set(page.headers, "seen")]).toEqual([200, expect.stringContaining("Max-Age=0")])
    expect(primary.output()).toContain("lost transactions")
    const forged = await replica.ask("/teachers", {
      headers: { Cookie: `${cookie}; seen=1.ffffffffffffffff.x` },
    })
    expect([forged.status, set(forged.headers, "seen")]).toEqual([200, expect.stringContaining("Max-Age=0")])
  })
})

describe("money", () => {
  /** Records a payment and answers what the next page will say of it. */
  async function pay(reference: string, amount: string) {
    const answer = await replica.ask(`/billing/invoices/${invoiceId}`, {
      method: "POST",
      headers: headersOf(),
      body: new URLSearchParams({
        intent: "pay",
        amount,
        method: "cash",
        receivedOn: "2026-11-10",
        payer: "Mateo Okafor",
        reference,
      }).toString(),
    })
    expect(answer.status).toBe(303)
    const toast = decodeURIComponent(set(answer.headers, "toast")?.slice(6).split(".")[0] ?? "")
    return JSON.parse(Buffer.from(toast, "base64").toString())
  }

  test("is said to be recorded once another machine has it", async () => {
    fake(p).setPosition(120)
    const confirmed = pause(300).then(() => {
      fake(r).setPosition(120)
      return "confirmed"
    })
    const paid = pay("first", "1.00")
    expect(await Promise.race([confirmed, paid])).toBe("confirmed")
    expect(await paid).toMatchObject({ title: expect.stringMatching(/ from Mateo Okafor recorded/) })
  })

  test("is said to be on one machine only when no other confirms it in time", async () => {
    fake(p).setPosition(121)
    const said = await pay("second", "2.00")
    expect(said.text).toMatch(/^Saved, but the copy on a second machine isn’t confirmed yet/)
    expect(rowsAt(fake(p), "select 1 from payments where provider_reference = 'second'")).toHaveLength(1)
    fake(r).setPosition(121)
  })
})

describe("any other write", () => {
  /** Adds a teacher; the transaction gets its number while the request is under way. */
  function writeAs(txid: number, name: string) {
    const begun = pause(200).then(() => fake(p).setPosition(txid))
    return addTeacher(primary, name, { bodyAfter: begun })
  }

  test("is answered once another machine has it", async () => {
    const confirmed = pause(550).then(() => {
      fake(r).setPosition(122)
      return "confirmed"
    })
    const written = writeAs(122, "Kept")
    expect(await Promise.race([confirmed, written])).toBe("confirmed")
    expect((await written).status).toBe(303)
  })

  test("is answered after a moment when no other machine says so: this one still leads", async () => {
    expect((await writeAs(123, "Alone")).status).toBe(303)
    expect(rowsAt(fake(p), "select 1 from teachers where name = 'Alone'")).toHaveLength(1)
  })
})

describe("the calls between machines", () => {
  test("are answered to no one else", async () => {
    for (const [method, path] of [
      ["GET", "/internal/position?reach=0000000000000001&within=1"],
      ["POST", "/internal/promotion"],
      ["POST", "/internal/presence?node=x&candidate=true"],
      ["POST", "/internal/failure?node=x&id=1&at=1"],
    ] as const) {
      const answer = await primary.ask(path, { method, headers: { Origin: appUrl, "X-Tutti-Node": "1.x" } })
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect(fake(p).promotions).toEqual([])
  })
})

describe("while no machine leads", () => {
  test("reads go on, and a write waits, then meets a page that says so", async () => {
    fake(r).lose()
    await until(async () => (await replica.ask("/health")).status === 503)
    expect((await replica.ask("/teachers", { headers: { Cookie: cookie } })).status).toBe(200)
    const begun = Date.now()
    const [page, call] = await Promise.all([
      addTeacher(replica, "Nobody"),
      askServer(replica.port, "/api/contact", { method: "POST", headers: { Origin: appUrl } }),
    ])
    expect(Date.now() - begun).toBeGreaterThan(4500)
    expect([page.status, page.headers["retry-after"], page.headers["content-type"]]).toEqual([
      503,
      "5",
      "text/html; charset=utf-8",
    ])
    expect(page.text).toContain("<h1>One moment</h1>")
    expect(page.headers["content-security-policy"]).toContain("style-src 'sha256-")
    expect([call.status, Object.keys(JSON.parse(call.text))]).toEqual([503, ["message"]])
  })

  test("a write goes on as soon as one does", async () => {
    setTimeout(() => fake(r).follow("p"), 500)
    expect((await addTeacher(replica, "Patience")).status).toBe(303)
  })
})

describe("a request that fails on a replica", () => {
  test("is written down by the machine that writes, under its ID and the replica's name", async () => {
    const copy = new Database(fake(r).path)
    copy.exec("alter table one_time_links rename to mislaid")
    const answer = await replica.ask("/invitation?token=abc")
    copy.exec("alter table mislaid rename to one_time_links")
    copy.close()
    expect(answer.status).toBe(500)
    const find = () =>
      rowsAt(
        fake(p),
        `select node, method, path, status, problem from failed_requests where id = '${answer.headers["x-request-id"]}'`,
      )
    await until(async () => find().length > 0)
    expect(find()).toEqual([
      {
        node: "r",
        method: "GET",
        path: "/invitation",
        status: 500,
        problem: expect.stringContaining("no such table"),
      },
    ])
  })
})

describe("another role", () => {
  test("what the next primary never got is not said to be saved, though the former one does not know yet", async () => {
    setTimeout(() => fake(r).lead(), 400)
    const slow = pause(200).then(() => fake(p).setPosition(124))
    const answer = await addTeacher(primary, "Too+late", { bodyAfter: slow })
    expect([answer.status, answer.headers.location, set(answer.headers, "toast")]).toEqual([
      503,
      undefined,
      undefined,
    ])
    expect(answer.text).toContain("<h1>We can’t tell whether this was saved</h1>")
  })

  test("a replica that comes to lead begins a term and the work; the former primary reads and works no more", async () => {
    fake(p).follow("r")
    await hasRole(replica, "primary")
    await hasRole(primary, "replica")
    expect(replica.output()).toContain("the worker runs")
    expect(rowsAt(fake(r), "select term, node, began_after from primary_terms order by term")).toEqual([
      { term: 1, node: "p", began_after: position(100) },
      { term: 2, node: "r", began_after: position(122) },
    ])
    const answer = await addTeacher(primary, "Other+Way")
    expect(answer.status).toBe(303)
    expect(set(answer.headers, "seen")).toMatch(/^seen=2\./)
    expect(rowsAt(fake(r), "select 1 from teachers where name = 'Other Way'")).toHaveLength(1)
    expect(rowsAt(fake(p), "select 1 from teachers where name = 'Other Way'")).toHaveLength(0)
  })

  test("what the former primary wrote last is known to be lost", async () => {
    const page = await replica.ask("/teachers", { headers: { Cookie: having(1, 130) } })
    expect([page.status, set(page.headers, "seen")]).toEqual([200, expect.stringContaining("Max-Age=0")])
    const kept = await replica.ask("/teachers", { headers: { Cookie: having(1, 102) } })
    expect([kept.status, set(kept.headers, "seen")]).toEqual([200, undefined])
  })
})
