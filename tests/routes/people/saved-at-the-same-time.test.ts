import { spawn } from "node:child_process"
import { once } from "node:events"
import { sqlite } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { guardians, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { Browser, redirectOf, rowCount } from "../../support/app"
import { formsOf, type PageForm } from "../../support/forms"
import { inAct } from "../../support/in-act"
import { openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { startServer } from "../../support/server"

// Two people have the same student open, and both save.

let actor: Actor
let userId: string
let office: Browser
let page: string

const mia = {
  ...{ firstName: "Mia", lastName: "Novak", birthDate: "2014-06-03", status: "active", family: "new" },
  ...{ "guardians[0].name": "Helena Novak", "guardians[0].phone": "555 1", "guardians[0].seesMoney": "on" },
  intent: "save",
}

beforeEach(async () => {
  const school = openSchool()
  actor = school.actor
  userId = school.userId
  office = await Browser.of(school.userId)
  page = `${(await office.submit("/students/create", mia)).headers.get("Location")}/edit`
})

type Fields = Record<string, string | string[]>

const formOf = (html: string) => {
  const form = formsOf(html, page).find(({ fields }) => fields.some(({ name }) => name === "medicalNotes"))
  if (!form) throw new Error("The student’s form isn’t there.")
  return form
}
const open = async (address = page) => formOf(await office.html(address))
const heldBy = ({ fields }: PageForm): Fields =>
  Object.fromEntries(
    fields
      .filter(({ kind }) => kind !== "checkbox" && kind !== "file")
      .map(({ name, value }) => [name, value]),
  )
const save = (form: PageForm, changes: Fields, headers?: Record<string, string>) =>
  office.submit(page, { ...heldBy(form), ...changes, intent: "save" }, "POST", headers)

const student = () => rowOf(students, { schoolId: actor.school.id })
const jobsLeft = () => rowsOf(jobs, { state: "queued" }).length
const adults = () => rowsOf(guardians, { schoolId: actor.school.id }, { only: ["name", "phone"] })

describe("two people who save one student", () => {
  test("keep what each of them changed, whoever is later", async () => {
    const [first, second] = [await open(), await open()]
    expect((await save(first, { medicalNotes: "ALLERGY: peanuts" })).status).toBe(303)
    expect((await save(second, { phone: "555 0199" })).status).toBe(303)
    expect(student()).toMatchObject({ medicalNotes: "ALLERGY: peanuts", phone: "555 0199" })
  })

  test("are asked where both changed the same field, and lose nothing typed", async () => {
    const [first, second] = [await open(), await open()]
    await save(first, { phone: "555 1000", medicalNotes: "ALLERGY: peanuts" })
    const answer = await save(second, { phone: "555 2000", firstName: "Maya" })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain("Someone changed this while you were editing: 555 1000. Yours: 555 2000.")
    expect(student()).toMatchObject({ phone: "555 1000", firstName: "Mia" })
    const again = formOf(html)
    expect(heldBy(again)).toMatchObject({
      ...{ phone: "555 2000", firstName: "Maya", medicalNotes: "ALLERGY: peanuts" },
      "keptOf.phone": "yours",
    })
    expect((await save(again, {})).status).toBe(303)
    expect(student()).toMatchObject({
      phone: "555 2000",
      firstName: "Maya",
      medicalNotes: "ALLERGY: peanuts",
    })
  })

  test("can take what the other one has saved", async () => {
    const [first, second] = [await open(), await open()]
    await save(first, { phone: "555 1000" })
    const again = formOf(await (await save(second, { phone: "555 2000", firstName: "Maya" })).text())
    await save(again, { "keptOf.phone": "theirs" })
    expect(student()).toMatchObject({ phone: "555 1000", firstName: "Maya" })
  })

  test("are asked again where a third one saves meanwhile", async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    await save(first, { phone: "555 1000" })
    const again = formOf(await (await save(second, { phone: "555 2000" })).text())
    expect((await save(third, { phone: "555 3000", "keptOf.phone": "yours" })).status).toBe(409)
    await save(await open(), { phone: "555 4000" })
    const answer = await save(again, {})
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain("Someone changed this while you were editing: 555 4000")
  })

  test("keep what was refused for another reason apart from what the page showed", async () => {
    const [first, second] = [await open(), await open()]
    const refused = await save(second, { phone: "555 2000", firstName: "" })
    expect(refused.status).toBe(400)
    await save(first, { medicalNotes: "ALLERGY: peanuts" })
    expect((await save(formOf(await refused.text()), { firstName: "Maya" })).status).toBe(303)
    expect(student()).toMatchObject({
      phone: "555 2000",
      firstName: "Maya",
      medicalNotes: "ALLERGY: peanuts",
    })
  })

  test.each(["before", "after"])(
    "are asked though one of them searched for a family %s the other one saved",
    async (order) => {
      const both = "Someone changed this while you were editing: ALLERGY: peanuts. Yours: Wears glasses."
      const [first, second] = [await open(), await open()]
      if (order === "before") await save(first, { medicalNotes: "ALLERGY: peanuts" })
      const typed = { ...heldBy(second), medicalNotes: "Wears glasses", familySearch: "no such family" }
      const html = await (await office.submit(page, { ...typed, intent: "find" })).text()
      expect(html.includes(both)).toBe(order === "before")
      if (order === "before") return
      await save(first, { medicalNotes: "ALLERGY: peanuts" })
      const answer = await save(formOf(html), { familySearch: "" })
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain(both)
      expect(student()).toMatchObject({ medicalNotes: "ALLERGY: peanuts" })
    },
  )

  test("compare texts as people read them: spaces and line ends are no change", async () => {
    await save(await open(), { medicalNotes: "One\nTwo" })
    const [first, second] = [await open(), await open()]
    await save(first, { medicalNotes: "Three" })
    expect((await save(second, { medicalNotes: " One\r\nTwo ", phone: "555 2000" })).status).toBe(303)
    expect(student()).toMatchObject({ medicalNotes: "Three", phone: "555 2000" })
  })

  test("empty a field that no one else touched", async () => {
    await save(await open(), { phone: "555 1000" })
    const [first, second] = [await open(), await open()]
    await save(first, { firstName: "Maya" })
    await save(second, { phone: "" })
    expect(student()).toMatchObject({ firstName: "Maya", phone: null })
  })

  test("may add a guardian while the other changes one", async () => {
    const [first, second] = [await open(), await open()]
    await expect(save(first, { "guardians[1].name": "Jan Novak", "guardians[1].phone": "555 3" })).toAnswer(
      303,
    )
    expect((await save(second, { "guardians[0].phone": "555 4" })).status).toBe(303)
    expect(adults()).toEqual([
      { name: "Helena Novak", phone: "555 4" },
      { name: "Jan Novak", phone: "555 3" },
    ])
  })

  test("are answered alike with scripts", async () => {
    const [first, second] = [await open(), await open()]
    await save(first, { phone: "555 1000" })
    const answer = await office.submit(`${page}.data`, {
      ...heldBy(second),
      phone: "555 2000",
      intent: "save",
    })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain("Someone changed this while you were editing: 555 1000")
    await office.submit(`${page}.data`, { ...heldBy(second), medicalNotes: "Asthma", intent: "save" })
    expect(student()).toMatchObject({ phone: "555 1000", medicalNotes: "Asthma" })
  })

  test("at the same moment: neither takes the other’s away", async () => {
    const [first, second] = [await open(), await open()]
    const answers = await Promise.all([
      save(first, { medicalNotes: "ALLERGY: peanuts" }),
      save(second, { phone: "555 0199" }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(student()).toMatchObject({ medicalNotes: "ALLERGY: peanuts", phone: "555 0199" })
  })

  test("are asked to save again while another process saves without a pause, and lose nothing", async () => {
    const form = await open()
    const { end } = saveWithoutPause()
    while (!student()?.medicalNotes) await new Promise((resolve) => setTimeout(resolve, 20))
    const answer = await save(form, { phone: "555 0199" })
    const withScripts = await office.submit(`${page}.data`, { ...heldBy(form), phone: "555 0199" })
    await end()
    expect([answer.status, withScripts.status]).toEqual([409, 409])
    const html = await answer.text()
    for (const text of [html, await withScripts.text()])
      expect(text).toContain("The school’s data is changing right now, so this wasn’t saved. Try again.")
    expect(student()?.phone).toBeNull()
    const { medicalNotes } = student() ?? {}
    const again = formOf(html)
    expect(heldBy(again)).toMatchObject({ phone: "555 0199", firstName: "Mia" })
    expect((await save(again, {})).status).toBe(303)
    expect(student()).toMatchObject({ phone: "555 0199", medicalNotes })
  })

  test("wait until what another process writes for a while is written, and are saved then", async () => {
    const form = await open()
    const { end } = saveWithoutPause(1500)
    while (!student()?.medicalNotes) await new Promise((resolve) => setTimeout(resolve, 20))
    const answers = await Promise.all([
      save(form, { phone: "555 0199" }),
      office.submit(`${page}.data`, { ...heldBy(form), notes: "Plays by ear" }),
    ])
    await end()
    expect(answers.map(({ status }) => status)).toEqual([303, 202])
    expect(student()).toMatchObject({ phone: "555 0199", notes: "Plays by ear" })
    expect(student()?.medicalNotes).toContain("Peanuts, plan")
  })

  test("don’t wait until all is done that their process works off for every school", async () => {
    const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
    const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
    const server = await startServer()
    try {
      const { text } = await server.ask(page, { headers: { Cookie: cookie } })
      for (let count = 0; count < 4000; count += 1) inAct(queueJob)({ kind: "forget-expired-sign-ins" })
      const before = jobsLeft()
      while (jobsLeft() === before) await new Promise((resolve) => setTimeout(resolve, 10))
      const fields = { ...heldBy(formOf(text)), phone: "555 0199", intent: "save" } as Record<string, string>
      const answer = await server.post(page, fields, { Cookie: cookie })
      expect([answer.status, student()?.phone]).toEqual([303, "555 0199"])
      expect(jobsLeft()).toBeGreaterThan(0)
    } finally {
      await server.stop()
      removeRows(jobs)
    }
  })
})

/** Another process on the same file that writes the student’s medical notes again and again, for so long or until it is ended. */
function saveWithoutPause(forMs = 60_000): { end: () => Promise<unknown> } {
  const writing = `
    const { DatabaseSync } = require("node:sqlite")
    const database = new DatabaseSync(process.argv[1])
    database.exec("pragma busy_timeout = 5000; pragma synchronous = off")
    const save = database.prepare("update students set medical_notes = ? where school_id = ?")
    let n = 0
    const writes = setInterval(() => save.run("Peanuts, plan " + (n += 1), process.argv[2]), 2)
    setTimeout(() => clearInterval(writes), Number(process.argv[3]))`
  const child = spawn(process.execPath, ["-e", writing, sqlite().name, actor.school.id, String(forMs)])
  const ended = once(child, "exit")
  return {
    end: () => {
      child.kill("SIGKILL")
      return ended
    },
  }
}

describe("a form that adds a student", () => {
  const openNew = async () => {
    const [form] = formsOf(await office.html("/students/create"), "/students/create").filter(({ fields }) =>
      fields.some(({ name }) => name === "firstName"),
    )
    if (!form) throw new Error("The form isn’t there.")
    return heldBy(form)
  }
  const zoe = {
    firstName: "Zoe",
    lastName: "Quist",
    status: "active",
    "guardians[0].name": "Ada Quist",
    intent: "save",
  }

  test("adds one when it is sent twice, one after the other or at once, and answers alike", async () => {
    const form = await openNew()
    const before = rowCount("students")
    const answers = await Promise.all(
      [1, 2].map(() => office.submit("/students/create", { ...form, ...zoe })),
    )
    answers.push(await office.submit("/students/create", { ...form, ...zoe }))
    expect(rowCount("students")).toBe(before + 1)
    const places = answers.map((answer) => redirectOf(answer))
    expect(new Set(places.map(String)).size).toBe(1)
    const toasts = await Promise.all(
      answers.map(async (answer) => {
        const browser = office.copy()
        for (const cookie of answer.headers.getSetCookie())
          if (cookie.startsWith("toast=")) expect(cookie).toBeTruthy()
        return browser.read(String(answer.headers.get("Location")))
      }),
    )
    expect(toasts.every((text) => text.includes("Zoe"))).toBe(true)
  })

  test("adds another one from a page that was opened afterwards", async () => {
    const before = rowCount("students")
    await office.submit("/students/create", { ...(await openNew()), ...zoe })
    const again = await office.submit("/students/create", { ...(await openNew()), ...zoe })
    // It asks whether that is the same child; whoever says no adds it.
    const html = again.status === 303 ? "" : await again.text()
    const asked = formsOf(html, "/students/create").find(({ fields }) =>
      fields.some(({ name }) => name === "firstName"),
    )
    if (asked) await office.submit("/students/create", { ...heldBy(asked), differs: "on", intent: "save" })
    expect(rowCount("students")).toBeGreaterThanOrEqual(before + 1)
  })

  test("refused once, it is carried out once it is right", async () => {
    const form = await openNew()
    const before = rowCount("students")
    expect((await office.submit("/students/create", { ...form, ...zoe, firstName: "" })).status).toBe(400)
    expect((await office.submit("/students/create", { ...form, ...zoe })).status).toBe(303)
    expect(rowCount("students")).toBe(before + 1)
  })
})
