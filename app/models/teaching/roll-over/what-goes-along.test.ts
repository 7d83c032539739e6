import { expect, test } from "vitest"
import { answersFor, writeAnswer } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listSharedWith, listSharedWithClass } from "~/models/learning/resource/list-resources.server"
import { addResource, listShares, shareResource } from "~/models/learning/resource/resource.server"
import { fixClock } from "~/utils/clock.server"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"

test("what is shared with a class and its own fields go along with it, and are undone with it", () => {
  const piano = openRollingPiano()
  const { actor, teacherId, classId: earlier } = piano
  const field = { noun: "class", name: "What to bring", kind: "text", audience: "teachers" } as const
  addField(actor, { ...field, isRequired: false, choices: [] })
  const fieldId = listFields(actor, "class")[0]?.id ?? ""
  writeAnswer(actor, fieldId, earlier, "Music stand and foot stool")
  const facts = { title: "Free sheet music", description: null, tags: [] }
  const resourceId = addResource(actor, facts, {
    ...{ kind: "link", url: "https://example.com/music" },
  })
  expect(shareResource(actor, teacherId, resourceId, { kind: "class", key: earlier }).ok).toBe(true)

  const rolled = piano.carryOut()
  expect(answersFor(actor, rolled.classId)).toEqual({ [fieldId]: "Music stand and foot stool" })
  const shares = () => listShares(actor, teacherId, resourceId).shares.map(({ until }) => until)
  expect(shares()).toEqual(["2027-01-10", "2027-05-28"])
  fixClock(Date.parse("2027-01-13T12:00:00Z"))
  const titles = (found: { title: string }[]) => found.map(({ title }) => title)
  expect(titles(listSharedWithClass(actor, rolled.classId))).toEqual(["Free sheet music"])
  expect(titles(listSharedWith(actor, piano.studentIds[0] ?? ""))).toEqual(["Free sheet music"])

  expect(rolled.undo()).toMatchObject({ ok: true })
  expect(answersFor(actor, rolled.classId)).toEqual({})
  expect(shares()).toEqual([null])
})
