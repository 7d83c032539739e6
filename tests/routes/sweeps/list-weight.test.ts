import { brotliCompressSync } from "node:zlib"
import { sqlite } from "db/client.server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { logIn } from "../../bench/screen-costs"
import { fillListedSchool } from "../../support/listed-school"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// What a list of 100 students weighs as the built server sends it; `npm run bench -- --lists` says where its bytes are.

/** Half a kilobyte more than what was reached: ids and names differ from run to run. */
const most = 18_100

/** A list of 50 in a browser that has no styles yet, at the best quality of brotli. */
const mostFirst = 22_000

let server: RunningServer
let cookie: string
let first: Awaited<ReturnType<RunningServer["ask"]>>

beforeAll(async () => {
  const school = openSchool()
  fillListedSchool(school.actor, 500)
  const email = sqlite().prepare("select email from users where id = ?").pluck().get(school.userId)
  cookie = logIn(process.env.DATABASE_PATH ?? "", { office: String(email) }).office ?? ""
  server = await startServer({ LOG_LEVEL: "error" })
  // The first page of a browser carries its styles; a cookie says that it has them.
  first = await server.ask("/students", { headers: { Cookie: cookie } })
  cookie = [cookie, ...(first.headers["set-cookie"] ?? []).map((each) => each.split(";")[0])].join("; ")
})
afterAll(async () => {
  await server.stop()
})

test("a list of 100 stays small, with what its scripts are handed", async () => {
  const { status, raw, text } = await server.ask("/students?instrument=Piano&page=all", {
    headers: { Cookie: cookie, "Accept-Encoding": "gzip" },
  })
  expect(status).toBe(200)
  expect(text.match(/<tr(?: id="[^"]*")?><td/g)).toHaveLength(100)
  expect(raw.length).toBeLessThanOrEqual(most)
  // What the styles can say of every row, no row says.
  const [, rows = ""] = /<tbody id="students">(.*?)<\/tbody>/.exec(text) ?? []
  expect(rows).not.toMatch(/data-l=|<i class="note-head|<!-- -->/)
})

test("a first list of 50 brings the styles that it uses, and no more", () => {
  expect(first.text.match(/<tr(?: id="[^"]*")?><td/g)).toHaveLength(50)
  expect(first.text).toContain("<style nonce=")
  expect(brotliCompressSync(first.text).length).toBeLessThanOrEqual(mostFirst)
})
