import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import { openSchool } from "../../../../tests/support/school"
import { keepAside } from "./kept-aside.server"

let reads = 0
const work = (answer: () => string) => ({
  work: {
    name: "test",
    input: {},
    here: () => {
      reads += 1
      return answer()
    },
  },
  isLong: true,
})
beforeEach(() => {
  reads = 0
})

test("is read once between two writes, also by two who ask at once, and again after one", async () => {
  const { actor } = openSchool()
  const keep = keepAside<string>(10)
  const ask = () =>
    keep(
      [actor.school.id],
      work(() => `read ${reads}`),
    )
  expect(await Promise.all([ask(), ask()])).toEqual(["read 1", "read 1"])
  expect(await ask()).toBe("read 1")
  sqlite().prepare("update schools set name = 'Another name' where id = ?").run(actor.school.id)
  expect(await ask()).toBe("read 2")
  expect(
    await keep(
      [actor.school.id, "another day"],
      work(() => "other"),
    ),
  ).toBe("other")
})

test("what could not be read is read again", async () => {
  const { actor } = openSchool()
  const keep = keepAside<string>(10)
  const failing = work(() => {
    throw new Error("The thread ended.")
  })
  await expect(keep([actor.school.id], failing)).rejects.toThrow("The thread ended.")
  expect(
    await keep(
      [actor.school.id],
      work(() => "read"),
    ),
  ).toBe("read")
})
