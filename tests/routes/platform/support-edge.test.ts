import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { rowCount } from "../../support/app"
import { photo } from "../../support/pictures"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// The support chat behind the real edge: how much may be sent, and from where.

let server: RunningServer
let cookie: string
beforeAll(async () => {
  server = await startServer()
  const { token } = startSignIn(openSchool().userId, { remember: false, userAgent: "test" })
  cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
})
afterAll(() => server.stop())

const megabyte = 1_048_576

function formOf(bytes: Buffer): { headers: Record<string, string>; body: Buffer } {
  const boundary = "----tutti"
  return {
    headers: {
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      Cookie: cookie,
      Origin: server.url,
    },
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}
const upload = (bytes: Buffer, headers: Record<string, string> = {}) => {
  const form = formOf(bytes)
  return server.ask("/api/support/upload-image", {
    method: "POST",
    headers: { ...form.headers, ...headers },
    body: form.body,
  })
}

describe("an upload", () => {
  test("of a picture arrives, and the picture is served with the closed policy", async () => {
    const answer = await upload(await photo("png", 300, 200))
    expect(answer.status).toBe(200)
    const { imageUrl } = JSON.parse(answer.text) as { imageUrl: string }
    const image = await server.ask(imageUrl, { headers: { Cookie: cookie } })
    expect(image.status).toBe(200)
    expect(image.headers).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    })
  })

  test("above 5 MB is refused with a message, above 6 MB before anything reads it", async () => {
    const large = await upload(Buffer.alloc(5.5 * megabyte))
    expect([large.status, JSON.parse(large.text).message]).toEqual([
      413,
      "Keep images under 5 MB. Send a smaller one, or crop it.",
    ])
    const larger = await upload(Buffer.alloc(6.5 * megabyte))
    expect([larger.status, JSON.parse(larger.text)]).toEqual([
      413,
      { message: "This is too large to send. Files here can be up to 5 MB." },
    ])
    expect(larger.headers["cache-control"]).toBe("no-store")
  })
})

test("no other site sends for a user who is logged in", async () => {
  const before = rowCount("support_messages") + rowCount("files")
  const foreign: Record<string, string>[] = [
    { Origin: "https://elsewhere.example" },
    { "Sec-Fetch-Site": "cross-site" },
  ]
  for (const headers of foreign) {
    expect((await upload(await photo(), headers)).status).toBe(403)
    for (const path of ["/api/support/ai-chat/send", "/api/support/admin-chat/send", "/api/support/read"]) {
      const answer = await server.ask(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Cookie: cookie, ...headers },
        body: '{"content":"Hello"}',
      })
      expect([path, answer.status]).toEqual([path, 403])
      expect(JSON.parse(answer.text)).toHaveProperty("message")
    }
  }
  expect(rowCount("support_messages") + rowCount("files")).toBe(before)
})

test("reads are answered with messages and cached nowhere", async () => {
  for (const path of ["ai-chat", "admin-chat", "unread-count", "super-admin/status"]) {
    const known = await server.ask(`/api/support/${path}`, { headers: { Cookie: cookie } })
    expect([path, known.status, known.headers["cache-control"]]).toEqual([path, 200, "private, no-store"])
    const unknown = await server.ask(`/api/support/${path}`)
    expect([unknown.status, JSON.parse(unknown.text)]).toEqual([401, { message: "Authentication required" }])
    expect(unknown.headers["cache-control"]).toContain("no-store")
  }
})
