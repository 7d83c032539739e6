import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sendNextMail } from "~/jobs/mail/send-mail.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser, findUserByPassword } from "~/models/accounts/user/user.server"
import { inviteGuardian } from "~/models/people/invitation/invite.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { locationOf, openOffice, textOf } from "../../support/app"
import { rowOf } from "../../support/school"
import { withSettings } from "../../support/settings"

// Addresses with umlauts in their domain, wherever they're typed: kept and shown as people write them, sent as mail servers know them.

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
})
afterAll(() => sandbox.close())

test("a guardian's address is shown as typed and its invitation leaves to the form of mail servers", async () => {
  const { actor, browser: office } = await openOffice()
  const added = await office.submit("/students/create", {
    firstName: "Mia",
    lastName: "Novak",
    status: "active",
    family: "new",
    "guardians[0].name": "Helena Novak",
    "guardians[0].email": "Helena@Müller-Musik.example",
    "guardians[0].share": "100",
    "guardians[0].seesMoney": "on",
    intent: "save",
  })
  expect(added.status, await textOf(added.clone())).toBe(303)
  expect(await office.read(locationOf(added))).toContain("helena@müller-musik.example")
  const guardian = rowOf(guardians, { schoolId: actor.school.id })
  expect(inviteGuardian(actor, guardian?.id ?? "").ok).toBe(true)
  while (await sendNextMail());
  const mail = rowOf(emails, { template: "guardian-invitation" })
  expect(mail).toMatchObject({ state: "sent", recipient: "helena@müller-musik.example" })
  const box = await (await fetch(`${sandbox.url}/mailbox/messages.json`)).text()
  expect(box).toContain("helena@xn--mller-musik-thb.example")
})

test("one person logs in with either form, and no second one registers with the other", async () => {
  const passwordHash = await hashPassword("a long password")
  const id = addUser({
    name: "Jo Müller",
    email: "jo@xn--mller-kva.example",
    passwordHash,
    isEmailProven: true,
  })
  expect(rowOf(users, { id })?.email).toBe("jo@müller.example")
  for (const name of ["jo@müller.example", "Jo@MÜLLER.example", "jo@xn--mller-kva.example"])
    expect((await findUserByPassword(name, "a long password"))?.id).toBe(id)
})
