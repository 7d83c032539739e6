import { beforeEach, expect, test } from "vitest"
import { Browser, locationOf, textOf } from "../../support/app"
import { formsOf } from "../../support/forms"
import { addMember, openSchool } from "../../support/school"

// A student is deleted while someone else has the edit form open.

let school: ReturnType<typeof openSchool>
let office: Browser
let page: string

const mia = {
  ...{ firstName: "Mia", lastName: "Novak", birthDate: "2014-06-03", status: "lead", family: "new" },
  ...{ "guardians[0].name": "Helena Novak", "guardians[0].seesMoney": "on", intent: "save" },
}
const shown = () => JSON.stringify([page, "firstName", "Mia", "lastName", "Novak"])
const typed = () => ({ ...mia, notes: "Plays by ear.\nLikes jazz.", formShown: shown() })

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  page = `${(await office.submit("/students/create", mia)).headers.get("Location")}/edit`
})

const deleted = async () => {
  const answer = await office.submit(page, { intent: "delete" })
  expect(answer.headers.get("Location")).toBe("/students")
}

test("who saves reads that it was deleted, by whom, and keeps what was typed", async () => {
  await deleted()
  const answer = await office.submit(page, typed())
  expect(answer.status).toBe(404)
  const html = await answer.text()
  const text = await textOf(new Response(html))
  expect(text).toContain("Mia Novak was deleted")
  expect(text).toContain(`Deleted by ${school.actor.name} on Nov 18, 2026. Nothing was saved.`)
  expect(html).toContain('href="/settings/admin/deleted"')
  expect(html).toContain("Plays by ear.\nLikes jazz.")
  // What the page had shown isn't listed.
  expect(html).not.toContain(">Novak</textarea>")
  const data = await (await office.submit(`${page}.data`, typed())).text()
  expect(data).toContain("Likes jazz.")
})

test("another school’s student answers as one that never was, whether it is there or deleted", async () => {
  const stranger = await Browser.of(openSchool().userId)
  const missing = page.replace(/students\/\w+/, "students/mmmmmmm0000zz")
  const answerOf = async (to: string) => {
    const answer = await stranger.submit(to, { ...typed(), formShown: shown() })
    expect(answer.status).toBe(404)
    return (await textOf(answer)).replaceAll(to, "")
  }
  const never = await answerOf(missing)
  expect(never).toContain("Page Not Found")
  expect(never).not.toContain("was deleted")
  expect(await answerOf(page)).toBe(never)
  await deleted()
  expect(await answerOf(page)).toBe(never)
})

test("a teacher isn’t told who deleted it", async () => {
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Marcus Whitfield").userId)
  await deleted()
  const answer = await teacher.submit(page, typed())
  expect(await textOf(answer)).not.toContain("was deleted")
})

test("an expense that a colleague deleted answers the same: who deleted it, and all that was typed", async () => {
  const spent = { intent: "save", spentOn: "2026-11-02", payee: "Arts Building", category: "rent" }
  const recorded = { ...spent, amount: "90.00", method: "cash" }
  const at = locationOf(await office.submit("/billing/expenses/new", recorded))
  const form = formsOf(await office.html(at), at).find(({ fields }) =>
    fields.some(({ name }) => name === "payee"),
  )
  const fields = Object.fromEntries((form?.fields ?? []).map(({ name, value }) => [name, value]))
  await office.submit(at, { intent: "delete" })
  const answer = await office.submit(at, {
    ...fields,
    intent: "save",
    amount: "95.00",
    note: "With the deposit",
  })
  expect(answer.status).toBe(404)
  const html = await answer.text()
  expect(await textOf(new Response(html))).toContain("Arts Building, $90.00 was deleted")
  for (const typed of ["95.00", "With the deposit"]) expect(html).toContain(`>${typed}</textarea>`)
  expect(html).toContain('href="/settings/admin/deleted"')
  // The activity says once what the expense was.
  const activity = await office.read("/settings/admin/log")
  expect(activity).toContain("Payee Arts Building")
  expect(activity).not.toContain("Arts Building → Arts Building")
})
