import { beforeEach, expect, test } from "vitest"
import { forgetUser } from "~/models/accounts/user/forget-user.server"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, textOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addMember, openSchool } from "../../support/school"

// The number of someone who works at the school: they give it, the office finds it, it goes with the login.

const page = "/settings/profile"
let school: Actor
let office: Browser
let teacher: ReturnType<typeof addMember>
let leo: Browser

beforeEach(async () => {
  const opened = openSchool()
  school = opened.actor
  office = await Browser.of(opened.userId)
  teacher = addMember(school, "teacher", "Leo Marsh")
  leo = await Browser.of(teacher.userId)
})

const give = (by: Browser, phone: string) => by.submit(page, { intent: "name", name: "Leo Marsh", phone })

test("a number on the profile is seen by the office in the list of teachers, on the record and in the team", async () => {
  expect(await textOf(await leo.visit(page))).toContain("Phone Not set")
  expect((await give(leo, "(212) 555-0187")).status).toBe(303)
  expect(await textOf(await leo.visit(page))).toContain("(212) 555-0187")
  for (const at of ["/teachers", `/teachers/${teacher.teacherId}`, "/settings/team"])
    expect(await (await office.visit(at)).text(), at).toContain('href="tel:2125550187"')
  expect(await textOf(await office.visit("/search?q=Leo"))).toContain("(212) 555-0187")
  await give(leo, "")
  expect(findUser(teacher.userId)?.phone).toBeNull()
  expect(await (await office.visit("/teachers")).text()).not.toContain("tel:2125550187")
})

test("a number that is too long is refused beside its field, and a form without the field changes none", async () => {
  await give(leo, "(212) 555-0187")
  const refused = await give(leo, "5".repeat(41))
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Keep the phone number under 40 characters."),
  ])
  await leo.submit(page, { intent: "name", name: "Leo Marsh" })
  expect(findUser(teacher.userId)?.phone).toBe("(212) 555-0187")
})

test("families have theirs in the school’s records, another school sees none, and it goes with the login", async () => {
  await give(leo, "(212) 555-0187")
  const other = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  for (const at of ["/teachers", "/settings/team"])
    expect(await (await other.visit(at)).text(), at).not.toContain("2125550187")
  const { guardian } = openPayingFamily()
  const mateo = await Browser.of(guardian.userId)
  expect(await (await mateo.visit(`${page}?edit=you`)).text()).not.toContain('name="phone"')
  await mateo.submit(page, { intent: "name", name: "Mateo Okafor", phone: "1" })
  expect(findUser(guardian.userId)?.phone).toBeNull()
  forgetUser(teacher.userId, "Former teacher")
  expect(findUser(teacher.userId)?.phone).toBeNull()
})
