import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../support/server"

// Anonymous public pages: rendered once, kept compressed, the same bytes for everybody.

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const kept = ["/", "/auth/login", "/login", "/simple-login"]
const br = { "Accept-Encoding": "gzip, deflate, br" }

describe("anonymous public pages", () => {
  test.each(kept)("%s is the same bytes for all, and known by its tag", async (path) => {
    const first = await server.ask(path, { headers: br })
    const second = await server.ask(path, {
      headers: { ...br, "User-Agent": "another", "Accept-Language": "de" },
    })
    expect(first.status).toBe(200)
    expect(first.headers["content-encoding"]).toBe("br")
    expect(second.raw.equals(first.raw)).toBe(true)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(first.headers.vary).toBe("Accept-Encoding, Cookie")
    expect(first.headers["set-cookie"]).toBeUndefined()

    const again = await server.ask(path, { headers: { ...br, "If-None-Match": String(first.headers.etag) } })
    expect([again.status, again.raw.length]).toEqual([304, 0])
    // A browser takes the headers of 304 over into the page it kept.
    expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"])
  })

  test.each(kept)("%s has the same head and bytes in front of Express and behind it", async (path) => {
    await server.ask(path, { headers: br })
    const atOnce = await server.ask(path, { headers: br })
    // A date doesn't decide about a page that has a tag, but leaves the request to Express.
    const behind = await server.ask(path, {
      headers: { ...br, "If-Modified-Since": new Date(0).toUTCString() },
    })
    const headOf = ({ headers }: typeof behind) => ({ ...headers, "x-request-id": "", date: "" })
    expect(atOnce.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/)
    expect(atOnce.headers["x-request-id"]).not.toBe(behind.headers["x-request-id"])
    expect(headOf(atOnce)).toEqual(headOf(behind))
    expect([atOnce.status, atOnce.raw.equals(behind.raw)]).toEqual([200, true])
  })

  test("each encoding is the same page under a tag of its own", async () => {
    const plain = await server.ask("/")
    const gzip = await server.ask("/", { headers: { "Accept-Encoding": "gzip" } })
    const brotli = await server.ask("/", { headers: br })
    const refused = await server.ask("/", { headers: { "Accept-Encoding": "br;q=0, gzip;q=0" } })
    expect([gzip.text, brotli.text, refused.text]).toEqual([plain.text, plain.text, plain.text])
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(brotli.raw.length).toBeLessThan(gzip.raw.length)
    expect(Number(brotli.headers["content-length"])).toBe(brotli.raw.length)
  })

  test("any cookie gets a page of its own", async () => {
    const answer = await server.ask("/", { headers: { Cookie: "anything=1" } })
    expect([answer.status, answer.headers.etag, answer.headers["cache-control"]]).toEqual([
      200,
      undefined,
      "private, no-store",
    ])
  })

  test.each([
    ["a parameter nobody knows", "/?utm_source=x"],
    ["a value nobody knows", "/register-school?plan=enterprise"],
    ["a second value", "/register-school?plan=standard&plan=professional"],
    ["a second question mark", "/??"],
    ["another spelling of the path", "/Login"],
    ["an encoded path", "/%6Cogin"],
    ["a name every object has", "/constructor"],
    ["a parameter every object has", "/?constructor=1"],
  ])("%s is not kept", async (_name, path) => {
    expect((await server.ask(path)).headers.etag).toBeUndefined()
  })

  test("a post is not answered from what is kept", async () => {
    const answer = await server.post("/login", {})
    expect([answer.status, answer.headers.etag]).toEqual([400, undefined])
  })

  test("a hundred invented addresses are answered and not kept", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => server.ask(`/login?to=${index}`, { headers: br })),
    )
    expect(answers.filter(({ status, headers }) => status !== 200 || headers.etag)).toEqual([])
  })
})
