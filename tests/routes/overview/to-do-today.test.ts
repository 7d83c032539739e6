import { expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

test("the dashboard has one list of what to do today, the most urgent first, each with its act; nothing to do leaves no list", async () => {
  const school = openSchool()
  const office = await Browser.of(school.userId)
  expect(await office.read("/dashboard")).not.toContain("To do today")
  const family = openFamily(school.actor, { name: "Novak", children: ["Mia"] })
  const violin = addClassRow(school.actor, { name: "Violin" })
  addEnrollmentRow(school.actor, violin, family.studentIds[0] ?? "", { startsOn: "2026-10-01" })
  addSessionRow(school.actor, violin, "2026-11-04")
  owe(school.actor, family, 2000)

  const html = await office.html("/dashboard")
  const list = html.slice(html.indexOf('id="to-do"'))
  const acts = [
    ...["lesson without attendance", ">Take attendance<"],
    ...["item ready to invoice", ">Review invoices<"],
  ]
  const places = acts.map((text) => list.replaceAll("<!-- -->", "").indexOf(text))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((one, other) => one - other))
  // Each figure stands once: the lessons and items in the list, the amount among what is to be collected.
  const text = await office.read("/dashboard")
  for (const once of ["without attendance", "ready to invoice", "Ready to invoice", "$20.00"])
    expect([once, text.split(once).length - 1]).toEqual([once, once === "$20.00" ? 2 : 1])
})

test.each([
  ["school", "1 lesson without attendance Theo Petrović 1"],
  ["solo", "1 lesson without attendance Take attendance"],
] as const)("in a %s, missing attendance is said once: %s", async (kind, said) => {
  const { actor, userId } = openSchool({ kind })
  const teacherId = addTeacherRow(actor, "Theo Petrović")
  addSessionRow(actor, addClassRow(actor, { name: "Violin", teacherId }), "2026-11-04", { teacherId })
  const html = await (await Browser.of(userId)).html("/dashboard")
  expect(await textOf(new Response(html))).toContain(said)
  // Two teachers can lack as many.
  expect(/>Theo Petrović 1<\/a>/.test(html), "the name is in the link").toBe(kind === "school")
})
