import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { beforeAll, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { Browser, rowCount } from "../../support/app"
import { addMember, openSchool, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What the staff tell everyone who administers a school: previewed, sent in steps, once to each.

const at = "/super-admin/announcements"
let staff: Browser
let office: Browser
let teacher: Browser
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
  const first = openSchool({ name: "Aria School" })
  office = await Browser.of(first.userId)
  teacher = await Browser.of(addMember(first.actor, "teacher", "Milo Bauer").userId)
  for (let n = 0; n < 60; n += 1) openSchool({ name: `School ${n}` })
})
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1100))
const fields = {
  subject: "New prices in January",
  body: "Prices change on January 1.\n\nMore soon.",
  banner: "3",
}
const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
const written = () => rowsOf(emails, { template: "platform-announcement" })

test("an announcement is previewed, sent once to each in steps, shown as a banner, and stopped", async () => {
  const page = await staff.html(at)
  const key = keyOf(page)
  const empty = await staff.submit(at, { intent: "preview", key, ...fields, subject: "" })
  await expect(empty).toAnswer(400, "Enter a subject.")

  const preview = await staff.submit(at, { intent: "preview", key, ...fields })
  const html = await preview.text()
  expect(preview.status).toBe(200)
  expect(html).toContain("61 people")
  expect(html).toContain("And 36 more.")
  expect(keyOf(html)).toBe(key)
  expect(rowCount("announcements")).toBe(0)

  const other = await staff.submit(at, { intent: "send", key, ...fields, shown: "60" })
  await expect(other).toAnswer(409, "The recipients have changed.")
  for (let times = 0; times < 2; times += 1)
    expect((await staff.submit(at, { intent: "send", key, ...fields, shown: "61" })).status).toBe(303)
  expect(rowCount("announcements")).toBe(1)

  // Some schools a step; the second goes on behind the first.
  while (written().length < 61) expect(await runNextJob()).toBe(true)
  expect(new Set(written().map(({ recipient }) => recipient)).size).toBe(61)
  expect(written()[0]).toMatchObject({ lane: "bulk", schoolId: null })
  expect(await staff.read(at)).toMatch(/New prices in January.*61 of 61 emails queued/)

  await aSecond()
  expect(await office.read("/dashboard")).toContain("New prices in January. Prices change on January 1.")
  expect(await teacher.read("/dashboard/teacher")).not.toContain("New prices in January")
  const { id } = sqlite().prepare("select id from announcements").get() as { id: string }
  expect((await staff.submit(at, { intent: "stop", announcementId: id })).status).toBe(303)
  await aSecond()
  expect(await office.read("/dashboard")).not.toContain("New prices in January")
})

test("is the staff’s alone to send", async () => {
  const before = rowCount("announcements")
  const answer = await office.submit(at, { intent: "send", key: crypto.randomUUID(), ...fields, shown: "61" })
  expect([answer.status, rowCount("announcements")]).toEqual([302, before])
  expect((await staff.submit(at, { intent: "nonsense" })).status).toBe(404)
})
