import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { obstaclesInTurns } from "~/models/exchange/roster-import/undo-obstacles.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { viewerOf } from "~/models/foundation/background-read/viewer"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { dryRun, findComingMonth } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { offerBatch } from "~/models/money/invoice/invoice-batch.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { balanceStates } from "~/models/money/ledger/family-balances"
import { readBalances } from "~/models/money/ledger/ledger.server"
import { HistoryQuery, readMoneyHistory } from "~/models/money/ledger/money-history-query.server"
import { readReadyPage } from "~/models/money/ready-to-invoice/ready-families.server"
import { findAct } from "~/models/overview/bulk/bulk-acts.server"
import { readDashboard } from "~/models/overview/dashboard/dashboard.server"
import { writeListFileHere } from "~/models/overview/list-file/list-file.server"
import { readListPageHere } from "~/models/overview/list-page/list-page.server"
import { readSuspects } from "~/models/overview/person-merge/suspects.server"
import { searchSchool } from "~/models/overview/search/search.server"
import { addStudent } from "~/models/people/student/student.server"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { type ScheduleQuery, scheduleViews } from "~/models/teaching/session/schedule-period"
import { monthOf } from "~/utils/dates"
import { inFormats } from "~/utils/formats.server"
import { atOnce } from "~/utils/in-turns"
import { sourcesIn } from "../../scripts/import-graph.mjs"
import { testToday } from "../../tests/support/clock"
import { fillSchool } from "../../tests/support/large-school"
import { fingerprintOf, listOf, upload } from "../../tests/support/long-import"
import { addMember, openSchool } from "../../tests/support/school"
import { backgroundReads } from "./background-reads.server"

// What a thread answers is what its screen would have read itself, for the same member.

let office: Actor
beforeEach(() => {
  office = openSchool().actor
  fillSchool(office, { students: 80, weeksPast: 6, weeksAhead: 2 })
})

test("each read is known to the thread by the name it is asked by, and is the same function", () => {
  const table = readFileSync("app/jobs/background-reads.server.ts", "utf8")
  const done = new Map(
    [...table.matchAll(/^ {2}"?([\w-]+)"?: readOf\((\w+)/gm)].map(([, name, read]) => [name, read]),
  )
  const asked = sourcesIn("app/models").flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/schoolWork\(\s*actor,\s*"([\w-]+)",\s*(\w+)/g),
  ])
  expect(asked.length).toBeGreaterThan(20)
  for (const [, name, read] of asked) if (read) expect([name, done.get(name)]).toEqual([name, read])
})

/** As it arrives: copied from one thread to the other. */
const inThread = (actor: Actor, name: keyof typeof backgroundReads, ...args: unknown[]) => {
  const input = { schoolId: actor.school.id, viewer: viewerOf(actor), args }
  return structuredClone(backgroundReads[name](structuredClone(input) as never, () => undefined))
}

const here = <Output>(read: () => Output): Output => inFormats(office.school, read)

/** The administrator, a teacher, and members of the office who may see some of it. */
function viewers(): Actor[] {
  const teacher = addMember(office, "teacher", "Marcus Whitfield").actor
  const { memberId, userId } = addMember(office, "office", "Iris Novak")
  const iris = { memberId, userId, name: "Iris Novak", role: "office" as const }
  return [
    office,
    teacher,
    memberActor(office.school, { ...iris, rights: ["prices"] }),
    memberActor(office.school, { ...iris, rights: ["see-calendar", "calendar", "invoices"] }),
  ]
}

test("what is in the way of an import’s undo", () => {
  const importId = upload(office, listOf(10))
  expect(runImport(office, importId, fingerprintOf(office, importId)).ok).toBe(true)
  const made = sqlite()
    .prepare("select noun_id from import_creations where import_id = ? and noun = 'family'")
    .pluck()
  const ada = { firstName: "Ada", lastName: "Lund", status: "lead", fromDate: testToday } as const
  addStudent(office, { ...ada, familyId: String(made.get(importId)) })
  const read = () => atOnce(obstaclesInTurns(office, importId))
  expect(here(read)).toEqual(["Students joined the imported families: Ada Lund."])
  expect(inThread(office, "import-obstacles", importId)).toEqual(here(read))
})

test("the dashboard of each member", () => {
  for (const actor of viewers())
    expect(inThread(actor, "dashboard")).toEqual(here(() => readDashboard(actor)))
})

test("each view of the schedule, of all or some of its lessons", () => {
  const queries = scheduleViews.flatMap((view): ScheduleQuery[] => {
    const all = { view, date: testToday, by: "teacher" as const, teacherId: undefined, roomId: undefined }
    return [
      { ...all, page: 1 },
      { ...all, by: "room", page: 2 },
      { ...all, teacherId: "teacher-1", page: 1 },
      { ...all, studentId: "student-1", classId: "class-1", page: 1 },
    ]
  })
  for (const actor of viewers())
    for (const query of queries)
      expect(inThread(actor, "schedule-page", query)).toEqual(here(() => findSchedulePage(actor, query)))
})

test("a search of each member, also once something was written", () => {
  const found = (actor: Actor, text: string) => {
    const expected = here(() => searchSchool(actor, text))
    expect(inThread(actor, "search", text)).toEqual(expected)
    return expected
  }
  for (const actor of viewers())
    for (const text of ["last 1", "fam", "piano", "T-1", "zzz"]) found(actor, text)
  expect(found(office, "zelda")).toEqual([])
  sqlite().prepare("update students set first_name = 'Zelda' where id = 'student-3'").run()
  expect(found(office, "zelda").flatMap(({ found: those }) => those.map(({ title }) => title))).toContain(
    "Zelda Last 3",
  )
})

