import { expect, test } from "vitest"
import { addTeacherRow } from "../tests/support/lessons"
import { openSchool } from "../tests/support/school"
import { isInTransaction, sqlite, transact } from "./client.server"
import { transactSmall } from "./small-transactions.server"

// A brief transaction is one like any other, but for where it keeps what it would take back.

const keptIn = () => sqlite().pragma("temp_store", { simple: true })
const [byDefault, inMemory] = [0, 2]

function names(schoolId: string) {
  return sqlite().prepare("select name from teachers where school_id = ? order by name").pluck().all(schoolId)
}

test("it keeps that in memory, and the next transaction doesn't", () => {
  const { actor } = openSchool()
  transactSmall(() => {
    expect([isInTransaction(), keptIn()]).toEqual([true, inMemory])
    addTeacherRow(actor, "Ada Brandt")
  })
  expect(keptIn()).toBe(byDefault)
  transact(() => expect(keptIn()).toBe(byDefault))
  expect(names(actor.school.id)).toEqual(["Ada Brandt"])
})

test("it is undone by a throw, and a refused statement of it alone", () => {
  const { actor } = openSchool()
  const fail = () =>
    transactSmall(() => {
      addTeacherRow(actor, "Ada Brandt")
      throw new Error("no")
    })
  expect(fail).toThrow("no")
  expect([isInTransaction(), keptIn(), names(actor.school.id)]).toEqual([false, byDefault, []])
  transactSmall(() => {
    addTeacherRow(actor, "Bela Costa")
    const again = sqlite().prepare("insert into teachers select * from teachers where school_id = ?")
    expect(() => again.run(actor.school.id)).toThrow("UNIQUE")
  })
  expect(names(actor.school.id)).toEqual(["Bela Costa"])
})

test("within another one it is a part of that, which a throw undoes alone", () => {
  const { actor } = openSchool()
  transact(() => {
    addTeacherRow(actor, "Ada Brandt")
    const part = () =>
      transactSmall(() => {
        expect(keptIn()).toBe(byDefault)
        addTeacherRow(actor, "Bela Costa")
        throw new Error("no")
      })
    expect(part).toThrow("no")
  })
  expect(names(actor.school.id)).toEqual(["Ada Brandt"])
})
