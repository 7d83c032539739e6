import { conversations, messages, savedAnswers } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { inquiries } from "db/schema/people-inquiries"
import { beforeEach, expect, test } from "vitest"
import { mostAnswers } from "~/models/communication/saved-answer/saved-answer"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { signedIn } from "../../support/family"
import { addMember, openSchool, rowOf, rowsOf } from "../../support/school"

// Answers that are written once and used in messages and answers to inquiries.

const list = "/messaging/answers"
let school: Actor
let office: Browser
let teacher: Browser
let family: ReturnType<typeof openFamily>
let count = 0

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  teacher = await Browser.of(addMember(school, "teacher", "Mara Lindqvist").userId)
  count += 1
  family = openFamily(school, {
    adults: [{ name: "Mateo Okafortt", email: `mateo.tt${count}@example.com`, payerShare: 10_000 }],
  })
})

const hello = { name: "Directions", body: "Hi {recipient}, {student} finds us at {school}.", whose: "school" }
const save = (browser: Browser, fields: Record<string, string> = {}, at = list) =>
  browser.submit(at, { ...hello, ...fields, intent: "save" })
const rows = () => rowsOf(savedAnswers, { schoolId: school.school.id })
const idOf = (name: string) => rows().find((row) => row.name === name)?.id ?? ""
const seen = async (browser: Browser) => browser.read(list)

test("is added, changed, removed and put back", async () => {
  expect((await save(office)).status).toBe(303)
  expect(await seen(office)).toContain("Directions")
  expect((await save(office, { name: "Way here" }, `${list}/${idOf("Directions")}`)).status).toBe(303)
  const id = idOf("Way here")
  expect((await office.submit(`${list}/${id}`, { intent: "remove" })).status).toBe(303)
  expect((await office.visit(`${list}/${id}`)).status).toBe(404)
  const restore = { intent: "restore", answer: id }
  expect((await office.submit(list, restore)).status).toBe(303)
  expect(await seen(office)).toContain("Way here")
})

test("bad input is named, the same title is refused, and nothing typed is lost", async () => {
  const wrong: [Record<string, string>, number, string][] = [
    [{ name: "" }, 400, "Enter a title."],
    [{ body: "Due {dueDate}" }, 400, "{dueDate} isn’t a merge field."],
    [{ whose: "all" }, 400, "Choose from the list."],
  ]
  for (const [fields, status, says] of wrong) {
    const answer = await save(office, fields)
    expect(answer.status).toBe(status)
    expect(await textOf(answer)).toContain(says)
  }
  await save(office)
  const again = await save(office, { name: "directions", body: "Another text" })
  expect(again.status).toBe(409)
  const text = await again.text()
  expect([
    text.includes("You have an answer with this title already."),
    text.includes("Another text"),
  ]).toEqual([true, true])
  expect(rows()).toHaveLength(1)
  const own = { memberId: school.memberId, body: "Text", removedAt: null }
  for (let n = 0; n < mostAnswers; n += 1) add(school, savedAnswers, { ...own, name: `Answer ${n}` })
  expect(await textOf(await save(office, { name: "One more", whose: "own" }))).toContain(
    "You can save up to 100 answers.",
  )
})

test("an own answer can be shared, a shared one stays everyone’s, and own words aren’t in the activity", async () => {
  await save(office, { whose: "own" })
  const at = `${list}/${idOf("Directions")}`
  await save(office, { whose: "own", body: "For me alone" }, at)
  expect(await seen(teacher)).not.toContain("Directions")
  expect((await save(office, { body: "For all" }, at)).status).toBe(303)
  expect(await seen(teacher)).toContain("Directions")
  expect(await office.read(at)).not.toContain("Everyone who works here")
  expect((await save(office, { whose: "own", body: "For all of us" }, at)).status).toBe(303)
  expect(await seen(teacher)).toContain("Directions")
  const changes = rowsOf(events, { schoolId: school.school.id })
  const said = changes
    .filter(({ noun }) => noun === "saved-answer")
    .map(({ before, after }) => `${before} ${after}`)
  expect([said.join().includes("For me alone"), said.at(-1)?.includes("For all of us")]).toEqual([
    false,
    true,
  ])
})

