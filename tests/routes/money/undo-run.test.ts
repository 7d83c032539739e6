import { inflateRawSync } from "node:zlib"
import { jobs } from "db/schema/foundation"
import { invoices } from "db/schema/money"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, locationOf, openOffice } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addMember, openSchool, removeRows, rowsOf } from "../../support/school"

// An invoice run is sent, and taken back before its emails leave. Today is Wednesday, November 18, 2026.

const ready = "/billing/unbilled?from=2026-11-01&to=2026-11-30"
const period = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: "" }
let actor: Actor
let browser: Browser
let familyIds: string[]

beforeEach(async () => {
  removeRows(jobs)
  ;({ actor, browser } = await openOffice())
  familyIds = openFamilies(3)
})

function openFamilies(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const adults = [{ name: `Payer ${n}`, email: `p${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name: `Family ${n}`, adults, children: ["Mia"] })
    owe(actor, family, 1000 + n)
    return family.familyId
  })
}
const send = () => browser.submit(ready, { ...period, "family[]": familyIds, intent: "send", key: "one" })
const states = () => rowsOf(invoices, { schoolId: actor.school.id }).map(({ state }) => state)

/** Sends a run and answers the address of its page, as Ready to invoice links to it. */
async function run(): Promise<string> {
  await send()
  const html = await browser.html("/billing/runs")
  const address = /href="(\/billing\/runs\/[\w-]+)"/.exec(html)?.[1]
  if (!address) throw new Error("The run isn’t listed.")
  return address
}

describe("an invoice run whose emails wait", () => {
  test("says until when, on the toast, on Ready to invoice and on its own page, and is undone from there", async () => {
    const answer = await send()
    expect(locationOf(answer)).toMatch(/^\/billing\/runs\/[\w-]+$/)
    const list = await browser.read(locationOf(answer))
    expect(list).toMatch(
      /3 invoices sent\. Emails leave at \d+:\d+ [AP]M\. Until then you can undo the run\./,
    )
    expect(list).toContain("Undo")
    owe(actor, { familyId: familyIds[0] ?? "", studentIds: [] }, 500)
    expect(await browser.read("/billing/unbilled")).toMatch(/Emails of the last invoice run leave at/)
    const address = await run()
    expect(await browser.read(address)).toContain("Undo this run")
    expect(await browser.read(address)).toContain("3 invoices $30.03")
    expect(locationOf(await browser.submit(address, { intent: "undo" }))).toBe(address)
    expect(await browser.read(address)).toContain("3 invoices voided")
    expect(states()).toEqual(["void", "void", "void"])
    expect(await browser.read("/settings/admin/log")).toContain("undid an invoice run of 3 invoices")
    expect(await browser.read("/billing/runs")).toContain("Undone, 3 invoices void")
    expect(locationOf(await browser.submit(address, { intent: "undo" }))).toBe(address)
    expect(states()).toHaveLength(3)
  })

  test("can't be undone once its emails have left, and says why", async () => {
    const address = await run()
    expect((await browser.submit(address, { intent: "send-now" })).status).toBe(303)
    while (await runNextJob());
    const text = await browser.read(address)
    expect(text).toContain("Its emails have left, so this run can’t be undone.")
    expect(text).not.toContain("Undo this run")
    await browser.submit(address, { intent: "undo" })
    expect(await browser.read(address)).toContain("Void its invoices")
    expect(states()).toEqual(["issued", "issued", "issued"])
  })

  test("is undone in the background when it is large, with progress", async () => {
    familyIds = [...familyIds, ...openFamilies(27)]
    const sending = locationOf(await send())
    expect(sending).toMatch(/^\/tasks\//)
    while (await runNextJob());
    const address = locationOf(await browser.visit(sending))
    expect(await browser.read("/billing/runs")).toContain("30 invoices")
    expect(await browser.html("/billing/runs")).toContain(`href="${address}"`)
    expect(await browser.read(address)).toContain("Undo this run")
    const undoing = locationOf(await browser.submit(address, { intent: "undo" }))
    expect(undoing).toMatch(/^\/tasks\//)
    expect(await browser.read(undoing)).toContain("0 of 30 invoices")
    while (await runNextJob());
    expect(await browser.read(undoing)).toContain("30 invoices voided.")
    expect(new Set(states())).toEqual(new Set(["void"]))
  })

  test("is not there for another school, and a teacher has no part in it", async () => {
    const address = await run()
    const other = await Browser.of(openSchool().userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Kwame Boateng").userId)
    expect((await other.visit(address)).status).toBe(404)
    expect((await other.submit(address, { intent: "undo" })).status).toBe(404)
    expect((await teacher.submit(address, { intent: "undo" })).status).toBe(302)
    expect((await browser.submit(address, { intent: "whatever" })).status).toBe(404)
    expect(states()).toEqual(["issued", "issued", "issued"])
  })
})

test("how long emails wait is a setting of the school; sent at once, a run has no undo", async () => {
  const invoicing = { intent: "invoicing", invoiceNumberFormat: "{year}-{number}", invoiceDueDays: "14" }
  await expect(browser.submit("/settings/school", { ...invoicing, invoiceHoldMinutes: "7" })).toAnswer(400)
  await expect(browser.submit("/settings/school", { ...invoicing, invoiceHoldMinutes: "0" })).toAnswer(303)
  await send()
  const list = await browser.read("/billing")
  expect(list).toContain("3 invoices sent.")
  expect(list).not.toContain("Emails leave at")
})

describe("selected invoices", () => {
  test("are downloaded as one ZIP of their PDFs", async () => {
    await send()
    const selected = await browser.submit("/selections", {
      noun: "invoices",
      act: "pdfs",
      scope: "all",
      list: "",
    })
    const address = locationOf(selected)
    expect(await browser.read(address)).toContain("Download ZIP")
    const answer = await browser.visit(`${address}/pdfs.zip`)
    expect(answer.headers.get("Content-Type")).toBe("application/zip")
    const files = entriesOf(Buffer.from(await answer.arrayBuffer()))
    expect(files.map(({ name }) => name).sort()).toEqual([
      "invoice-2026-0001.pdf",
      "invoice-2026-0002.pdf",
      "invoice-2026-0003.pdf",
    ])
    for (const { bytes } of files) expect(bytes.subarray(0, 5).toString()).toBe("%PDF-")
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(`${address}/pdfs.zip`)).status).toBe(404)
  })
})

/** The files of a ZIP, read from its entries. */
function entriesOf(zip: Buffer): { name: string; bytes: Buffer }[] {
  const files: { name: string; bytes: Buffer }[] = []
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const packed = zip.readUInt32LE(at + 18)
    const nameEnd = at + 30 + zip.readUInt16LE(at + 26)
    const name = zip.subarray(at + 30, nameEnd).toString()
    files.push({ name, bytes: inflateRawSync(zip.subarray(nameEnd, nameEnd + packed)) })
    at = nameEnd + packed
  }
  expect(zip.readUInt16LE(zip.length - 12)).toBe(files.length)
  return files
}
