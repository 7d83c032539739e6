import { users } from "db/schema/accounts"
import { families, students } from "db/schema/people"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Formats } from "~/utils/formats"
import { usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { inAct } from "../../../../tests/support/in-act"
import { addStudentRow } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool } from "../../../../tests/support/school"
import type { Actor } from "../access/actor"
import { activityRows, readActivityPage } from "./activity-rows.server"
import { recordEvent } from "./audit.server"
import { listEvents, listLogChoices, readLogFilter } from "./audit-log.server"

const [all, ofStudents] = ["", "noun=student"].map((query) => readLogFilter(new URLSearchParams(query))) as [
  ReturnType<typeof readLogFilter>,
  ReturnType<typeof readLogFilter>,
]

test("a page of the activity that is kept is the page as it is read, whatever is written between", () => {
  const { actor } = openSchool()
  const { actor: other } = openSchool({ name: "Crescendo Academy" })
  const studentId = addStudentRow(actor, "Tomás", "Singh")
  const teacher = addMember(actor, "teacher", "Nadia Brandt")
  const admit = (school: Actor) =>
    inAct(recordEvent)(school, "student.add", studentId, { after: { status: "active" } })
  const steps: Record<string, (n: number) => unknown> = {
    "an entry": () => admit(actor),
    "an entry of an amount": (n) =>
      inAct(recordEvent)(actor, "student.change", studentId, {
        before: { amountMinor: 100 },
        after: { amountMinor: n },
      }),
    "an entry of another school": () => admit(other),
    "a student's name": (n) => changeRows(students, { id: studentId }, { firstName: `Tomás ${n}` }),
    "a family's name": (n) => changeRows(families, { schoolId: actor.school.id }, { name: `Singh ${n}` }),
    "a user's name": (n) => changeRows(users, { id: teacher.actor.userId ?? "" }, { name: `Nadia ${n}` }),
    "another student": (n) => addStudentRow(actor, `Kid ${n}`, "Brandt"),
    nothing: () => undefined,
  }
  const looks: Formats[] = [usualFormats, { ...usualFormats, dateOrder: "ymd", hourCycle: 24 }]
  const history = fc.array(
    fc.record({
      what: fc.constantFrom(...Object.keys(steps)),
      n: fc.nat(9),
      look: fc.nat(1),
      zone: fc.nat(1),
    }),
    { maxLength: 12 },
  )
  inHistories(20, history, (written) => {
    for (const { what, n, look, zone } of written) {
      steps[what]?.(n)
      const reader = {
        ...actor,
        school: { ...actor.school, timeZone: ["America/New_York", "Asia/Tokyo"][zone] ?? "" },
      }
      for (const filter of [all, ofStudents])
        for (const page of [1, 2])
          inFormats(looks[look], () => {
            const { rows, total } = listEvents(reader, filter, page)
            const read = readActivityPage(reader, filter, page)
            expect(readActivityPage(reader, filter, page)).toBe(read)
            expect(read).toEqual({
              rows: activityRows(reader, rows),
              total,
              choices: listLogChoices(reader),
            })
          })
    }
  })
})
