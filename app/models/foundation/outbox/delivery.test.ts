import { expect, test } from "vitest"
import { openSchool } from "../../../../tests/support/school"
import { deliveriesTo, type MailAbout } from "./delivery.server"

const mail = (recipient: string, state: "returned" | "sent"): MailAbout => ({
  ...{
    id: recipient,
    about: "invoice",
    template: "invoice-issued",
    name: "Ana Berg",
    byText: false,
    recipient,
  },
  ...{ delivery: { state }, queuedAt: 0, at: 0 },
})
const statesOf = (mails: readonly MailAbout[], addresses: readonly string[]) =>
  deliveriesTo(
    openSchool().actor,
    mails,
    "invoice-issued",
    addresses.map((email) => ({ name: "Ana Berg", email })),
  ).map(({ delivery }) => delivery.state)

test("who has another address now is found by name, and what went to a namesake is the namesake’s", () => {
  const mails = [mail("Ana@old.example", "returned"), mail("ana@namesake.example", "sent")]
  expect(statesOf(mails, ["ana@new.example", "Ana@Namesake.example"])).toEqual(["returned", "sent"])
  expect(statesOf(mails.slice(1), ["ana@new.example", "ana@namesake.example"])).toEqual(["none", "sent"])
})
