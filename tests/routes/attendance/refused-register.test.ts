import { expect, test } from "vitest"
import { Browser } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { openSchool } from "../../support/school"

const hostileMark = { "marks.hostile.code": "hostile", "base.hostile": "hostile" }

test.each([
  ["refused for a reason without end", "save", { reason: "a".repeat(201) }, 400],
  ["refused for marks of no one", "save", hostileMark, 400],
  ["previewed", "preview", {}, 200],
  ["given the last note", "copy", hostileMark, 200],
])(
  "attendance that is %s comes back with what was typed in its own fields, and nothing else",
  async (_, intent, wrong, status) => {
    const { actor, userId } = openSchool()
    const { classId, studentIds } = openClass(actor, { pupils: ["Freya Okafor"] })
    const [freya = ""] = studentIds
    const path = `/classes/sessions/${addSessionRow(actor, classId, testToday)}`
    const office = await Browser.of(userId)
    const form = {
      [`marks.${freya}.code`]: "late",
      [`marks.${freya}.minutesLate`]: "17",
      sharedNote: "Scales, hands apart",
      privateNote: "Left the book at home",
      intent,
      ...wrong,
    }
    const strangers = {
      hostileNote: "hostile",
      [`marks.${freya}.hostile`]: "hostile",
      [`studentNotes.hostile-${"x".repeat(2000)}.shared`]: "hostile",
      ...Object.fromEntries(
        Array.from({ length: 200 }, (_, n) => [`studentNotes.hostile-${n}.shared`, "hostile"]),
      ),
    }
    const answer = await office.submit(path, { ...form, ...strangers })
    expect(answer.status).toBe(status)
    const html = await answer.text()
    for (const typed of ['value="17"', "Scales, hands apart", "Left the book at home"])
      expect(html).toContain(typed)
    expect([...html.matchAll(/.{0,60}hostile.{0,30}/g)].map(([found]) => found)).toEqual([])
  },
)
