import { students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { NoOneWaits } from "~/providers/threads/background-read.server"
import { openFamily } from "../../../../tests/support/billing"
import { addRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { writeListFile } from "../list-file/list-file.server"
import { readListPage } from "./list-page.server"

// A school of 1,001 students, whose lists are read in the background, and a reader who closes the page before.

let actor: Actor
const [left, waits] = [AbortSignal.abort(), new AbortController().signal]

beforeEach(() => {
  actor = openSchool().actor
  const { familyId } = openFamily(actor, { children: ["Ada"] })
  const row = { familyId, firstName: "Ada", lastName: "Okafor", status: "active" as const }
  for (let some = 0; some < 10; some += 1)
    addRows(
      students,
      Array.from({ length: 100 }, () => ({ ...newRow(actor), ...row })),
    )
})

test("a page that no one waits for isn't read", async () => {
  const read = (signal: AbortSignal) =>
    readListPage(actor, "families", new URLSearchParams("sort=balance"), signal)
  await expect(read(left)).rejects.toThrow(NoOneWaits)
  expect((await read(waits)).total).toBe(1)
})

test("a file of up to 1,000 students that were chosen is written here at once, and one of more isn't", async () => {
  const ids = rowsOf(students, { schoolId: actor.school.id }, { only: ["id"] })
  const write = (many: number) =>
    writeListFile(actor, "students", { ids: ids.slice(0, many).map(({ id }) => id) }, left)
  expect((await write(3)).csv.split("\r\n").filter(Boolean)).toHaveLength(4)
  expect((await write(1000)).csv.split("\r\n").filter(Boolean)).toHaveLength(1001)
  await expect(write(1001)).rejects.toThrow(NoOneWaits)
})

test("a file that no one waits for isn't written", async () => {
  const write = (signal: AbortSignal) => writeListFile(actor, "students", { query: "" }, signal)
  await expect(write(left)).rejects.toThrow(NoOneWaits)
  expect((await write(waits)).csv.split("\r\n").filter(Boolean)).toHaveLength(1002)
})
