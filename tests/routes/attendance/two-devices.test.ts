import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { readOpensIn } from "~/models/attendance/register/early-register"
import { Browser, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

/** A lesson of three, opened on the teacher's phone and at the office before either has saved. */
async function openTwice() {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const made = openClass(actor, {
    pupils: ["Freya Okafor", "Milo Brandt", "Nadia Singh"],
  })
  const sessionId = addSessionRow(actor, made.classId, testToday, { teacherId: marcus.teacherId })
  const path = `/classes/sessions/${sessionId}`
  const [teacher, office] = [await Browser.of(marcus.userId), await Browser.of(userId)]
  const [onPhone, atOffice] = [await fieldsOf(teacher, path), await fieldsOf(office, path)]
  return { actor, path, sessionId, teacher, office, onPhone, atOffice, studentIds: made.studentIds }
}

/** Every field of the page's attendance form, as a browser would send it. */
async function fieldsOf(browser: Browser, path: string) {
  return formIn(await browser.html(path))
}

function formIn(html: string): Record<string, string> {
  const [form = ""] = /<form[^>]*id="register"[\s\S]*?<\/form>/.exec(html) ?? []
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, value, type] = ["name", "value", "type"].map(
      (attribute) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "",
    )
    if (name && value !== undefined && (type !== "radio" || tag.includes("checked"))) fields[name] = value
  }
  return { sharedNote: "", privateNote: "", ...fields }
}

const marksOf = (sessionId: string) =>
  sqlite()
    .prepare(
      `select seats.student_id as id, marks.code, marks.minutes_late as minutes from marks
       join seats on seats.id = marks.seat_id where seats.session_id = ? and marks.superseded_at is null`,
    )
    .all(sessionId) as { id: string; code: string; minutes: number | null }[]

