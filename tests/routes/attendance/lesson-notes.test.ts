import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { startSkillList } from "~/models/learning/skill/skill-list.server"
import { Browser, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// What a teacher does in a lesson beside the marks: notes on one student, the last note copied, a skill moved by a tap.

async function openGuitar(pupils: readonly string[] = ["Freya Okafor", "Milo Brandt"]) {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const made = openClass(actor, {
    pupils,
    class: { name: "Guitar", instrument: "Guitar", teacherId: marcus.teacherId },
  })
  const lastWeek = addSessionRow(actor, made.classId, "2026-11-11", { teacherId: marcus.teacherId })
  const sessionId = addSessionRow(actor, made.classId, testToday, { teacherId: marcus.teacherId })
  startSkillList(actor, "Guitar")
  return {
    actor,
    ...made,
    lastWeek,
    sessionId,
    path: `/classes/sessions/${sessionId}`,
    teacher: await Browser.of(marcus.userId),
    office: await Browser.of(userId),
  }
}

const stampIn = (html: string) => /name="formStamp" value="(\w+)"/.exec(html)?.[1] ?? ""

/** A form as its page shows it: everyone present, nothing written. */
async function formOf(browser: Browser, path: string, studentIds: readonly string[]) {
  const html = await browser.html(path)
  const marks = studentIds.flatMap((id) => [
    [`marks.${id}.code`, "present"],
    [`base.${id}`, "present"],
  ])
  return {
    ...Object.fromEntries(marks),
    formStamp: stampIn(html),
    sharedNote: "",
    privateNote: "",
  } as Record<string, string>
}

describe("notes on one student", () => {
  test("are saved with the marks, and two devices merge them student by student", async () => {
    const { path, teacher, office, studentIds } = await openGuitar()
    const [freya = "", milo = ""] = studentIds
    const [onPhone, atOffice] = [
      await formOf(teacher, path, studentIds),
      await formOf(office, path, studentIds),
    ]
    const first = { ...atOffice, [`studentNotes.${freya}.shared`]: "Upper part.", intent: "save" }
    expect((await office.submit(path, first)).status).toBe(303)
    const second = { ...onPhone, [`studentNotes.${milo}.private`]: "Tired today.", intent: "save" }
    expect((await teacher.submit(path, second)).status).toBe(303)
    const html = await teacher.html(path)
    expect(html).toContain("Upper part.</textarea>")
    expect(html).toContain("Tired today.</textarea>")

    const clash = { ...onPhone, [`studentNotes.${freya}.shared`]: "Lower part.", intent: "save" }
    const refused = await teacher.submit(path, clash)
    expect(refused.status).toBe(409)
    const compared = await refused.text()
    const text = await textOf(new Response(compared))
    expect(text).toContain("Freya Okafor, note for the family")
    expect(text).toContain("Yours: Lower part.")
    const chosen = await teacher.submit(path, {
      ...clash,
      formStamp: stampIn(compared),
      disputed: `shared:${freya}`,
      [`settled.shared:${freya}`]: "both",
    })
    expect(chosen.status).toBe(303)
    expect(await teacher.html(path)).toContain("Upper part.\n\nLower part.</textarea>")
  })

  test("a note that is too long is refused with the student’s name, and nothing typed is lost", async () => {
    const { path, teacher, studentIds } = await openGuitar()
    const form = await formOf(teacher, path, studentIds)
    const answer = await teacher.submit(path, {
      ...form,
      [`studentNotes.${studentIds[0]}.shared`]: "x".repeat(2001),
      intent: "save",
    })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain("Freya Okafor: Keep the note under 2,000 characters.")
    expect(html).toContain(`${"x".repeat(2001)}</textarea>`)
  })
})

test("copying the last note fills the field without saving anything", async () => {
  const { lastWeek, path, teacher, studentIds } = await openGuitar()
  const before = `/classes/sessions/${lastWeek}`
  const form = { ...(await formOf(teacher, before, studentIds)), sharedNote: "Bars 1 to 8.", intent: "save" }
  expect((await teacher.submit(before, form)).status).toBe(303)
  const here = await formOf(teacher, path, studentIds)
  const copied = await teacher.submit(path, { ...here, sharedNote: "Good.", intent: "copy" })
  expect(copied.status).toBe(200)
  expect(await copied.text()).toContain("Good.\nBars 1 to 8.</textarea>")
  const { n } = sqlite().prepare("select count(*) as n from notes where body like 'Good.%'").get() as {
    n: number
  }
  expect(n).toBe(0)
})

describe("a skill moved by one tap", () => {
  const stepIn = (html: string) => {
    const [form = ""] =
      /<form[^>]*>(?:(?!<\/form>)[\s\S])*value="skill"(?:(?!<\/form>)[\s\S])*<\/form>/.exec(html) ?? []
    const fields = ["student", "skill", "from", "to"].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? "",
    ])
    return { intent: "skill", ...Object.fromEntries(fields) } as Record<string, string>
  }
  const current = () =>
    sqlite().prepare("select state from skill_states where superseded_at is null order by id").all()

  test("goes one step, says so, and is undone; sent twice it counts once", async () => {
    const { path, teacher } = await openGuitar()
    const step = stepIn(await teacher.html(path))
    expect(step).toMatchObject({ from: "not_started", to: "introduced" })
    for (const _ of ["sent", "sent again"]) expect((await teacher.submit(path, step)).status).toBe(303)
    expect(current()).toEqual([{ state: "introduced" }])
    expect(await teacher.read(path)).toContain("is now introduced.")
    const back = { ...step, from: step.to ?? "", to: step.from ?? "" }
    expect((await teacher.submit(path, back)).status).toBe(303)
    expect(current()).toEqual([{ state: "not_started" }])
  })

  test("of another lesson’s student or an unknown skill is a 404, a leap changes nothing", async () => {
    const { path, teacher } = await openGuitar()
    const step = stepIn(await teacher.html(path))
    const other = await openGuitar(["Nadia Singh"])
    const foreign = { ...step, student: other.studentIds[0] ?? "" }
    expect((await teacher.submit(path, foreign)).status).toBe(404)
    expect((await teacher.submit(path, { ...step, skill: "none" })).status).toBe(404)
    const before = current()
    expect((await teacher.submit(path, { ...step, to: "mastered" })).status).toBe(303)
    expect(current()).toEqual(before)
  })
})
