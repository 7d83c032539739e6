import { sqlite } from "db/client.server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { logIn } from "../../bench/screen-costs"
import { fillListedSchool } from "../../support/listed-school"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// What a list of 100 students weighs as the built server sends it; `npm run bench -- --lists` says where its bytes are.

/** Half a kilobyte more than what was reached (docs/measurements.md): ids and names differ from run to run. */
const most = 10_600

let server: RunningServer
let cookie: string

beforeAll(async () => {
  const school = openSchool()
  fillListedSchool(school.actor, 500)
  const email = sqlite().prepare("select email from users where id = ?").pluck().get(school.userId)
  cookie = logIn(process.env.DATABASE_PATH ?? "", { office: String(email) }).office ?? ""
  server = await startServer({ LOG_LEVEL: "error" })
  // The first page of a browser carries its styles; a cookie says that it has them.
  const first = await server.ask("/students", { headers: { Cookie: cookie } })
  cookie = [cookie, ...(first.headers["set-cookie"] ?? []).map((each) => each.split(";")[0])].join("; ")
})
afterAll(async () => {
  await server.stop()
})

test("a list of 100 stays small, and hands over nothing that its rows show already", async () => {
  const { status, raw, text } = await server.ask("/students?instrument=Piano&page=all", {
    headers: { Cookie: cookie, "Accept-Encoding": "gzip" },
  })
  expect(status).toBe(200)
  expect(text.match(/<tr><td/g)).toHaveLength(100)
  expect(raw.length).toBeLessThanOrEqual(most)
  const [, state = ""] = /__remixContext=(.*);<\/script>/.exec(text) ?? []
  expect(state).toContain("loaderData")
  const names = [...text.matchAll(/aria-label="Select ([^"]+)"/g)].map(([, name = ""]) => name)
  expect(names).toHaveLength(100)
  expect(names.filter((name) => state.includes(name))).toEqual([])
  const [, filter = ""] = /<select id="students-teacher"(.*?)<\/select>/.exec(text) ?? []
  const teachers = [...filter.matchAll(/<option value="([^"]+)"/g)].map(([, id = ""]) => id)
  expect(teachers.length).toBeGreaterThan(10)
  expect(teachers.filter((id) => state.includes(id))).toEqual([])
  // Nor what its menu, its usual filters and its instruments say.
  expect(text).toContain("Getting Started")
  expect(text).toContain("Credits expiring")
  expect(text).toContain("Clarinet")
  expect(state).not.toMatch(/Getting Started|Credits expiring|Clarinet/)
  // What the styles can say of every row, no row says.
  const [, rows = ""] = /<tbody id="students">(.*?)<\/tbody>/.exec(text) ?? []
  expect(rows).not.toMatch(/data-l=|<i class="note-head|<!-- -->/)
})

test("an agenda hands over none of the lessons that it shows", async () => {
  const page = (address: string) => server.ask(address, { headers: { Cookie: cookie } })
  const { status, text } = await page("/schedule?view=agenda&date=2026-11-18")
  expect(status).toBe(200)
  const lessons = [...text.matchAll(/href="\/classes\/sessions\/([^"?]+)"/g)].map(([, id = ""]) => id)
  expect(lessons.length).toBeGreaterThan(10)
  const [, state = ""] = /__remixContext=(.*);<\/script>/.exec(text) ?? []
  expect(state).toContain("loaderData")
  expect(lessons.filter((id) => state.includes(id))).toEqual([])
  const data = await page("/schedule.data?view=agenda&date=2026-11-18")
  expect(lessons.filter((id) => !data.text.includes(id))).toEqual([])
})
