import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { addStudentRow } from "../../tests/support/lessons"
import { openSchool } from "../../tests/support/school"
import { requireMember } from "./guards.server"
import { studentOfPage } from "./page-reads.server"
import { requestIdHeader } from "./request-id"
import { keepSignInToken } from "./sign-in-cookie.server"

const school = openSchool()
const studentId = addStudentRow(school.actor, "Ada", "Rossi")
const { token } = startSignIn(school.userId, { remember: false, userAgent: null })

async function actorFor(requestId: string, method = "GET") {
  const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
  const headers = { Cookie: cookie, [requestIdHeader]: requestId }
  return requireMember(new Request("http://localhost:3000/students", { method, headers }), "student:read")
}

const rename = (name: string) =>
  sqlite().prepare("update students set first_name = ? where id = ?").run(name, studentId)

test("the loaders of one page read a record once, the next page reads it again", async () => {
  const [frame, tab] = [await actorFor("first"), await actorFor("first")]
  const found = studentOfPage(frame, studentId)
  expect(found?.firstName).toBe("Ada")
  rename("Milo")
  expect(studentOfPage(tab, studentId)).toBe(found)
  expect(studentOfPage(await actorFor("second"), studentId)?.firstName).toBe("Milo")
})

test("a form and the page shown after it do not share", async () => {
  const form = studentOfPage(await actorFor("third", "POST"), studentId)
  rename("Freya")
  expect(form?.firstName).toBe("Milo")
  expect(studentOfPage(await actorFor("third"), studentId)?.firstName).toBe("Freya")
})

test("a record that is missing is asked for again", async () => {
  const actor = await actorFor("fourth")
  expect(studentOfPage(actor, "unknown")).toBeUndefined()
  expect(studentOfPage(actor, studentId)?.firstName).toBe("Freya")
})
