import { readdirSync } from "node:fs"
import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { besideTheOther } from "../../support/beside-the-other"
import { openSchool } from "../../support/school"
import { type Answer, type RunningServer, startServer } from "../../support/server"

// The headers that every answer carries, and how it is compressed.

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
const asset = (ending: string) =>
  `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(ending)) ?? ""}`

describe("security headers", () => {
  const everywhere = (answer: Answer) => ({
    nosniff: answer.headers["x-content-type-options"],
    frames: answer.headers["x-frame-options"],
    opener: answer.headers["cross-origin-opener-policy"],
    referrer: answer.headers["referrer-policy"],
    permissions: answer.headers["permissions-policy"],
    poweredBy: answer.headers["x-powered-by"],
    id: /^[0-9a-f-]{36}$/.test(String(answer.headers["x-request-id"])),
    hsts: answer.headers["strict-transport-security"],
  })
  const expected = {
    nosniff: "nosniff",
    frames: "DENY",
    opener: "same-origin",
    referrer: "strict-origin-when-cross-origin",
    permissions: "camera=(), geolocation=(), microphone=(), payment=()",
    poweredBy: undefined,
    id: true,
    hsts: undefined,
  }
  const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

  test("let a school's own page be shown inside its website, and no other", async () => {
    const { actor } = openSchool()
    saveSchoolPage(actor, SchoolPageForm.parse({ address: "harmony", isOpen: true }))
    const page = await server.ask("/s/harmony")
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors *")
    expect(everywhere(page)).toEqual({ ...expected, frames: undefined })
    for (const path of ["/s/harmony/confirm?token=x", "/s/no-such-school", "/s/harmony/else"]) {
      const other = await server.ask(path)
      expect(other.headers["content-security-policy"], path).toContain("frame-ancestors 'none'")
      expect(other.headers["x-frame-options"], path).toBe("DENY")
    }
    const foreign = await server.ask("/s/harmony", {
      method: "POST",
      headers: { Origin: "https://evil.test" },
    })
    expect(foreign.status).toBe(403)
    const large = await server.ask("/s/harmony", {
      method: "POST",
      headers: { Origin: server.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: `message=${"x".repeat(120_000)}`,
    })
    expect(large.status).toBe(413)
  })

  test.each([
    ["a public page", () => server.ask("/")],
    ["a page of the school", () => server.ask("/dashboard", { headers: signedIn() })],
    ["a page's data", () => server.ask("/dashboard.data", { headers: signedIn() })],
    ["an API call", () => server.ask("/api/user", { headers: signedIn() })],
    ["a script", () => server.ask(asset(".js"))],
    ["an asset that is gone", () => server.ask("/assets/gone-12345678.js")],
    ["a missing page", () => server.ask("/no-such-page")],
    [
      "a refusal of the edge",
      () => server.ask("/login", { method: "POST", headers: { Origin: "https://evil.test" } }),
    ],
    ["a redirect", () => server.ask("/dashboard")],
    ["the health", () => server.ask("/health")],
  ])("are on %s", async (_name, ask) => {
    const answer = await ask()
    expect(everywhere(answer)).toEqual(expected)
    expect(answer.headers["content-security-policy"]).toContain(closed)
    expect(answer.headers["content-security-policy"]).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  })

  test("pages of the school are allowed their own nonce, each answer another", async () => {
    const nonces = new Set<string>()
    for (let times = 0; times < 3; times += 1) {
      const headers = { ...signedIn(), "Cache-Control": "no-cache" }
      const answer = await server.ask("/dashboard", { headers })
      const nonce = /'nonce-([\w-]+)'/.exec(String(answer.headers["content-security-policy"]))?.[1] ?? ""
      expect(nonce.length).toBeGreaterThanOrEqual(22)
      nonces.add(nonce)
      const scripts = answer.text.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    }
    expect(nonces.size).toBe(3)
  })

  test("public pages are allowed their stylesheet by its hash and no inline script", async () => {
    const answer = await server.ask("/login")
    expect(answer.headers["content-security-policy"]).toMatch(
      /script-src 'self'; style-src 'sha256-[\w+/]+=*';/,
    )
    expect(answer.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  test("a redirect is told to the script that asks, with its cookies, and followed by every other client", async () => {
    const form = { username: email, password, to: "/students?page=2" }
    const told = await server.post("/login", form, { "X-Tell-Redirect": "yes" })
    expect(told.status).toBe(204)
    expect(told.headers["x-redirect-to"]).toBe("/students?page=2")
    expect(told.headers.location).toBeUndefined()
    expect(String(told.headers["set-cookie"])).toContain("tutti=")
    expect(told.text).toBe("")
    const refused = await server.post("/login", { ...form, password: "" }, { "X-Tell-Redirect": "yes" })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain("There is a problem")
    const followed = await server.post("/login", form)
    expect(followed.status).toBe(303)
    expect(followed.headers.location).toBe("/students?page=2")
  })

  test("https adds HSTS and the cookie's safe name", async () => {
    const https = await startServer({ ...besideTheOther(), APP_URL: "https://tutti.example" })
    const answer = await https.ask("/")
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains")
    const login = await https.post(
      "/login",
      { username: email, password },
      { Origin: "https://tutti.example" },
    )
    const cookies = (login.headers["set-cookie"] ?? []) as string[]
    expect(cookies.map((cookie) => cookie.replace(/=[^;]+/, ""))).toEqual([
      "__Host-tutti; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-tutti-device; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    ])
    await https.stop()
  })

  test("what belongs to a person is kept by no cache", async () => {
    for (const path of ["/dashboard", "/dashboard.data", "/api/user", "/no-such-page"]) {
      const answer = await server.ask(path, { headers: signedIn() })
      expect([path, answer.headers["cache-control"]]).toEqual([path, "private, no-store"])
    }
  })
})

describe("compression", () => {
  test("a page of the school is compressed once, and whole", async () => {
    const plain = await server.ask("/dashboard", { headers: signedIn() })
    expect(plain.headers["content-encoding"]).toBeUndefined()
    for (const encoding of ["br", "gzip"]) {
      const answer = await server.ask("/dashboard", {
        headers: { ...signedIn(), "Accept-Encoding": encoding },
      })
      expect(answer.headers["content-encoding"]).toBe(encoding)
      expect(answer.text).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/i)
      expect(answer.text.length).toBe(plain.text.length)
      expect(answer.raw.length).toBeLessThan(plain.raw.length / 2)
      expect(answer.headers.vary).toContain("Accept-Encoding")
    }
  })

  test("assets were compressed when they were built, and never change under their name", async () => {
    for (const path of [asset(".js"), asset(".css")])
      for (const encoding of ["br", "gzip"]) {
        const answer = await server.ask(path, { headers: { "Accept-Encoding": encoding } })
        expect(answer.headers["content-encoding"]).toBe(encoding)
        expect(answer.headers["cache-control"]).toBe("public,max-age=31536000,immutable")
      }
    const gone = await server.ask("/assets/gone-12345678.js")
    expect([gone.status, gone.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"])
  })

  test("a document without a link to its icon finds one, and keeps it for an hour", async () => {
    const { status, headers, raw } = await server.ask("/favicon.ico")
    expect([status, headers["content-type"]]).toEqual([200, "image/x-icon"])
    expect(headers["cache-control"]).toBe("public,max-age=3600")
    // The head of an icon file, and how many pictures it holds.
    expect([...raw.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0])
  })

  test("HEAD answers as GET does, without a body", async () => {
    for (const path of ["/", "/no-such-page", "/health", asset(".js"), "/dashboard", "/api/user"]) {
      const [get, head] = [await server.ask(path), await server.ask(path, { method: "HEAD" })]
      expect([path, head.status, head.raw.length]).toEqual([path, get.status, 0])
    }
  })
})
