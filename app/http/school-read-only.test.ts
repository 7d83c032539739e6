import { blocks } from "db/schema/platform-service"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { makeOneTimeLink, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { linkForMail, listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { inviteGuardian } from "~/models/people/invitation/invite.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { openFamily } from "../../tests/support/billing"
import { testNow } from "../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../tests/support/family"
import { addRows } from "../../tests/support/school"
import { findSchoolReadOnly } from "./school-read-only.server"

/** The addresses of a family that need no login: an open invoice, an invitation, and an offer. */
function openAddresses(school: Actor, family: ReturnType<typeof openPayingFamily>) {
  const [payerId = ""] = family.guardianIds
  const invoiceId = invoiceOver(school, family, 4000)
  linkForMail(school, { invoiceId, dueOn: "2026-12-02" }, { payerId, name: "Jonas", email: null })
  const [link] = listOpenLinks(school, invoiceId)
  if (!link) throw new Error("A link was made here")
  const email = `guest${newId()}@mail.example`
  const guest = openFamily(school, { adults: [{ name: "Bo Bell", email, payerShare: 10_000 }] })
  const invited = inviteGuardian(school, guest.guardianIds[0] ?? "")
  if (!invited.ok) throw new Error(invited.reason)
  const offer = makeOneTimeLink({
    ...{ purpose: "offer", schoolId: school.school.id, subjectId: newId(), email, lifetimeMs: 60_000 },
  })
  return { pay: link.secret, token: tokenOf(invited.linkId), offer: tokenOf(offer) }
}

test("saves of a school that is read-only are refused without a login, too, however the address is written", async () => {
  fixClock(testNow)
  const [blocked, other] = [openPayingFamily(), openPayingFamily()]
  const { pay, token, offer } = openAddresses(blocked.school, blocked)
  const free = openAddresses(other.school, other)
  const hold = { kind: "saving", schoolId: blocked.school.school.id, reason: "Wrong import" } as const
  addRows(blocks, { id: newId(), createdAt: testNow, createdBy: blocked.school.userId ?? "", ...hold })
  const addresses = (key: string, invitation: string, offered: string) => [
    `/offers/${offered}`,
    `/Offers/${offered}.data?index`,
    `/pay/${key}`,
    `/Pay/${key}/order`,
    `/%70ay/${key}.data?index`,
    `/invitation?token=${invitation}`,
    `/Invitation.data?token=${invitation}`,
  ]
  for (const address of addresses(pay, token, offer))
    expect(await findSchoolReadOnly(undefined, address), address).toMatchObject({ text: expect.any(String) })
  for (const address of [...addresses(free.pay, free.token, free.offer), "/pay/%E0%A4%A", "/invitation"])
    expect(await findSchoolReadOnly(undefined, address), address).toBeUndefined()
})
