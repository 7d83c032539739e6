import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import type { Browser } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { formsOf, type PageForm } from "../../support/forms"

// Two people have a choir's weekly time open, and one of them has changed it, which ends its rule and begins another. Today is
// Wednesday, November 18, 2026; the choir meets on Tuesdays at 4.

let office: Browser
let page: string
let school: ChoirSchool

beforeEach(async () => {
  school = await openChoirSchool()
  office = school.office
  await school.make({ students: school.studentIds.slice(0, 2) })
  page = `/classes/${school.made()}/schedule`
  sqlite().prepare("update schedules set starts_on = '2026-09-01' where class_id = ?").run(school.made())
})

const ruleForm = (html: string) => {
  const form = formsOf(html, page).find(({ fields }) => fields.some(({ name }) => name === "scheduleId"))
  if (!form) throw new Error("The weekly time’s form isn’t there.")
  return form
}
const open = async () => ruleForm(await office.html(page))
const heldBy = ({ fields }: PageForm) => {
  const held: Record<string, string[]> = {}
  for (const { name, kind, value } of fields)
    if (kind !== "checkbox") held[name] = [...(held[name] ?? []), value]
  return held
}
const send = (form: PageForm, changes: Record<string, string>, intent = "save") =>
  office.submit(page, { ...heldBy(form), ...changes, intent })
const rules = () =>
  sqlite()
    .prepare("select start_time as time, minutes from schedules where class_id = ? order by starts_on")
    .all(school.made())

test.each(["save", "preview"])(
  "the second one reads what the first one changed, with the time typed kept, at %s",
  async (intent) => {
    const [first, second] = [await open(), await open()]
    expect((await send(first, { startTime: "17:00" })).status).toBe(303)
    expect(rules()).toHaveLength(2)
    const answer = await send(second, { startTime: "18:00" }, intent)
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain("Someone changed this while you were editing: 17:00. Yours: 18:00.")
    const again = ruleForm(html)
    expect(heldBy(again).startTime).toEqual(["18:00"])
    expect((await send(again, {})).status).toBe(303)
    expect(rules().at(-1)).toMatchObject({ time: "18:00" })
  },
)

test("what only one of them changed is combined", async () => {
  const [first, second] = [await open(), await open()]
  await send(first, { startTime: "17:00" })
  expect((await send(second, { minutes: "60" })).status).toBe(303)
  expect(rules().at(-1)).toEqual({ time: "17:00", minutes: 60 })
})
