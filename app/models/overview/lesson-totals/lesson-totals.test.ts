import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { groupLessons, type LessonGroup } from "~/models/money/pay/earned-sums.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow, testToday } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { countTaught, keepNextTaught, listUnkept, readMarked, readTaught } from "./keep-lesson-totals.server"
import { readLessonGroups } from "./lesson-groups.server"
import { addUp, daysOfMonth, piecesOf, type Taught } from "./lesson-totals"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const spans = [
  { first: "2026-09-01", last: testToday },
  { first: "2026-10-01", last: "2026-10-31" },
  { first: "2026-10-12", last: "2026-11-03" },
]
const daysOf = (span: (typeof spans)[number]) => {
  const { months, days } = piecesOf(span)
  return [...months.flatMap(daysOfMonth), ...days]
}

/** In an order that doesn't depend on how it was added up. */
const sorted = (taught: Taught | undefined) => ({
  ...taught,
  parts: [...(taught?.parts ?? [])].sort((a, b) =>
    `${a.teacherId} ${a.instrument}`.localeCompare(`${b.teacherId} ${b.instrument}`),
  ),
})

const grouped = (groups: readonly LessonGroup[]) => groups.map((group) => JSON.stringify(group)).sort()

const keepAll = () => {
  let steps = 0
  while (keepNextTaught(actor)) steps += 1
  return steps
}

const run = (statement: string, ...values: (string | number | null)[]) =>
  sqlite()
    .prepare(statement)
    .run(...values, actor.school.id)

/** Two classes of two students each, of two teachers. */
function openTeaching() {
  const teachers = [addTeacherRow(actor, "Mara Lindqvist"), addTeacherRow(actor, "Kwame Boateng")]
  const classes = ["Guitar", "Piano"].map((instrument) =>
    openClass(actor, {
      class: { name: instrument, instrument },
      pupils: ["Aiko Moreau", `Theo ${instrument}`],
    }),
  )
  return { teachers, classes }
}

const step = fc.record({
  act: fc.constantFrom(
    "add",
    "take",
    "cancel",
    "shorten",
    "move",
    "teacher",
    "withdraw",
    "instrument",
    "remove",
    "keep",
    "keep some",
    "next day",
  ),
  which: fc.nat({ max: 20 }),
  day: fc.nat({ max: 79 }),
  hour: fc.integer({ min: 8, max: 20 }),
})

