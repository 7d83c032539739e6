import { schedules } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { type Browser, textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { orFail, rowOf } from "../../support/school"

// A class that changes on the way. Today is Wednesday, November 18, 2026.

let actor: Actor
let office: Browser
let teacherId: string
let roomId: string
let studentIds: string[]
let make: ChoirSchool["make"]
let made: ChoirSchool["made"]
let datesOf: ChoirSchool["datesOf"]

beforeEach(async () => {
  ;({ actor, office, teacherId, roomId, studentIds, make, made, datesOf } = await openChoirSchool())
})

type Fields = Record<string, string | string[]>

describe("changing a class", () => {
  let classId: string
  beforeEach(async () => {
    await make({ students: studentIds.slice(0, 2) })
    classId = made()
  })
  const facts = (fields: Fields) =>
    office.submit(`/classes/${classId}/edit`, {
      command: "facts",
      name: "Youth choir",
      instrument: "Voice",
      teacherId,
      roomId,
      capacity: "2",
      intent: "save",
      ...fields,
    })

  test("its name, capacity and teacher: coming sessions go along unless the new teacher is taken", async () => {
    expect((await office.visit(`/classes/${classId}/edit`)).status).toBe(200)
    expect(await textOf(await facts({ capacity: "1" }))).toContain("2 spots are taken.")
    const theo = orFail(addTeacher(actor, { name: "Theo Petrović" })).teacherId
    await make({ name: "Drums", teacherId: theo, roomId: "" })
    await expect(facts({ teacherId: theo })).toAnswer(409, "Theo Petrović teaches Drums at 4:00 PM.")
    expect(datesOf(classId)[0]?.teacherId).toBe(teacherId)
    expect((await facts({ teacherId: "", name: "Choir" })).status).toBe(303)
    expect(datesOf(classId).every((session) => session.teacherId === null)).toBe(true)
    expect((await facts({ name: "" })).status).toBe(400)
    expect((await facts({ roomId: "unknown" })).status).toBe(409)
  })

  test("a new teacher's leave is the reason that is named, and another reason accepts it", async () => {
    const theo = orFail(addTeacher(actor, { name: "Theo Petrović" })).teacherId
    const day = datesOf(classId).find(({ localDate }) => localDate > "2026-11-18")?.localDate ?? ""
    recordTimeOff(actor, theo, { startsOn: day, endsOn: day, reason: null })
    const refused = await facts({ teacherId: theo })
    expect(refused.status).toBe(409)
    const text = await textOf(refused)
    expect(text).toMatch(/Theo Petrović is away/)
    expect(text).not.toContain("No time works for everyone")
    expect(text).toContain("Reason to schedule it anyway")
    const empty = await facts({ teacherId: theo, intent: "override" })
    expect([empty.status, datesOf(classId)[0]?.teacherId]).toEqual([400, teacherId])
    const accepted = await facts({ teacherId: theo, intent: "override", overrideReason: "A sub comes" })
    expect([accepted.status, datesOf(classId).at(-1)?.teacherId]).toEqual([303, theo])
  })

  test("its price from a day on", async () => {
    const path = `/classes/${classId}/edit`
    const price = {
      command: "price",
      billing: "monthly",
      amount: "80",
      fromDate: "2027-01-01",
      intent: "price",
    }
    expect((await office.submit(path, { ...price, amount: "" })).status).toBe(400)
    expect((await office.submit(path, { ...price, billing: "gold" })).status).toBe(400)
    expect((await office.submit(path, price)).status).toBe(303)
    const page = await office.read(`/classes/${classId}`)
    expect(page).toContain("$18.00 per lesson")
    expect(page).toContain("From Jan 1, 2027 $80.00 a month")
  })

  test("its price shown first: who pays it from when, and undone", async () => {
    const path = `/classes/${classId}/edit`
    const price = { command: "price", billing: "per_session", amount: "20", fromDate: "2026-12-01" }
    const previewed = await office.submit(path, { ...price, intent: "preview" })
    expect(previewed.status).toBe(200)
    const text = await textOf(previewed)
    expect(text).toContain("From Dec 1, 2026, 2 students pay $20.00 per lesson.")
    expect(text).toContain("$18.00 per lesson to $20.00 per lesson from Dec 1, 2026")
    expect(text).toContain("Set price to $20.00 per lesson")
    expect(await office.read(`/classes/${classId}`)).not.toContain("$20.00")
    const monthly = { ...price, billing: "monthly", fromDate: "2026-12-10", intent: "preview" }
    expect(await textOf(await office.submit(path, monthly))).toContain(
      "Lessons from Dec 10, 2026 to Dec 31, 2026 would be charged neither by the lesson nor by the month.",
    )
    expect((await office.submit(path, { ...price, intent: "price" })).status).toBe(303)
    expect(await office.read(`/classes/${classId}`)).toContain("$20.00 per lesson")
    expect((await office.submit(path, { ...price, command: "price-back" })).status).toBe(303)
    expect(await office.read(`/classes/${classId}`)).not.toContain("$20.00")
    await office.submit(path, { ...price, command: "price-back" })
    expect(await office.read(`/classes/${classId}`)).toContain("This price is no longer there.")
    expect((await office.submit(path, { ...price, command: "price-back", amount: "" })).status).toBe(400)
  })

  test("its weekly time, with what moves and what stays shown first", async () => {
    addClosure(actor, { name: "Concert", startsOn: "2026-12-10", endsOn: "2026-12-10" })
    const [first, second] = datesOf(classId)
    const cancel = { command: "cancel", reason: "Teacher ill" }
    await office.submit(`/classes/sessions/${second?.id}/edit`, cancel)
    const rule = rowOf(schedules, { classId })
    const change = {
      scheduleId: rule?.id ?? "",
      scope: "following",
      from: "2026-11-24",
      weekdays: "4",
      everyWeeks: "1",
      startTime: "17:00",
      minutes: "60",
    }
    const path = `/classes/${classId}/schedule`
    const html = await office.html(path)
    expect(html).toContain(`/classes/sessions/${first?.id}/edit`)
    const preview = await textOf(await office.submit(path, { ...change, intent: "preview" }))
    expect(preview).toContain("Moves 10 lessons, keeps 2.")
    expect(preview).toContain("Tue, Nov 24, 4:00 PM → Thu, Nov 26, 5:00 PM")
    expect(preview).toContain("Tue, Dec 1, 4:00 PM: kept because it’s canceled")
    expect(preview).toContain("Tue, Dec 8, 4:00 PM: kept because the school is closed on the new date")
    expect(datesOf(classId)[0]).toEqual(first)

    expect((await office.submit(path, { ...change, intent: "save" })).status).toBe(303)
    expect(await office.read(path)).toContain("10 lessons moved, 2 kept.")
    const after = datesOf(classId)
    expect(after).toHaveLength(12)
    expect(after[0]).toMatchObject({
      id: first?.id,
      localDate: "2026-11-26",
      startTime: "17:00",
      minutes: 60,
    })
    expect(after.filter(({ startTime }) => startTime === "16:00").map(({ localDate }) => localDate)).toEqual([
      "2026-12-01",
      "2026-12-08",
    ])
    expect(await office.read(`/classes/${classId}`)).toContain(
      "Tue 4:00 PM, weekly, until Nov 23, 45 min; Thu 5:00 PM, weekly, from Nov 24, 60 min",
    )
    expect((await office.submit(path, { ...change, from: "2026-11-17", intent: "save" })).status).toBe(409)
    expect((await office.submit(path, { ...change, weekdays: "9", intent: "save" })).status).toBe(400)
    expect((await office.submit(path, { ...change, scheduleId: "unknown", intent: "save" })).status).toBe(409)
  })

  test("ends with the effect shown first, and comes back from the archive or as a copy", async () => {
    const path = `/classes/${classId}/end`
    const end = { lastDay: "2026-12-04", reason: "Term is over" }
    expect((await office.visit(path)).status).toBe(200)
    const preview = await textOf(await office.submit(path, { ...end, intent: "preview" }))
    expect(preview).toContain("After December 4, 2026: 10 lessons are removed.")
    expect(preview).toContain("2 students are unenrolled: Amara Okafor, Freya Okafor.")
    expect(datesOf(classId)).toHaveLength(12)
    expect((await office.submit(path, { ...end, reason: "", intent: "save" })).status).toBe(400)
    expect((await office.submit(path, { ...end, lastDay: "2026-11-17", intent: "save" })).status).toBe(303)
    expect(datesOf(classId)).toEqual([])
    expect((await office.submit(path, { ...end, intent: "save" })).status).toBe(409)
    expect(await office.read("/classes")).not.toContain("Youth choir")
    const archive = await office.read("/classes/legacy")
    expect(archive).toContain("Youth choir")
    expect(archive).toContain("Restore")
    expect(await office.read("/classes/legacy?q=nothing")).toContain("No ended classes match this search.")

    const copy = await office.html(`/classes/create?from=${classId}`)
    expect(copy).toContain('value="18.00"')
    expect(copy).toContain("Freya Okafor")
    const back = await office.submit("/classes/legacy", { classId })
    expect(back.headers.get("Location")).toBe(`/classes/${classId}`)
    expect(datesOf(classId)).toHaveLength(12)
    expect((await office.submit("/classes/legacy", { classId: "unknown" })).status).toBe(404)
  })
})
