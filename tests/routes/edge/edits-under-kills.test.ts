import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { guardians, students } from "db/schema/people"
import { afterAll, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { openFamily } from "../../support/billing"
import { type State, stateOf } from "../../support/changed-forms"
import { formsOf } from "../../support/forms"
import { makeNextBuild } from "../../support/next-build"
import { addMember, openSchool, rowOf } from "../../support/school"
import { type Answer, freePort, type RunningServer, startServer } from "../../support/server"

// Ten people of an office edit the same four students at once, each another field, from pages that are older than what the others
// save. Meanwhile the process is killed (SIGKILL) again and again, and the next build takes its place. What was answered is there.

const folder = mkdtempSync(join(tmpdir(), "tutti-next-build-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writes = 200
/** After so many answered writes the process is killed. From the third time on it is the next build that starts. */
const killsAfter = [30, 75, 110, 150, 185]

/** The form's field, and what the nth write of it says. */
const fields: [name: string, value: (n: number) => string][] = [
  ["firstName", (n) => `Ada ${n}`],
  ["lastName", (n) => `Okafor ${n}`],
  ["email", (n) => `ada${n}@mail.example`],
  ["phone", (n) => `555 0100 ${n}`],
  ["code", (n) => `S-${n}`],
  ["medicalNotes", (n) => `Peanuts, see plan ${n}`],
  ["notes", (n) => `Plays for the ${n}th time`],
  ["guardians[0].name", (n) => `Mateo Okafor ${n}`],
  ["guardians[0].email", (n) => `mateo${n}@mail.example`],
  ["guardians[0].phone", (n) => `555 0199 ${n}`],
]

type Student = { studentId: string; guardianId: string }

const savedOf = ({ studentId, guardianId }: Student): Record<string, string | null | undefined> => {
  const student = rowOf(students, { id: studentId })
  const guardian = rowOf(guardians, { id: guardianId })
  return {
    ...Object.fromEntries(
      (["firstName", "lastName", "email", "phone", "code", "medicalNotes", "notes"] as const).map((name) => [
        name,
        student?.[name],
      ]),
    ),
    "guardians[0].name": guardian?.name,
    "guardians[0].email": guardian?.email,
    "guardians[0].phone": guardian?.phone,
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What one person has written into their field of each student: answered, or on its way. */
type Written = { field: string; record: Student; answered?: string; onItsWay?: string }

let server: RunningServer

/** Asks until there is an answer: a server that was killed gives none. */
async function ask(cookie: string, path: string, body?: string): Promise<Answer> {
  for (;;) {
    const headers = {
      Cookie: cookie,
      Origin: server.url,
      ...(body === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" }),
    }
    const answer = await server
      .ask(path, { headers, ...(body === undefined ? {} : { method: "POST", body }) })
      .catch(() => undefined)
    if (answer) return answer
    await pause(25)
  }
}

/** The form of a student's page with one field changed, as its page was when it was opened. */
async function fillIn(cookie: string, path: string, field: string, value: string): Promise<string> {
  const { text } = await ask(cookie, path)
  const form = formsOf(text, path).find((each) => each.fields.some(({ name }) => name === "firstName"))
  if (!form) throw new Error(`No form at ${path}`)
  const key = form.keys.find(({ isMain }) => isMain) ?? form.keys.at(-1)
  const state: State = { ...stateOf(form), [field]: [value] }
  if (key?.name) state[key.name] = [key.value ?? ""]
  return new URLSearchParams(
    Object.entries(state).flatMap(([name, values]) => values.map((each) => [name, each])),
  ).toString()
}

test("of 200 answered edits by ten people none is lost to a kill, a new build or another person", async () => {
  const { actor: school } = openSchool()
  const records = Array.from({ length: 4 }, () => openFamily(school)).map(
    ({ studentIds, guardianIds }): Student => ({
      studentId: studentIds[0] ?? "",
      guardianId: guardianIds[0] ?? "",
    }),
  )
  makeNextBuild(folder)
  const port = await freePort()
  server = await startServer({}, port)
  const written: Written[] = fields.flatMap(([field]) => records.map((record) => ({ field, record })))
  let answers = 0
  let number = 0

  const write = async (cookie: string, of: Written, wordsOf: (n: number) => string, afterMs: number) => {
    const path = `/students/${of.record.studentId}/edit`
    number += 1
    const value = wordsOf(number)
    for (;;) {
      const body = await fillIn(cookie, path, of.field, value)
      // Others save meanwhile.
      await pause(afterMs)
      of.onItsWay = value
      const { status } = await ask(cookie, path, body)
      if (status === 303) {
        answers += 1
        of.answered = value
        return
      }
      if (status !== 409 && status < 500) throw new Error(`${of.field}: ${status}`)
    }
  }
  const edit = async ([field, wordsOf]: (typeof fields)[number], index: number) => {
    const { userId } = addMember(school, "admin", `Ruth${index} Castellano`)
    const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
    const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
    const own = written.filter((each) => each.field === field)
    while (answers < writes)
      for (const of of own) if (answers < writes) await write(cookie, of, wordsOf, 20 * (index % 4))
  }
  /** What is in the database and neither what was answered last nor what was sent after it. */
  const findLost = () =>
    written.flatMap(({ field, record, answered, onItsWay }) => {
      const saved = savedOf(record)[field]
      return answered === undefined || saved === answered || saved === onItsWay
        ? []
        : [{ field, answered, saved }]
    })
  const kill = async () => {
    for (const [nth, after] of killsAfter.entries()) {
      while (answers < after) await pause(5)
      await pause(7 * nth)
      server.signal("SIGKILL")
      await server.ended
      expect(findLost()).toEqual([])
      server = await startServer({}, port, nth < 2 ? undefined : folder)
    }
  }
  try {
    await Promise.all([...fields.map(edit), kill()])
  } finally {
    await server.stop()
  }

  expect(answers).toBeGreaterThanOrEqual(writes)
  expect(findLost()).toEqual([])
  expect(new Set(written.filter(({ answered }) => answered).map(({ field }) => field)).size).toBe(10)
  expect(sqlite().pragma("integrity_check", { simple: true })).toBe("ok")
})