test("a teacher has own answers, uses the school’s, and changes only their own", async () => {
  await save(office)
  await save(teacher, { name: "Practice plan", whose: "own" })
  expect(await seen(teacher)).toContain("Directions")
  expect(await seen(teacher)).toContain("Practice plan")
  expect(await seen(office)).not.toContain("Practice plan")
  expect((await save(teacher, { name: "Mine for all" })).status).toBe(409)
  expect((await save(teacher, {}, `${list}/${idOf("Directions")}`)).status).toBe(404)
  expect((await office.visit(`${list}/${idOf("Practice plan")}`)).status).toBe(404)
  const other = await Browser.of(openSchool().userId)
  expect((await other.visit(`${list}/${idOf("Directions")}`)).status).toBe(404)
  const guardian = await Browser.of(signedIn(school, "guardian", family.guardianIds[0] ?? "").userId)
  expect((await guardian.visit(list)).status).not.toBe(200)
})

test("is put into a message with what it is about, below what was typed", async () => {
  await save(office)
  const to = `student:${family.studentIds[0]}`
  const at = `/messaging/new?to=${encodeURIComponent(to)}`
  expect(await office.read(at)).toContain("Use answer")
  const typed = { to, shown: "1", subject: "Your way", body: "Good morning" }
  const used = await office.submit(at, { ...typed, savedAnswer: idOf("Directions"), intent: "use" })
  expect(used.status).toBe(200)
  const html = await used.text()
  expect(html).toContain('value="Your way"')
  expect(html).toMatch(/Good morning\n\nHi Mateo Okafortt, [^<{]+ finds us at [^<{]+\.<\/textarea>/)
  const none = await office.submit(at, { ...typed, savedAnswer: "", intent: "use" })
  expect([none.status, (await textOf(none)).includes("Choose an answer from the list.")]).toEqual([400, true])
  expect(rowsOf(messages, { schoolId: school.school.id })).toEqual([])
  const unused = await office.submit(at, { ...typed, savedAnswer: idOf("Directions"), intent: "send" })
  expect([unused.status, (await textOf(unused)).includes("Press “Use answer” to put this one in")]).toEqual([
    400,
    true,
  ])
  expect((await office.submit(at, { ...typed, savedAnswer: "", intent: "send" })).status).toBe(303)
  const [begun] = rowsOf(conversations, { schoolId: school.school.id })
  const reply = await office.submit(`/messaging/${begun?.id}`, {
    ...{ entryId: crypto.randomUUID(), body: "", savedAnswer: idOf("Directions"), intent: "use" },
  })
  expect(await reply.text()).toContain("Hi Mateo Okafortt,")
})

test("an inquiry is answered by email with a saved answer, and is contacted then", async () => {
  await save(office)
  const id = add(school, inquiries, {
    ...{ state: "new" as const, purpose: "lessons" as const, firstName: "Ada", lastName: "Rossitt" },
    ...{ guardianName: "Rosa Rossitt", email: `rosa.tt${count}@example.com` },
  })
  const at = `/students/inquiries/${id}`
  const used = await office.submit(at, { subject: "Hello", savedAnswer: idOf("Directions"), intent: "use" })
  expect(await used.text()).toContain("Hi Rosa Rossitt, Ada finds us at")
  expect((await office.submit(at, { subject: "Hello", body: " ", intent: "answer" })).status).toBe(400)
  expect((await office.submit(at, { subject: "Hello", body: "Come by.", intent: "answer" })).status).toBe(303)
  const [mail, ...others] = rowsOf(emails, { schoolId: school.school.id, template: "inquiry-reply" })
  expect(others).toEqual([])
  expect(JSON.parse(mail?.data ?? "")).toMatchObject({ recipientName: "Rosa Rossitt", body: "Come by." })
  expect(rowOf(inquiries, { id })?.state).toBe("contacted")
  const page = await office.read(at)
  expect(page).toContain("Answers sent")
  expect(page).toMatch(new RegExp(`Hello ${school.name}, [^:]+:\\d\\d [AP]M: waiting Come by\\.`))
  expect((await office.submit(at, { intent: "remove" })).status).toBe(303)
  expect(rowsOf(emails, { id: mail?.id ?? "" })).toEqual([])
})
