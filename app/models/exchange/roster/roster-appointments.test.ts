import { describe, expect, it } from "vitest"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import type { RosterPlan } from "./roster-plan"

// Lists of dated appointments, and lists that write a day once above its lessons. Today is November 20, 2026.

const read = async (text: string, answers: Record<string, string> = {}) =>
  (await planField(new TextEncoder().encode(text), { options: { answers } })).plan
const lessonsOf = (plan: RosterPlan) =>
  plan.classes.map(({ name, teacherKey, schedule }) =>
    [
      name,
      plan.teachers.find(({ key }) => key === teacherKey)?.name,
      schedule.weekday,
      schedule.time,
      schedule.minutes,
      schedule.startsOn,
    ].join("|"),
  )
const problems = (plan: RosterPlan) => plan.rows.flatMap((row) => row.problems.map(({ message }) => message))

const acuity = (...rows: [day: string, name: string][]) =>
  `Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Date Scheduled,Appointment ID\n${rows
    .map(
      ([day, name], at) =>
        `"${day}, 2026 4:00 pm","${day}, 2026 4:30 pm",${name},'+1555010000${name.length},${name.slice(0, 3)}@x.example,Piano Lesson,Ms. Alvarez,35.00,no,2026-10-01 10:00,${at}`,
    )
    .join("\n")}\n`
const weekly = acuity(
  ["November 3", "Ann,Roy"],
  ["November 10", "Ann,Roy"],
  ["November 24", "Ann,Roy"],
  ["November 26", "Ann,Roy"],
  ["November 4", "Ben,Lower"],
)

describe("a list of appointments", () => {
  it("makes a weekly lesson where three are on the same weekday and time, from the next one on", async () => {
    const plan = await read(weekly)
    expect(problems(plan)).toEqual([])
    expect(lessonsOf(plan)).toEqual(["Ann Roy, piano|Ms. Alvarez|2|16:00|30|2026-11-24"])
    expect(plan.classes[0]?.price).toMatchObject({ amountMinor: 3500 })
    expect(plan.questions[0]?.text).toBe(
      "This is a list of appointments with dates. 1 student comes on the same day and time each week, such as row 2. Are these weekly lessons?",
    )
  })

  it("makes one student of all their rows, and keeps the other dates in the notes", async () => {
    const plan = await read(weekly)
    expect(plan.rows.flatMap(({ student, name }) => (student ? [name] : []))).toEqual([
      "Ann Roy",
      "Ben Lower",
    ])
    expect(rowOf(plan, 2).student?.notes).toBe(
      "Appointments: November 26, 2026 4:00 pm – November 26, 2026 4:30 pm",
    )
    expect(rowOf(plan, 4).skippedBecause).toBe("Is an appointment of the student in row 2.")
    expect(rowOf(plan, 6).student).toMatchObject({ email: "ben@x.example", phone: "+15550100009" })
  })

  it("keeps all dates in the notes where the school says so", async () => {
    const plan = await read(weekly, { "weekly appointments": "notes" })
    expect(lessonsOf(plan)).toEqual([])
    expect(rowOf(plan, 2).student?.notes).toContain(
      "November 3, 2026 4:00 pm – November 3, 2026 4:30 pm; November 10",
    )
  })

  it.each([
    ["only twice", ["November 10", "November 17"]],
    ["every other week and less", ["September 29", "October 13", "November 3", "November 17"]],
    ["long ago", ["September 1", "September 8", "September 15"]],
    ["on several weekdays", ["November 16", "November 17", "November 18"]],
  ])("makes none of what is %s", async (_, days) => {
    const plan = await read(acuity(...days.map((day): [string, string] => [day, "Ann,Roy"])))
    expect([lessonsOf(plan), plan.questions]).toEqual([[], []])
    expect(rowOf(plan, 2).student?.notes).toContain(`${days.at(-1)}, 2026 4:00 pm`)
  })

  it("keeps a row that says something else of the student", async () => {
    const text = weekly.replace(
      '"November 10, 2026 4:30 pm",Ann,Roy,\'+15550100007',
      '"November 10, 2026 4:30 pm",Ann,Roy,\'+15550100008',
    )
    const plan = await read(text)
    expect(rowOf(plan, 3)).toMatchObject({ state: "added" })
    expect(JSON.stringify(plan)).toContain("+15550100008")
    expect(lessonsOf(plan)).toHaveLength(1)
  })

  it("has its dates in other notations, too", async () => {
    const of = (days: string[]) =>
      `start,end,client,service\n${days.map((day) => `${day}T15:00,${day}T15:45,Ann Roy,Piano`).join("\n")}\n`
    const plan = await read(of(["2026-11-05", "2026-11-12", "2026-11-19"]))
    expect(lessonsOf(plan)).toEqual(["Ann Roy, piano||4|15:00|45|2026-11-23"])
    const dayFirst =
      "start,end,student\n19/11/2026 15:00,19/11/2026 15:30,Ann Roy\n12/11/2026 15:00,12/11/2026 15:30,Ann Roy\n05/11/2026 15:00,05/11/2026 15:30,Ann Roy\n"
    expect(lessonsOf(await read(dayFirst))).toEqual(["Ann Roy||4|15:00|30|2026-11-23"])
  })
})

it.each(["Z", " UTC", "+00:00", "-05:00"])(
  "times with %s aren’t lessons at that hour, but notes",
  async (zone) => {
    const days = ["2026-11-05", "2026-11-12", "2026-11-19"]
    const plan = await read(
      `start,student\n${days.map((day) => `${day}T21:00:00${zone},Ann Roy`).join("\n")}\n`,
    )
    expect([lessonsOf(plan), problems(plan)]).toEqual([[], []])
    expect(JSON.stringify(plan)).toContain("2026-11-19T21:00:00")
  },
)

describe("a day that is written once", () => {
  const merged =
    "Teacher,Day,Time,Student\nMs Alvarez,Mon,3:30-4 pm,Ann Roy\n,,4-4:30 pm,Ben Low\n,,4:30-5:15 pm,Cy Poe\nMr Bell,Tue,3:30-4 pm,Dee Fox\n"
  it("is that of the lessons below it, and so is who teaches; the check asks", async () => {
    const plan = await read(merged)
    expect(lessonsOf(plan)).toEqual([
      "Ann Roy|Ms Alvarez|1|15:30|30|2026-11-23",
      "Ben Low|Ms Alvarez|1|16:00|30|2026-11-23",
      "Cy Poe|Ms Alvarez|1|16:30|45|2026-11-23",
      "Dee Fox|Mr Bell|2|15:30|30|2026-11-23",
    ])
    expect(plan.questions.map(({ text }) => text)).toEqual([
      "2 rows have a lesson time and no day, such as row 3. Are they on the day above them?",
    ])
  })

  it("can be said to be missing, and a single one is taken for forgotten", async () => {
    expect(problems(await read(merged, { "rows without a day": "missing" }))).toHaveLength(2)
    const single = await read("Student,Day,Time,Length\nAnn Roy,Mon,16:00,30\nBen Low,,16:30,30\n")
    expect(problems(single)).toEqual(["The lesson has a time and a length, but no day."])
    expect(single.questions[0]?.chosen).toBe("missing")
  })

  it("is taken for forgotten where the list writes the same day in row after row", async () => {
    const list = "Student,Day,Time,Length\nAnn Roy,Mon,15:00,30\nBen Low,Mon,15:30,30\n"
    const plan = await read(`${list}Cy Poe,,16:00,30\nDee Fox,,16:30,30\nEve Orr,Tue,16:00,30\n`)
    expect(plan.questions[0]?.chosen).toBe("missing")
    expect(problems(plan)).toHaveLength(2)
  })
})
