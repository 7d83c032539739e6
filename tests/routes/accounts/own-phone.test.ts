import { teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { findUser, forgetUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseStaff } from "~/models/overview/erasure/erase-staff.server"
import { Browser, openOffice } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"

// The number of someone who works at the school: they give it, the office finds it, it goes with the login.

const page = "/settings/profile"
let school: Actor
let office: Browser
let teacher: ReturnType<typeof addMember>
let leo: Browser

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  teacher = addMember(school, "teacher", "Leo Marsh")
  leo = await Browser.of(teacher.userId)
})

const kept = () => rowOf(teachers, { id: teacher.teacherId })?.phone
const give = (by: Browser, phone: string) => by.submit(page, { intent: "name", name: "Leo Marsh", phone })

test("a number on the profile is seen by the office in the list of teachers, on the record and in the team", async () => {
  expect(await leo.read(page)).toContain("Phone Not set")
  expect((await give(leo, "(212) 555-0187")).status).toBe(303)
  expect(await leo.read(page)).toContain("(212) 555-0187")
  for (const at of ["/teachers", `/teachers/${teacher.teacherId}`, "/settings/team"])
    expect(await office.html(at), at).toContain('href="tel:2125550187"')
  expect(await office.read("/search?q=Leo")).toContain("(212) 555-0187")
  await give(leo, "")
  expect(kept()).toBeNull()
  expect(await office.html("/teachers")).not.toContain("tel:2125550187")
})

test("what has no figures is no number: the form says so and keeps it", async () => {
  await give(leo, "(212) 555-0187")
  const refused = await give(leo, "abc")
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain("Enter a phone number, like +1 555 010 0199.")
  expect(html).toContain('value="abc"')
  expect(kept()).toBe("(212) 555-0187")
})

test("a number that is too long is refused beside its field, and a form without the field changes none", async () => {
  await give(leo, "(212) 555-0187")
  await expect(give(leo, "5".repeat(41))).toAnswer(400, "Keep the phone number under 40 characters.")
  await leo.submit(page, { intent: "name", name: "Leo Marsh" })
  expect(kept()).toBe("(212) 555-0187")
})

test("families have theirs in the school’s records, another school sees none, and it goes with the login", async () => {
  await give(leo, "(212) 555-0187")
  const other = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  for (const at of ["/teachers", "/settings/team"])
    expect(await other.html(at), at).not.toContain("2125550187")
  const { guardian } = openPayingFamily()
  const mateo = await Browser.of(guardian.userId)
  expect(await mateo.html(`${page}?edit=you`)).not.toContain('name="phone"')
  await mateo.submit(page, { intent: "name", name: "Mateo Okafor", phone: "1" })
  expect(findUser(guardian.userId)?.phone).toBeNull()
  changeRows(teachers, { id: teacher.teacherId }, { deactivatedAt: Date.now() })
  expect(eraseStaff(school, "teacher", teacher.teacherId).ok).toBe(true)
  expect(kept()).toBeNull()
})

test("a member of the office who doesn’t teach has theirs with the login, and it goes with it", async () => {
  const rosa = addMember(school, "office", "Rosa Lind")
  const own = await Browser.of(rosa.userId)
  await own.submit(page, { intent: "name", name: "Rosa Lind", phone: "(212) 555-0199" })
  expect(findUser(rosa.userId)?.phone).toBe("(212) 555-0199")
  expect(await office.html("/settings/team")).toContain('href="tel:2125550199"')
  forgetUser(rosa.userId, "Former member")
  expect(findUser(rosa.userId)?.phone).toBeNull()
})