describe("two devices take the same attendance", () => {
  test("what doesn’t touch is combined, and the same form sent twice counts once", async () => {
    const { path, sessionId, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
    const [freya = "", milo = ""] = studentIds
    const first = { ...atOffice, [`marks.${milo}.code`]: "absent", privateNote: "Milo’s mother called." }
    expect((await office.submit(path, { ...first, intent: "save" })).status).toBe(303)

    const second = { ...onPhone, [`marks.${freya}.code`]: "late", [`marks.${freya}.minutesLate`]: "5" }
    for (const _ of ["sent", "sent again"])
      expect((await teacher.submit(path, { ...second, intent: "save" })).status).toBe(303)
    const marks = new Map(marksOf(sessionId).map(({ id, code, minutes }) => [id, [code, minutes]]))
    expect(marks.size).toBe(3)
    expect([marks.get(freya), marks.get(milo)]).toEqual([
      ["late", 5],
      ["absent", null],
    ])
    expect(await teacher.read(path)).toContain("Milo’s mother called.")
  })

  test.each(["/dashboard/teacher", "own page"])(
    "a preview, a copied note and a refusal at %s say what their page showed, and saving keeps what the other has saved",
    async (at) => {
      const { path, sessionId, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
      const [freya = "", milo = ""] = studentIds
      const first = { ...atOffice, [`marks.${freya}.code`]: "late", [`marks.${freya}.minutesLate`]: "7" }
      await office.submit(path, { ...first, privateNote: "Freya’s mother called.", intent: "save" })

      const to = at === "own page" ? path : at
      let mine: Record<string, string> = { ...onPhone, [`marks.${milo}.code`]: "excused", sessionId }
      for (const [intent, wrong, status] of [
        ["preview", {}, 200],
        ["copy", {}, 200],
        ["save", { reason: "a".repeat(201) }, 400],
      ] as const) {
        const answer = await teacher.submit(`${to}?lesson=${sessionId}`, { ...mine, ...wrong, intent })
        expect(answer.status).toBe(status)
        const html = await answer.text()
        expect(html).not.toContain("Late, 7 min becomes")
        mine = { ...formIn(html), sessionId, reason: "" }
        expect(mine[`base.${freya}`]).toBe("present")
        expect(mine[`marks.${milo}.code`]).toBe("excused")
      }
      expect((await teacher.submit(to, { ...mine, intent: "save" })).status).toBe(303)
      const marks = new Map(marksOf(sessionId).map(({ id, code, minutes }) => [id, [code, minutes]]))
      expect([marks.get(freya), marks.get(milo)]).toEqual([
        ["late", 7],
        ["excused", null],
      ])
      expect(await teacher.read(path)).toContain("Freya’s mother called.")
    },
  )

  test("a preview of what both changed shows both, before anything is saved", async () => {
    const { path, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
    const [freya = ""] = studentIds
    await office.submit(path, { ...atOffice, [`marks.${freya}.code`]: "absent", intent: "save" })
    const mine = { ...onPhone, [`marks.${freya}.code`]: "excused", reason: "The family called." }
    const answer = await teacher.submit(path, { ...mine, intent: "preview" })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(await textOf(new Response(html))).toContain("Theirs: Absent")
    expect(formIn(html).reason).toBe("The family called.")
  })

  test("what both changed is shown as yours and theirs, chosen for each student and note", async () => {
    const { path, sessionId, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
    const [freya = "", milo = ""] = studentIds
    const first = { ...atOffice, [`marks.${freya}.code`]: "absent", sharedNote: "Scales" }
    await office.submit(path, { ...first, intent: "save" })
    const before = marksOf(sessionId)

    const second = {
      ...onPhone,
      [`marks.${freya}.code`]: "late",
      [`marks.${freya}.minutesLate`]: "5",
      [`marks.${milo}.code`]: "excused",
      sharedNote: "Arpeggios",
    }
    const refused = await teacher.submit(path, { ...second, intent: "save" })
    expect(refused.status).toBe(409)
    expect(marksOf(sessionId)).toEqual(before)
    const html = await refused.text()
    const text = await textOf(new Response(html))
    expect(text).toContain("Yours: Late, 5 min")
    expect(text).toContain("Theirs: Absent")
    expect(text).toContain("Yours: Arpeggios")
    expect(text).toContain("Theirs: Scales")
    // Milo was changed on one device only.
    expect(html).not.toContain(`settled.${milo}`)

    const compared = { ...formIn(html), disputed: [freya, "sharedNote"], intent: "save" }
    await expect(teacher.submit(path, { ...compared, [`settled.${freya}`]: "yours" })).toAnswer(409)
    expect(marksOf(sessionId)).toEqual(before)

    const chosen = { [`settled.${freya}`]: "theirs", "settled.sharedNote": "both" }
    expect((await teacher.submit(path, { ...compared, ...chosen })).status).toBe(303)
    const marks = new Map(marksOf(sessionId).map(({ id, code }) => [id, code]))
    expect([marks.get(freya), marks.get(milo)]).toEqual(["absent", "excused"])
    expect(await teacher.html(path)).toContain("Scales\n\nArpeggios")
  })

  test("a form that says nothing of its page is refused as before", async () => {
    const { path, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
    await office.submit(path, { ...atOffice, [`marks.${studentIds[0]}.code`]: "absent", intent: "save" })
    const bare = Object.fromEntries(Object.entries(onPhone).filter(([name]) => !name.startsWith("base")))
    const refused = await teacher.submit(path, {
      ...bare,
      [`marks.${studentIds[1]}.code`]: "absent",
      intent: "save",
    })
    await expect(refused).toAnswer(400, "Someone else saved attendance while you had it open.")
    const odd = await teacher.submit(path, {
      ...onPhone,
      [`base.${studentIds[0]}`]: "late:a lot",
      intent: "save",
    })
    expect(odd.status).toBe(400)
  })

  test("on Today the conflict leads to the lesson’s page with everything that was sent", async () => {
    const { path, sessionId, teacher, office, onPhone, atOffice, studentIds } = await openTwice()
    const [freya = ""] = studentIds
    await office.submit(path, { ...atOffice, [`marks.${freya}.code`]: "absent", intent: "save" })
    const mine = { ...onPhone, [`marks.${freya}.code`]: "excused", privateNote: "Called at noon." }
    const refused = await teacher.submit("/dashboard/teacher", { ...mine, sessionId, intent: "save" })
    expect(refused.status).toBe(409)
    const html = await refused.text()
    const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
    const compare = forms.find((form) => form.includes("Compare both")) ?? ""
    expect(compare).toContain(`action="${path}"`)
    const kept = Object.fromEntries(
      [...compare.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    )
    expect(kept[`marks.${freya}.code`]).toBe("excused")
    const compared = await teacher.submit(path, { ...kept, intent: "save" })
    expect(compared.status).toBe(409)
    const text = await textOf(compared)
    expect(text).toContain("Yours: Excused")
    expect(text).toContain("Theirs: Absent")
    expect(marksOf(sessionId).find(({ id }) => id === freya)?.code).toBe("absent")
  })
})

test("attendance that a device sends too early is told how long it waits", async () => {
  const { actor, userId } = openSchool()
  const made = openClass(actor, { pupils: ["Freya Okafor"] })
  const sessionId = addSessionRow(actor, made.classId, "2026-11-25")
  const office = await Browser.of(userId)
  const answer = await office.submit(`/classes/sessions/${sessionId}.data`, {
    intent: "save",
    [`marks.${made.studentIds[0]}.code`]: "present",
  })
  expect(answer.status).toBe(400)
  expect(readOpensIn(await answer.text())).toBeGreaterThan(6 * 24 * 3_600_000)
})