test("who may have been entered twice", () => {
  sqlite()
    .prepare(
      "update students set last_name = 'Last 1', first_name = 'Ada' where id in ('student-1', 'student-9')",
    )
    .run()
  const suspects = here(() => readSuspects(office))
  expect(suspects.student.map(({ reasons }) => reasons.join())).toContain("Same name")
  expect(inThread(office, "suspects")).toEqual(suspects)
})

/** A school that has sent invoices. */
function openBooks(): Actor {
  const { actor } = openSchool()
  fillSchool(actor, { students: 40, weeksPast: 14, weeksAhead: 1 }, "books-")
  return actor
}

test("what each family owes", () => {
  const books = openBooks()
  const states = balanceStates.map((state) => ({ state }))
  for (const filter of [...states, { state: "all" as const, search: "LY 1" }]) {
    const balances = here(() => readBalances(books, filter))
    expect(inThread(books, "family-balances", filter)).toEqual(balances)
    if (filter.state === "all") expect(balances).not.toEqual([])
  }
})

test("what passed between families and the school", () => {
  const books = openBooks()
  const asked = [
    {},
    { kind: "received" },
    { method: "transfer", page: "2" },
    { search: "family 1", from: "2026-01-01" },
  ]
  for (const query of asked.map((each) => HistoryQuery.parse(each))) {
    const history = here(() => readMoneyHistory(books, query))
    expect(inThread(books, "money-history", query)).toEqual(history)
    expect(history.count).toBeGreaterThan(0)
  }
})

test("what is ready to invoice, to send at once, and what the next run would send", () => {
  const period = { from: "2026-10-01", to: testToday }
  const asked = [
    { period: "all", from: "", to: "" },
    { period: "2026-11", from: "", to: "" },
    { period: "own", ...period },
    { period: "own", from: "2026-11-30", to: "2026-11-01" },
  ]
  for (const each of asked.flatMap((days) => [1, 2].map((page) => ({ ...days, page }))))
    expect(inThread(office, "ready-to-invoice", each)).toEqual(here(() => readReadyPage(office, each)))
  expect(inThread(office, "invoice-batch", period)).toEqual(here(() => offerBatch(office, period)))
  expect(inThread(office, "dry-run", testToday)).toEqual(here(() => dryRun(office, testToday)))
  const to = "2026-12-31"
  expect(inThread(office, "coming-month", to)).toEqual(here(() => findComingMonth(office, to)))
})

test("what an act of a list would do to each of a selection, without writing anything", () => {
  const ids = (table: string) =>
    sqlite()
      .prepare<[string], { id: string }>(`select id from ${table} where school_id = ? order by id`)
      .all(office.school.id)
      .map(({ id }) => id)
  addTerm(office, { name: "Spring", startsOn: "2027-02-01", endsOn: "2027-06-30" })
  const termId = listTerms(office).at(-1)?.id ?? ""
  const startsOn = testToday
  const asked = [
    {
      noun: "students",
      act: "enroll",
      choice: { classId: ids("classes")[0], startsOn, prerequisiteReason: "" },
    },
    { noun: "students", act: "status", choice: { step: "pause", reason: "Sabbatical", leaveClasses: true } },
    { noun: "classes", act: "price", choice: { price: "+5%", fromDate: startsOn } },
    { noun: "classes", act: "roll-over", choice: { termId, price: "", reason: "" } },
  ] as const
  for (const { noun, act, choice } of asked) {
    const plan = here(() => findAct(office, noun, act)?.plan(office, ids(noun), choice))
    expect(plan?.length).toBeGreaterThan(10)
    sqlite().pragma("query_only = on")
    try {
      expect(inThread(office, "plan-selection", noun, act, ids(noun), choice)).toEqual(plan)
    } finally {
      sqlite().pragma("query_only = off")
    }
  }
})

test("the file of each list", () => {
  const books = openBooks()
  const issuedOn = sqlite()
    .prepare<[string], { on: string }>('select max(issued_on) as "on" from invoices where school_id = ?')
    .get(books.school.id)?.on
  const activity = { who: "", noun: "", from: "", to: "" }
  const asked = {
    students: [{ query: "?sort=next" }, { ids: ["books-student-1", "books-student-3"] }],
    invoices: [{ filter: InvoiceQuery.parse({}) }, { filter: InvoiceQuery.parse({ status: "overdue" }) }],
    history: [HistoryQuery.parse({}), HistoryQuery.parse({ kind: "received" })],
    sales: [{ month: monthOf(issuedOn ?? "") }],
    activity: [activity, { ...activity, noun: "invoice" }],
  }
  for (const [name, several] of Object.entries(asked) as [keyof typeof asked, never[]][])
    for (const each of several) {
      const file = here(() => writeListFileHere(books, name, each))
      if (each === several[0] && name !== "activity") expect(file.csv.split("\r\n").length).toBeGreaterThan(3)
      expect(inThread(books, "list-file", name, each)).toEqual(file)
    }
})

test("the pages that look at all of a school, for each member", () => {
  const asked = [
    ["families", "state=owing"],
    ["families", "sort=balance&order=reversed"],
    ["students", "sort=next&page=2"],
    ["students", "next=none&portal=none"],
    ["times", "minutes=30"],
    ["times", "minutes=45&q=last"],
  ] as const
  for (const actor of viewers())
    for (const [name, query] of asked) {
      expect(inThread(actor, "list-page", name, query), query).toEqual(
        here(() => readListPageHere(actor, name, query)),
      )
    }
})