describe("sums of what was taught", () => {
  test("whatever happens to lessons, attendance and charges, the sums are what a direct count says", () => {
    inHistories(60, fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
      fixClock(testNow)
      actor = openSchool().actor
      const { teachers, classes } = openTeaching()
      const lessons: { id: string; of: number }[] = []
      let days = 0
      for (const { act, which, day, hour } of steps) {
        const lesson = lessons[which % Math.max(1, lessons.length)]
        const on = addDays("2026-09-01", day)
        if (act === "add") {
          const of = which % 2
          const facts = {
            startTime: `${String(hour).padStart(2, "0")}:15`,
            teacherId: teachers[which % 3] ?? null,
          }
          const id = addSessionRow(actor, classes[of]?.classId ?? "", on, {
            ...facts,
            sequence: lessons.length,
          })
          lessons.push({ id, of })
        } else if (act === "keep") keepAll()
        else if (act === "keep some") for (let more = which; more > 0; more -= 1) keepNextTaught(actor)
        else if (act === "next day") {
          days += 1
          fixClock(testNow + days * 86_400_000)
        } else if (act === "instrument")
          run(
            "update classes set instrument = ? where id = ? and school_id = ?",
            `New ${hour}`,
            classes[which % 2]?.classId ?? "",
          )
        else if (!lesson) continue
        else if (act === "take") {
          const marks = (classes[lesson.of]?.studentIds ?? []).map((studentId, index) => ({
            studentId,
            code: (which + index) % 2 ? ("present" as const) : ("absent" as const),
          }))
          takeRegister(actor, lesson.id, { marks } as Parameters<typeof takeRegister>[2])
        } else if (act === "withdraw")
          run(
            `update charges set withdrawn_at = ? where seat_id in (select id from seats where session_id = ?) and school_id = ?`,
            testNow,
            lesson.id,
          )
        else if (act === "cancel")
          run("update sessions set state = 'cancelled' where id = ? and school_id = ?", lesson.id)
        else if (act === "shorten")
          run("update sessions set minutes = ? where id = ? and school_id = ?", hour + 20, lesson.id)
        else if (act === "teacher")
          run(
            "update sessions set teacher_id = ? where id = ? and school_id = ?",
            teachers[which % 2] ?? null,
            lesson.id,
          )
        else if (act === "move")
          run(
            `update sessions set local_date = ?, starts_at = unixepoch(?) * 1000, ends_at = (unixepoch(?) + 3600) * 1000
              where id = ? and school_id = ?`,
            on,
            `${on} 15:00`,
            `${on} 15:00`,
            lesson.id,
          )
        else if (act === "remove")
          run(
            `delete from sessions where id = ? and not exists (select 1 from seats where session_id = sessions.id) and school_id = ?`,
            lesson.id,
          )
      }
      const read = readTaught(actor, spans)
      for (const [index, span] of spans.entries()) {
        const direct = addUp([...countTaught(actor, daysOf(span)).values()])
        expect(sorted(read[index])).toEqual(sorted(direct))
        expect(grouped(readLessonGroups(actor, span))).toEqual(grouped(groupLessons(actor, daysOf(span))))
        const [marks] = readMarked(actor, [span])
        expect(marks).toMatchObject({ marked: direct.marked, attended: direct.attended })
      }
    })
  })

  test("a day is kept when it is over, a month when all its days are; a change lets both go, and the next step keeps them again", () => {
    const { classes, teachers } = openTeaching()
    const [guitar] = classes
    const lesson = addSessionRow(actor, guitar?.classId ?? "", "2026-09-15", { teacherId: teachers[0] })
    expect(keepAll()).toBeGreaterThan(15)
    expect(listUnkept(actor)).toEqual({ days: [], months: [] })
    const kept = () =>
      sqlite()
        .prepare("select id from taught_sums where school_id = ? order by id")
        .pluck()
        .all(actor.school.id)
    expect(kept()).toContain("2026-09")
    expect(kept()).toContain("2026-10")
    expect(kept().at(-1)).toBe("2026-11-17")
    const marks = guitar?.studentIds.map((studentId) => ({ studentId, code: "present" as const }))
    expect(takeRegister(actor, lesson, { marks } as Parameters<typeof takeRegister>[2]).ok).toBe(true)
    expect(listUnkept(actor)).toEqual({ days: ["2026-09-15"], months: ["2026-09"] })
    const [september] = readTaught(actor, [{ first: "2026-09-01", last: "2026-09-30" }])
    expect(september?.parts).toEqual([
      {
        teacherId: teachers[0],
        instrument: "Guitar",
        sessions: 1,
        minutes: 60,
        attended: 2,
        marks: 2,
        chargedMinor: 3600,
      },
    ])
    keepAll()
    expect(listUnkept(actor)).toEqual({ days: [], months: [] })
    expect(readTaught(actor, [{ first: "2026-09-01", last: "2026-09-30" }])).toEqual([september])
  })

  test("a day is kept in two steps, half of it is true at once, and a change between them begins it again", () => {
    const { classes, teachers } = openTeaching()
    const [guitar] = classes
    const day = "2026-09-01"
    const lesson = addSessionRow(actor, guitar?.classId ?? "", day, { teacherId: teachers[0] })
    const marks = guitar?.studentIds.map((studentId) => ({ studentId, code: "present" as const }))
    takeRegister(actor, lesson, { marks } as Parameters<typeof takeRegister>[2])
    const span = { first: day, last: day }
    const halves = () =>
      sqlite()
        .prepare("select lesson_groups = '' from taught_sums where school_id = ? and id = ?")
        .pluck()
        .get(actor.school.id, day)
    const isTrue = () => {
      const [read] = readTaught(actor, [span])
      expect(sorted(read)).toEqual(sorted(addUp([...countTaught(actor, [day]).values()])))
      expect(readLessonGroups(actor, span)).toEqual(groupLessons(actor, [day]))
    }
    expect(groupLessons(actor, [day])).toHaveLength(1)
    expect([keepNextTaught(actor), halves()], "its lessons").toEqual([true, 1])
    isTrue()
    expect(listUnkept(actor).days[0]).toBe(day)
    run("update sessions set minutes = 45 where id = ? and school_id = ?", lesson)
    expect(halves(), "gone with the change").toBeUndefined()
    expect([keepNextTaught(actor), halves()], "its lessons").toEqual([true, 1])
    expect([keepNextTaught(actor), halves()], "its groups").toEqual([true, 0])
    isTrue()
    expect(listUnkept(actor).days[0]).toBe("2026-09-02")
    expect(groupLessons(actor, [day])[0]?.minutes).toBe(45)
  })

  test("another school's sums stay apart", () => {
    const { classes } = openTeaching()
    addSessionRow(actor, classes[0]?.classId ?? "", "2026-09-15")
    keepAll()
    const other = openSchool().actor
    expect(readTaught(other, spans).map(({ parts }) => parts)).toEqual([[], [], []])
  })
})
