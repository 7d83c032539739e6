import { connect } from "node:net"
import { db, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { makeOneTimeLink, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { newId } from "~/utils/ids.server"
import { openSchool } from "../../support/school"
import { type Answer, type RunningServer, startServer } from "../../support/server"

// What arrives broken, what our failures say, and what the log keeps to itself.

let server: RunningServer
let cookie: string
let email: string
const password = "eine kleine Nachtmusik"

beforeAll(async () => {
  const { userId } = openSchool()
  const passwordHash = await hashPassword(password)
  email = db().update(users).set({ passwordHash }).where(eq(users.id, userId)).returning().get().email ?? ""
  const { token } = startSignIn(userId, { remember: false, userAgent: "test" })
  cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
  server = await startServer()
})
afterAll(() => server?.stop())

const signedIn = () => ({ Cookie: cookie })
describe("what arrives broken", () => {
  test.each([
    ["an undecodable address", "/%ZZ", 400],
    ["an undecodable parameter", "/students/%E0%A4%A", 400],
    ["a zero byte", "/students/%00", 400],
    ["an address with two slashes", "//evil.test/students", 400],
    ["an undecodable query", "/login?to=%ZZ", 200],
    ["a long query", `/login?to=${"x".repeat(6000)}`, 200],
    ["a long address", `/${"x".repeat(6000)}`, 404],
    ["an address beyond all limits", `/${"x".repeat(20_000)}`, 431],
    ["the old data call", "/dashboard?_data=root", 400],
    ["dots", "/../../etc/passwd", 404],
    ["encoded dots", "/assets/..%2f..%2fpackage.json", 404],
    ["markup", "/<script>alert(1)</script>", 404],
    ["names of objects", "/constructor", 404],
    ["names of objects as a parameter", "/login?__proto__[x]=1&constructor=2", 200],
    ["an odd data address", "/..data", 200],
    ["a data address of nothing", "/no-such-page.data", 404],
  ])("%s", async (_name, path, status) => {
    const answer = await server.ask(path)
    expect(answer.status).toBe(status)
    withoutInternals(answer)
  })

  test.each([
    ["a whole address", "GET http://x/dashboard?token=tell-nobody"],
    ["a whole address to post to", "POST http://x/api/login?key=tell-nobody"],
    ["a whole address of the health check", "GET http://x/health?token=tell-nobody"],
    ["a whole address with a password", "GET http://ruth:tell-nobody@x/"],
    ["a whole address that is none", "GET http://[x/dashboard?token=tell-nobody"],
    ["a port that is none", "GET http://x:tell-nobody/"],
    ["another protocol", "GET file:///etc/passwd?token=tell-nobody"],
    ["a star", "GET *"],
    ["a star with the method it is for", "OPTIONS *"],
    ["an authority", "GET x:80"],
    ["a target without its slash", "GET dashboard?token=tell-nobody"],
    ["a question alone", "GET ?token=tell-nobody"],
    ["two slashes", "GET //x/dashboard?token=tell-nobody"],
    ["backslashes", "GET \\\\x\\dashboard?token=tell-nobody"],
  ])("a request for %s is answered 400 and its query is nowhere", async (_name, line) => {
    const answer = await sendLine(line)
    expect(answer.split("\r\n")[0]).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer + server.output()).not.toContain("tell-nobody")
    expect(server.output()).not.toContain('"level":50')
  })

  test("a tunnel is not offered", async () => {
    expect(await sendLine("CONNECT x:443")).toBe("")
    expect((await server.ask("/health")).status).toBe(200)
  })

  test.each(["OPTIONS", "TRACE", "PROPFIND", "QUERY", "PURGE", "LOCK"])("the method %s", async (method) => {
    const answer = await server.ask("/", { method })
    expect([405, 400]).toContain(answer.status)
    withoutInternals(answer)
  })

  test.each([
    ["percent signs", "tutti=%ZZ"],
    ["no value", "tutti="],
    ["only signs", ";;;===;"],
    ["a token of the wrong form", `tutti=${Buffer.from('"x"').toString("base64")}`],
    ["an object for a token", `tutti=${Buffer.from('{"a":1}').toString("base64")}`],
    ["a forged toast", `toast=${Buffer.from('{"title":"x","tone":"good"}').toString("base64")}.sig`],
    ["much of it", `tutti=${"a".repeat(8000)}`],
  ])("a cookie of %s is ignored", async (_name, value) => {
    const answer = await server.ask("/dashboard", { headers: { Cookie: value } })
    expect([answer.status, answer.headers.location]).toEqual([302, "/auth/login?to=%2Fdashboard"])
  })

  test.each([
    ["JSON for a form", "application/json", "{}"],
    ["broken multipart", "multipart/form-data; boundary=x", "--y\r\nnothing"],
    ["multipart without a boundary", "multipart/form-data", "x"],
    ["plain text", "text/plain", "username=a"],
    ["no type", "", "username=a"],
    ["another alphabet", "application/x-www-form-urlencoded; charset=utf-7", "username=+AGE-"],
    ["broken escapes", "application/x-www-form-urlencoded", "username=%ZZ&password=%"],
  ])("a body of %s is refused, not a failure", async (_name, type, body) => {
    const answer = await server.ask("/login", {
      method: "POST",
      headers: { Origin: server.url, ...(type ? { "Content-Type": type } : {}) },
      body,
    })
    expect(answer.status).toBe(400)
    withoutInternals(answer)
  })

  test("too much is 413, unknown length 411, an upload may be larger", async () => {
    const big = Buffer.alloc(1_048_577, "a")
    const post = (path: string, headers: Record<string, string>, body?: Buffer) =>
      server.ask(path, {
        method: "POST",
        headers: { Origin: server.url, "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body,
      })
    expect((await post("/login", {}, big)).status).toBe(413)
    expect((await post("/students/import", {}, big)).status).not.toBe(413)
    expect((await post("/students/import", {}, Buffer.alloc(6 * 1_048_576 + 1))).status).toBe(413)
    for (const expense of ["/billing/expenses/new", "/billing/expenses/an-id"]) {
      expect((await post(expense, {}, big)).status).not.toBe(413)
      expect((await post(expense, {}, Buffer.alloc(11 * 1_048_576 + 1))).status).toBe(413)
    }
    expect((await post("/login", { "Transfer-Encoding": "chunked" }, Buffer.from("a"))).status).toBe(411)
  })

  test("a photo that is too large is refused beside its field; what is larger still, on a page of ours", async () => {
    const photo = (bytes: number) => {
      const head = `--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\nphoto\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="me.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
      return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, "x"), Buffer.from("\r\n--b--\r\n")])
    }
    const send = (body: Buffer, path = "/settings/profile", type = "multipart/form-data; boundary=b") =>
      server.ask(path, {
        method: "POST",
        headers: { ...signedIn(), Origin: server.url, "Content-Type": type, Accept: "text/html,*/*;q=0.8" },
        body,
      })
    const refused = await send(photo(12 * 1_048_576))
    expect([refused.status, refused.text.includes("Keep the photo under 5 MB.")]).toEqual([400, true])
    const statement = await send(photo(12 * 1_048_576), "/billing/manage/bank")
    expect([statement.status, statement.text.includes("Choose a file of at most 900 KB")]).toEqual([
      400,
      true,
    ])
    for (const larger of [
      await send(photo(33 * 1_048_576)),
      await send(Buffer.alloc(1_048_577, "a"), "/contact", "application/x-www-form-urlencoded"),
    ]) {
      expect([larger.status, larger.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"])
      expect(larger.text).toContain("<h1>This is too large to send</h1>")
    }
    for (const [path, limit] of [
      ["/settings/profile", "5 MB"],
      ["/billing/expenses/new", "10 MB"],
      ["/billing/manage/bank", "900 KB"],
    ] as const) {
      const { text } = await send(photo(33 * 1_048_576), path)
      expect(text).toContain(`Files here can be up to ${limit}.`)
      expect(text).toContain(`<a href="${path}">Back to the form</a>`)
      // The page's own script shows it beside the form, which stays as it is.
      const toScript = await send(photo(33 * 1_048_576), `${path}.data`)
      expect([toScript.status, toScript.text]).toEqual([
        413,
        `This is too large to send. Files here can be up to ${limit}.\n`,
      ])
    }
  })

  test("who sends too much piece by piece and reads last still gets the answer; then the connection ends", async () => {
    const [pieces, piece] = [34, Buffer.alloc(1_048_576, "a")]
    const socket = connect(server.port, "127.0.0.1")
    let heard = ""
    const ended = new Promise<void>((resolve, reject) => {
      socket.once("close", () => resolve()).once("error", reject)
    })
    socket.write(
      `POST /contact HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Length: ${pieces * piece.length}\r\nContent-Type: text/plain\r\n\r\n`,
    )
    for (let sent = 0; sent < pieces; sent += 1)
      await new Promise((resolve) => {
        socket.write(piece, () => setTimeout(resolve, 5))
      })
    socket.on("data", (bytes) => {
      heard += bytes
    })
    await ended
    expect(heard).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*This is too large to send/s)
  })

  test("a form of names within names is answered at once and not echoed: public forms are small, others read what they know", async () => {
    const attack = (most: number, nested: string) => {
      let body = "username=zoe"
      for (let at = 0; at < 4900 && body.length < most - 250; at++) body += `&x${at}${nested}=`
      return Buffer.from(body)
    }
    const post = (path: string, body: Buffer, headers: Record<string, string> = {}) =>
      server.ask(path, {
        method: "POST",
        headers: { Origin: server.url, "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body,
      })
    const whole = attack(1_000_000, "[19]".repeat(48))
    expect(whole.length).toBeGreaterThan(900_000)
    for (const path of ["/auth/login", "/contact", "/Auth/%6cogin/"]) {
      const answer = await post(path, whole)
      expect([path, answer.status]).toEqual([path, 413])
      expect(answer.text).toContain("<h1>This is too large to send</h1>")
    }
    const small = await post("/auth/login", attack(90_000, "[19]".repeat(48)))
    const large = await post("/students/create", attack(1_000_000, "[11]".repeat(45)), signedIn())
    for (const answer of [small, large]) {
      expect([400, 401, 422]).toContain(answer.status)
      expect(answer.text.length).toBeLessThan(200_000)
    }
  })

  test("a body that a refusal has not read holds up no other request on the same connection", async () => {
    const body = Buffer.alloc(3_000_000, "a")
    const socket = connect(server.port, "127.0.0.1")
    const heard = new Promise<string>((resolve, reject) => {
      let text = ""
      socket.on("data", (bytes) => {
        text += bytes
        if (text.includes('"status":"ok"')) resolve(text)
      })
      socket.on("error", reject)
    })
    socket.write(
      `POST /api/support/upload-image HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Length: ${body.length}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`,
    )
    socket.write(body)
    socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    expect(await heard).toMatch(/^HTTP\/1.1 401 [\s\S]*HTTP\/1.1 200 /)
    socket.destroy()
  })

  test("a client that leaves in the middle of a form does no harm", async () => {
    for (let times = 0; times < 5; times += 1)
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, "127.0.0.1", () => {
          socket.write(
            `POST /login HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Length: 500\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nusername=`,
          )
          setTimeout(() => socket.destroy(), 50)
        })
        socket.on("close", () => resolve())
        socket.on("error", () => resolve())
      })
    expect((await server.ask("/health")).status).toBe(200)
    expect(server.output()).not.toContain('"level":50')
  })

  test("an upload whose length is wrong saves nothing and does no harm", async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\nphoto\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="me.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${"x".repeat(500)}\r\n--b--\r\n`
    const send = (length: string, leavesAfterMs: number) =>
      new Promise<string>((resolve) => {
        let answer = ""
        const socket = connect(server.port, "127.0.0.1", () => {
          const head = [`Host: localhost:${server.port}`, `Origin: ${server.url}`, `Cookie: ${cookie}`]
          head.push("Content-Type: multipart/form-data; boundary=b", `Content-Length: ${length}`)
          socket.write(`POST /settings/profile HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`)
          setTimeout(() => socket.destroy(), leavesAfterMs)
        })
        socket.on("data", (bytes) => {
          answer += bytes
        })
        socket.on("close", () => resolve(answer))
        socket.on("error", () => undefined)
      })
    expect(await send(String(body.length - 200), 1500)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await send(String(body.length + 200), 500)).toBe("")
    for (const length of ["-1", "1e3", "five"]) expect(await send(length, 1500)).toMatch(/^HTTP\/1\.1 400 /)
    expect((await server.ask("/health")).status).toBe(200)
    expect(server.output()).not.toContain('"level":50')
  })

  test("a host of the client's choosing appears nowhere", async () => {
    const headers = { Host: "evil.test", "X-Forwarded-Host": "evil.test:99999", "X-Forwarded-Proto": "https" }
    const redirect = await server.ask("/dashboard", { headers })
    expect(redirect.headers.location).toBe("/auth/login?to=%2Fdashboard")
    for (const path of ["/", "/login", "/no-such-page"])
      expect((await server.ask(path, { headers })).text).not.toContain("evil.test")
    expect((await server.ask("/", { headers: { Host: '"><x' } })).status).toBe(200)
  })
})

describe("the log", () => {
  test("has a line for a request, with the id the answer carries, and no secret", async () => {
    const linkId = makeOneTimeLink({
      purpose: "guardian-invitation",
      schoolId: openSchool().actor.school.id,
      subjectId: newId(),
      email: "fay@harmony.example",
      lifetimeMs: 60_000,
    })
    const login = await server.post("/login", { username: email, password })
    const own = String(login.headers["set-cookie"]).split(";")[0] ?? ""
    const page = await server.ask("/dashboard?week=2026-W47", { headers: { Cookie: own } })
    await server.ask(`/invitation?token=${tokenOf(linkId)}`)
    await server.post("/login", { username: email, password: "not the right one" })
    await server.post(`/invitation?token=${tokenOf(linkId)}`, {
      password: "kreisler-1905",
      token: tokenOf(linkId),
    })

    const output = server.output()
    expect(output).toContain(String(page.headers["x-request-id"]))
    expect(output).toContain('"path":"/invitation"')
    const secrets = [
      own,
      own.split("=")[1],
      cookie,
      password,
      "not the right one",
      "kreisler-1905",
      tokenOf(linkId),
      email,
    ]
    expect(secrets.filter((secret) => secret && output.includes(secret))).toEqual([])
    expect(output).not.toMatch(/cookie|token=|week=/i)
  })
})

// Last: what is written to the log here would be found above.
describe("a failure of ours", () => {
  test("a call that breaks on our side says so as a call, and the log knows why", async () => {
    const rename = (from: string, to: string) => sqlite().exec(`alter table "${from}" rename to "${to}"`)
    const headers = { ...signedIn(), Origin: server.url, "Content-Type": "application/json" }
    rename("support_threads", "support_threads_away")
    try {
      for (const [method, path] of [
        ["POST", "/api/support/read"],
        ["GET", "/api/support/admin-chat"],
      ] as const) {
        const answer = await server.ask(path, { method, headers, body: method === "POST" ? "{}" : undefined })
        expect([path, answer.status, JSON.parse(answer.text)]).toEqual([
          path,
          500,
          { message: "Something went wrong on our end. Try again in a moment." },
        ])
        expect(answer.headers["cache-control"]).toContain("no-store")
      }
    } finally {
      rename("support_threads_away", "support_threads")
    }
    expect(server.output()).toContain("no such table: support_threads")
  })
})

/** Sends a request line as it is; the whole answer, empty when the connection is closed without one. */
function sendLine(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    const socket = connect(server.port, "127.0.0.1")
    socket.on("data", (bytes) => {
      text += bytes
    })
    socket.on("close", () => resolve(text))
    socket.on("error", reject)
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  })
}

function withoutInternals({ text }: Answer) {
  expect(text).not.toMatch(
    /\bat \S+ \(|node_modules|\.tsx?\b|\.mjs|\/work\/|SqliteError|select .* from|TypeError|URIError/i,
  )
}
