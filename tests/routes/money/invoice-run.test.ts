import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { carryOnTask } from "~/jobs/task-steps.server"
import type { Actor } from "~/models/foundation/access/actor"
import { saveFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { listTaskItems, listTasksUnderWay } from "~/models/foundation/task/task.server"
import { invoiceRunWork } from "~/models/money/invoice/invoice-batch.server"
import { Browser, locationOf, openOffice, rowCount } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// An invoice run over more families than a request may bill: its screen, its way to be canceled, its result.

const batch = "/billing/unbilled?from=2026-11-01&to=2026-11-30"
const period = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: "" }
let actor: Actor
let browser: Browser
let familyIds: string[]

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  familyIds = Array.from({ length: 26 }, (_, n) => {
    const adults = [{ name: `Payer ${n}`, email: `p${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name: `Family ${n}`, adults, children: ["Mia"] })
    owe(actor, family, 1000 + n)
    return family.familyId
  })
})
const send = (fields: Record<string, string> = {}) =>
  browser.submit(batch, { ...period, "family[]": familyIds, intent: "send", ...fields })
const work = (address: string) => ({
  schoolId: actor.school.id,
  payload: { taskId: address.split("/").at(-1) ?? "" },
  attempts: 1,
})

describe("reminders for many invoices", () => {
  test("go out step by step, each once, and those that could not are named", async () => {
    const address = locationOf(await send())
    while (await carryOnTask(work(address)));
    const invoiceIds = listTaskItems(actor, work(address).payload.taskId, { state: "done", page: 1 }).map(
      ({ made }) => made ?? "",
    )
    const reminders = "/billing/manage/reminders"
    // Families hear nothing of an invoice before its own email.
    const runs = await browser.html("/billing/runs")
    const run = /href="(\/billing\/runs\/[\w-]+)"/.exec(runs)?.[1] ?? ""
    expect((await browser.submit(run, { intent: "send-now" })).status).toBe(303)
    while (await runNextJob());
    const answer = await browser.submit(reminders, { "invoice[]": [...invoiceIds, "of-nobody"], key: "one" })
    const reminding = locationOf(answer)
    expect(reminding).toMatch(/^\/tasks\//)
    expect(await browser.read(reminders)).toContain("Sending reminders: 0 of 27 invoices.")
    while (await carryOnTask(work(reminding)));
    const mails = rowsOf(
      emails,
      { schoolId: actor.school.id, template: "invoice-reminder" },
      { only: ["recipient"] },
    )
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(26)
    expect(mails).toHaveLength(26)
    const text = await browser.read(reminding)
    expect(text).toContain("Reminders sent for 26 invoices.")
    expect(text).toContain("An invoice This invoice isn’t in your school.")
  })
})

describe("a run over many families", () => {
  test("answers at once with the screen of its progress, and ends with what was sent", async () => {
    const answer = await send()
    expect(answer.status).toBe(303)
    const address = locationOf(answer)
    expect(address).toMatch(/^\/tasks\/[\w-]+$/)
    const html = await browser.html(address)
    expect(html).toContain(`http-equiv="refresh" content="3;url=${address}"`)
    expect(await browser.read(address)).toContain("0%: 0 of 26 families So far: 0 families invoiced.")
    expect(await browser.read(batch)).toContain("Sending invoices: 0 of 26 families. See progress")
    while (await carryOnTask(work(address)));
    const ended = await browser.visit(address)
    expect(locationOf(ended)).toMatch(/^\/billing\/runs\/[\w-]+$/)
    const result = await browser.html(locationOf(ended))
    expect(result).not.toContain('http-equiv="refresh"')
    expect(await browser.read(locationOf(ended))).toContain("26 invoices")
    expect(result).toMatch(/<a[^>]*href="\/billing\/invoices\/[\w-]+"/)
    expect(await browser.read("/tasks")).toContain("26 families invoiced.")
    expect(await browser.read("/settings/admin/log")).toContain("sent 26 invoices in one run")
    expect(listTasksUnderWay(actor, ["send-invoices"])).toEqual([])
  })

  test("sent twice by the same form leads to the same run", async () => {
    const before = rowCount("tasks")
    const [one, two] = [await send({ key: "the form's" }), await send({ key: "the form's" })]
    expect(locationOf(two)).toBe(locationOf(one))
    expect(rowCount("tasks") - before).toBe(1)
  })

  test("can be canceled: what was sent stays sent, and the screen says how many were left", async () => {
    const address = locationOf(await send())
    runNextItems(actor, work(address).payload.taskId, invoiceRunWork(false))
    const sent = rowCount("invoices")
    const answer = await browser.submit(address, { intent: "cancel" })
    expect([answer.status, locationOf(answer)]).toEqual([303, address])
    expect(await carryOnTask(work(address))).toBe(false)
    expect(rowCount("invoices")).toBe(sent)
    expect(await browser.read(address)).toMatch(/famil(y|ies) invoiced\. Stopped with \d+ families left\./)
    expect(await browser.read(address)).toContain("Review or undo this run")
    expect(await browser.read(`${address}?list=left`)).toContain("Family 25")
    expect(await browser.read("/settings/admin/log")).toMatch(
      /canceled “Invoice run” with \d+ done and \d+ left/,
    )
    const again = await browser.submit(address, { intent: "cancel" })
    expect([again.status, locationOf(again)]).toEqual([303, address])
  })

  test("saves drafts the same way", async () => {
    const address = locationOf(await send({ intent: "draft" }))
    while (await carryOnTask(work(address)));
    expect(await browser.read(address)).toContain("26 invoices saved as drafts.")
  })

  test("is not there for another school, nor for a teacher; an unknown button does nothing", async () => {
    const address = locationOf(await send())
    const other = await Browser.of(openSchool().userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Kwame Boateng").userId)
    for (const stranger of [other, teacher]) {
      expect((await stranger.visit(address)).status).toBe(404)
      expect((await stranger.submit(address, { intent: "cancel" })).status).toBe(404)
    }
    expect((await browser.submit(address, { intent: "whatever" })).status).toBe(404)
    expect((await browser.visit("/tasks/none")).status).toBe(404)
    expect(await teacher.read("/tasks")).toContain("No background work yet.")
    expect(listTasksUnderWay(actor, ["send-invoices"])).toHaveLength(1)
  })
})

describe("a run narrowed to a saved filter", () => {
  test("lists and bills the families of its students alone, whatever page they are on", async () => {
    const student = rowsOf(
      students,
      { schoolId: actor.school.id, familyId: familyIds[3] ?? "" },
      { only: ["id"] },
    )[0]
    changeRows(students, { id: student?.id ?? "" }, { instrument: "Harp" })
    const kept = {
      noun: "students" as const,
      name: "Harp players",
      query: "instrument=Harp",
      isShared: false,
    }
    const saved = saveFilter(actor, kept)
    const filter = saved.ok ? saved.filterId : ""
    const text = await browser.read(`${batch}&filter=${filter}`)
    expect(text).toContain("Family 3")
    expect(text).not.toContain("Family 4")
    const ofFamilies = { noun: "families" as const, name: "The fours", query: "q=Family+4", isShared: false }
    const savedToo = saveFilter(actor, ofFamilies)
    const fours = await browser.read(`${batch}&filter=${savedToo.ok ? savedToo.filterId : ""}`)
    expect(fours).toContain("The fours")
    expect(fours).toContain("Family 4")
    expect(fours).not.toContain("Family 3")
    const fields = { ...period, filter, others: "yes", shown: "", intent: "draft" }
    expect((await browser.submit(batch, fields)).status).toBe(303)
    const drafts = rowsOf(invoices, { schoolId: actor.school.id }, { only: ["familyId"] })
    expect(drafts).toEqual([{ familyId: familyIds[3] }])
  })

  test("is refused with a filter that is gone or another school's", async () => {
    const other = openSchool()
    const saved = saveFilter(other.actor, {
      noun: "students" as const,
      name: "All",
      query: "",
      isShared: true,
    })
    const filter = saved.ok ? saved.filterId : ""
    const answer = await browser.submit(batch, {
      ...period,
      filter,
      others: "yes",
      shown: "",
      intent: "draft",
    })
    await expect(answer).toAnswer(400, "This saved filter is gone. Choose other families.")
    const gone = await browser.read(`${batch}&filter=${filter}`)
    expect(gone).toContain("This saved filter is gone.")
    expect(gone).not.toContain("Family 4")
  })
})
