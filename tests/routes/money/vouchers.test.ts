import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findVoucher, listVouchers } from "~/models/money/voucher/vouchers.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { Browser, locationOf, textOf } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { rowsOf } from "../../support/school"

// Gift vouchers, from their sale to the family that redeems them: without scripts.

async function atOffice() {
  const family = openPayingFamily()
  const office = await Browser.of(family.school.userId ?? "")
  const sell = (facts: Record<string, string> = {}) =>
    office.submit(paths.newVoucher(), {
      ...{ amount: "100", method: "cash", soldOn: "2026-11-18", buyerName: "Ruth Alvarez", formKey: newId() },
      ...{ recipientName: "Nico", recipientEmail: "nico@example.com", ...facts },
    })
  return {
    ...family,
    office,
    sell,
    sold: async (facts: Record<string, string> = {}) => {
      const at = locationOf(await sell(facts))
      const voucher = () => findVoucher(family.school, at.split("/").at(-1) ?? "")
      return { at, voucher, code: voucher()?.code ?? "" }
    },
    parent: () => Browser.of(family.guardian.userId),
    balance: () => familyBalance(family.school, family.familyId),
  }
}

test("the office sells one by its rule, prints and emails it; what is missing is said beside the field", async () => {
  const { office, sell, sold, school } = await atOffice()
  expect(await office.read(paths.vouchers())).toContain("No gift vouchers sold yet.")
  expect((await office.submit(paths.vouchers(), { intent: "voucher-rule", months: "999" })).status).toBe(400)
  await office.submit(paths.vouchers(), { intent: "voucher-rule", months: "36" })
  expect(await office.html(paths.newVoucher())).toContain("36 months after the day")
  const old = await sold({ soldOn: "2026-11-01" })
  expect(old.voucher()?.expiresOn).toBe("2029-11-01")
  expect((await sold({ neverExpires: "on" })).voucher()?.expiresOn).toBeNull()
  const refused = await sell({ amount: "0", buyerName: "", method: "bitcoin", message: "For you" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  for (const text of ["Enter what it’s worth", "Enter who bought it.", "Choose a payment method.", "For you"])
    expect(html).toContain(text)
  expect((await sell({ soldOn: "2026-11-19" })).status).toBe(409)
  expect((await sell({ expiresOn: "2026-11-17" })).status).toBe(409)
  const formKey = newId()
  const first = await sold({ formKey, expiresOn: "2029-11-18" })
  expect((await sold({ formKey, expiresOn: "2029-11-18" })).at).toBe(first.at)
  expect(listVouchers(school, { page: 1 }).total).toBe(3)
  const page = await office.read(first.at)
  expect(page).toContain("Gift voucher of $100.00 sold to Ruth Alvarez.")
  expect(page).toContain("November 18, 2029")
  expect((await office.visit(`${first.at}/pdf`)).headers.get("Content-Type")).toBe("application/pdf")
  for (let presses = 0; presses < 2; presses += 1)
    await office.submit(first.at, { intent: "email-recipient", formKey })
  await office.submit(first.at, { intent: "email-buyer" })
  expect(await office.read(first.at)).toContain("There is no email on this voucher.")
  const mails = () => rowsOf(emails, { template: "voucher" })
  expect(mails().map(({ recipient }) => recipient)).toEqual(["nico@example.com"])
  const csv = await office.html(paths.vouchersFile({}))
  expect(csv).toContain("Ruth Alvarez")
  expect(csv).not.toContain(first.code)
  // Removed within two minutes, no one reads of it.
  await office.submit(first.at, { intent: "remove-voucher" })
  expect(mails()).toEqual([])
  expect((await office.visit(first.at)).status).toBe(404)
  expect((await office.visit(`${first.at}/pdf`)).status).toBe(404)
})

test("a family checks its code and redeems a part of it, then the rest", async () => {
  const family = await atOffice()
  invoiceOver(family.school, family, 3_000)
  const { code, voucher } = await family.sold({ expiresOn: "2026-12-31" })
  const parent = await family.parent()
  expect(await parent.read("/student/invoices")).toContain("Redeem a gift voucher")
  const at = paths.redeemVoucher()
  const wrong = await parent.submit(at, { intent: "redeem-code", code: "XXXX", formKey: newId() })
  await expect(wrong).toAnswer(409, "We don’t know this code")
  expect((await parent.submit(at, { intent: "redeem-code", code: "", formKey: newId() })).status).toBe(400)
  const checked = await textOf(await parent.submit(at, { intent: "check-code", code: code.toLowerCase() }))
  expect(checked).toContain("$100.00 is left on this voucher. Its last day is December 31, 2026.")
  const much = await parent.submit(at, { code, amount: "100.01", formKey: newId() })
  await expect(much).toAnswer(409, "more than is left")
  const formKey = newId()
  for (let presses = 0; presses < 2; presses += 1)
    expect((await parent.submit(at, { code, amount: "40", formKey })).status).toBe(303)
  expect(await parent.read("/student/invoices")).toContain("$40.00 redeemed. $60.00 is left on the voucher.")
  expect([family.balance(), voucher()?.restMinor]).toEqual([-1_000, 6_000])
  await parent.submit(at, { code, formKey: newId() })
  expect([family.balance(), voucher()?.restMinor]).toEqual([-7_000, 0])
  await expect(parent.submit(at, { code, formKey: newId() })).toAnswer(409, "redeemed in full")
  const ledger = await family.office.read(paths.family(family.familyId))
  expect(ledger).toContain("Gift voucher redeemed")
})

test("the office redeems it for a family, undoes that, and pays back what is left", async () => {
  const family = await atOffice()
  const { office, familyId } = family
  const { at, voucher } = await family.sold()
  expect(await office.read(at)).toContain("Redeem")
  const redeem = (amount: string) =>
    office.submit(`${at}?family=${familyId}`, { intent: "redeem", amount, formKey: newId() })
  expect((await redeem("200")).status).toBe(409)
  expect((await redeem("25")).status).toBe(303)
  expect(family.balance()).toBe(-2_500)
  const page = await office.html(at)
  expect(page).toMatch(/aria-label="Undo \$25\.00 for [^"]+, \w+ \d+, 2026"/)
  const redemption = /name="redemption"[^>]*value="([^"]+)"/.exec(page)?.[1]
  await office.submit(at, { intent: "undo-redemption", redemption: redemption ?? "" })
  expect([family.balance(), voucher()?.restMinor]).toEqual([0, 10_000])
  await expect(
    office.submit(at, { intent: "cancel-voucher", method: "cash", reason: "", formKey: "c" }),
  ).toAnswer(400)
  await office.submit(at, { intent: "cancel-voucher", method: "cash", reason: "Moves away", formKey: "c" })
  expect(await office.read(at)).toContain("Gift voucher canceled. Pay $100.00 back.")
  const month = await office.read("/billing/month?month=2026-11")
  expect(month).toContain("Canceled and paid back")
  await office.submit(at, { intent: "undo-end" })
  expect(voucher()?.state).toBe("open")
  await office.submit(at, { intent: "book-income" })
  expect(await office.read(at)).toContain("This voucher hasn’t expired.")
})

test("another school’s voucher, and one for a family that doesn’t pay or is another’s, is a 404", async () => {
  const { sold } = await atOffice()
  const theirs = await sold()
  const other = await atOffice()
  expect((await other.office.visit(theirs.at)).status).toBe(404)
  expect((await other.office.submit(theirs.at, { intent: "undo-end" })).status).toBe(404)
  const own = await other.sold()
  const family = openPayingFamily()
  const to = `${own.at}?family=${family.familyId}`
  await expect(other.office.submit(to, { intent: "redeem", amount: "1", formKey: newId() })).toAnswer(404)
  const parent = await other.parent()
  const stranger = { code: own.code, family: family.familyId, formKey: newId() }
  expect((await parent.submit(paths.redeemVoucher(), stranger)).status).toBe(400)
  expect(own.voucher()?.restMinor).toBe(10_000)
})
