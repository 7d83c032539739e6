import { users } from "db/schema/accounts"
import { stripeAccounts } from "db/schema/accounts-stripe"
import { emails } from "db/schema/foundation-mail"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { Browser, textOf } from "../../support/app"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { startStripe } from "../../support/stripe"

// A school connects its own Stripe account: its keys are proven, sealed and never shown again.

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterEach(() => stripe.noFaults())
afterAll(() => stripe.close())

const password = "eine kleine Nachtmusik"
const key = "sk_test_harmony00001_first"
const at = "/settings/school"

let school: Awaited<ReturnType<typeof open>>
async function open() {
  const { actor, userId } = openSchool()
  const passwordHash = await hashPassword(password)
  changeRows(users, { id: userId }, { passwordHash })
  const browser = await Browser.of(userId)
  const save = (intent: string, fields: Record<string, string> = {}) =>
    browser.submit(at, { intent, ...fields })
  const row = () => rowOf(stripeAccounts, { schoolId: actor.school.id })
  const mails = () => rowsOf(emails, { schoolId: actor.school.id, template: "stripe-changed" })
  return { actor, userId, browser, save, row, mails, page: async () => browser.read(at) }
}
beforeEach(async () => {
  school = await open()
})

test("a key that Stripe knows is kept sealed, and no page shows it again", async () => {
  const { save, row, mails, page, browser } = school
  expect((await save("stripe", { secretKey: key, currentPassword: password })).status).toBe(303)
  expect(await page()).toContain("Stripe account added.")
  expect(row()).toMatchObject({ account: "acct_harmony00001", isTest: true, keyEnd: "irst" })
  expect(JSON.stringify(row())).not.toContain(key)
  const html = await browser.html(`${at}?edit=stripe`)
  expect(html).not.toContain(key)
  expect(await page()).toContain("Test key ending in irst")
  expect(await page()).toContain("no money moves")
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.data).not.toContain(key)
  // The signing secret comes later; the key stays.
  const webhookSecret = "whsec_abcdefghijklmnop"
  expect((await save("stripe", { webhookSecret, currentPassword: password })).status).toBe(303)
  expect(row()).toMatchObject({ account: "acct_harmony00001", keyEnd: "irst" })
  expect(await page()).toContain("Saved")
  // A live key of the same account keeps the secret; one of another account has none.
  await save("stripe", { secretKey: "rk_live_harmony00001_live", currentPassword: password })
  expect(row()).toMatchObject({ isTest: false, keyEnd: "live" })
  expect(row()?.sealedWebhookSecret).not.toBeNull()
  expect(await page()).not.toContain("no money moves")
  await save("stripe", { secretKey: "sk_live_someoneelse_x", currentPassword: password })
  expect(row()).toMatchObject({ account: "acct_someoneelse", sealedWebhookSecret: null })
})

test("what is wrong is said beside its field, and no key comes back in the page", async () => {
  const { save, row } = school
  const tries: [Record<string, string>, string][] = [
    [{}, "Enter a secret or restricted key from Stripe."],
    [{ secretKey: "pk_test_harmony00001" }, "That’s a publishable key."],
    [{ secretKey: "harmony" }, "Enter the whole key from Stripe."],
    [{ secretKey: "sk_test_revoked00001_x" }, "Stripe doesn’t know this key."],
    [{ secretKey: "rk_test_harmony00001_withoutaccount" }, "In Stripe, allow it: Account (Read)."],
    [{ secretKey: "rk_test_harmony00001_withoutrefunds" }, "allow it: Charges and Refunds (Write)."],
    [{ secretKey: key, webhookSecret: "secret" }, "Enter the whole signing secret from Stripe."],
    [{ secretKey: key, currentPassword: "guess" }, "That’s not your password."],
  ]
  for (const [fields, says] of tries) {
    const answer = await save("stripe", { currentPassword: password, ...fields })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain(says)
    for (const secret of [fields.secretKey, fields.webhookSecret, password])
      if (secret && secret.length > 7) expect(html).not.toContain(secret)
  }
  await stripe.fault({ kind: "reset", path: "/v1/account" })
  const silent = await save("stripe", { secretKey: key, currentPassword: password })
  expect(await textOf(silent)).toContain("Stripe isn’t responding")
  expect(row()).toBeUndefined()
})

test("one press tells whether the key still works, and it can be removed", async () => {
  const { save, row, page, mails } = school
  await save("check-stripe")
  expect(await page()).toContain("There is no Stripe key to test.")
  await save("stripe", { secretKey: key, currentPassword: password })
  await page()
  await save("check-stripe")
  expect(await page()).toContain("Stripe answered: the key works for Account harmony00001.")
  // Stripe took two permissions away from the key that is kept.
  for (const path of ["/v1/customers", "/v1/checkout"])
    await stripe.fault({ kind: "status", status: 403, path })
  await save("check-stripe")
  expect(await page()).toContain("In Stripe, allow it: Checkout Sessions (Write), Customers (Write).")
  await stripe.fault({ kind: "status", status: 401, path: "/v1/account" })
  await save("check-stripe")
  expect(await page()).toContain("Stripe no longer knows this key.")
  expect((await save("remove-stripe", { currentPassword: "guess" })).status).toBe(400)
  expect(row()).toBeDefined()
  expect((await save("remove-stripe", { currentPassword: password })).status).toBe(303)
  expect(await page()).toContain("Stripe account removed.")
  expect(row()).toBeUndefined()
  expect(mails()).toHaveLength(2)
})

test("a teacher can’t, and another school’s account stays its own", async () => {
  await school.save("stripe", { secretKey: key, currentPassword: password })
  const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
  const browser = await Browser.of(teacher.userId)
  expect((await browser.submit(at, { intent: "remove-stripe", currentPassword: password })).status).toBe(302)
  expect(school.row()).toBeDefined()
  const other = await open()
  await other.save("remove-stripe", { currentPassword: password })
  await other.save("check-stripe")
  expect(await other.page()).toContain("There is no Stripe key to test.")
  expect(school.row()).toBeDefined()
})
