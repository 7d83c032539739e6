import { beforeAll, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow, testToday } from "../../support/clock"
import { adultsWith, invoiceOver, openPayingFamily } from "../../support/family"
import { openLearning, shareNote } from "../../support/learning"
import { addSessionRow } from "../../support/lessons"
import { payInCash } from "../../support/payments"

// What families do most on a phone, one step nearer, as documents alone.

beforeAll(() => fixClock(testNow))

describe("receipts in the list of invoices", () => {
  test("each payer has their own, of what is paid, and opens no one else’s", async () => {
    const family = openPayingFamily({
      adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
    })
    const invoiceId = invoiceOver(family.school, family, 10_000)
    const [jonas, layla] = await Promise.all(family.guardians.map(({ userId }) => Browser.of(userId)))
    if (!jonas || !layla) throw new Error("The family has two payers.")
    expect(await jonas.html("/student/invoices")).not.toContain("Download PDF")
    const pdfs = family.guardianIds.map((payerId, index) => {
      const paid = payInCash(family.school, {
        invoiceId,
        payerId,
        amountMinor: 5_000,
        receivedOn: testToday,
        payerName: index === 0 ? "Jonas Haddad" : "Layla Haddad",
      })
      if (!paid.ok) throw new Error(paid.reason)
      return `/student/payments/${paid.paymentId}/pdf`
    })
    for (const [browser, own, other] of [
      [jonas, pdfs[0] ?? "", pdfs[1] ?? ""],
      [layla, pdfs[1] ?? "", pdfs[0] ?? ""],
    ] as const) {
      const list = await browser.html("/student/invoices")
      expect(list).toContain(`href="${own}"`)
      expect(list).not.toContain(other)
      expect((await browser.visit(own)).headers.get("Content-Type")).toBe("application/pdf")
      expect((await browser.visit(other)).status).toBe(404)
    }
  })
})

describe("from the first page", () => {
  test("the last note leads to its open reply, and only to that one", async () => {
    const { school, guardian, miloId, classId, sessionId, marcus } = openLearning()
    const earlier = addSessionRow(school, classId, "2026-11-11", { teacherId: marcus.teacherId })
    shareNote(school, earlier, "Bars 1 to 8.")
    shareNote(school, sessionId, "Bars 9 to 16 slowly.")
    const browser = await Browser.of(guardian.userId)
    const home = await browser.html(`/student/dashboard?child=${miloId}`)
    const path = `/student/feedback?child=${miloId}&reply=${sessionId}`
    expect(home).toContain(path.replace("&", "&amp;"))
    const open = (html: string) => html.match(/<details class="disclosure"[^>]*open=""/g)?.length ?? 0
    expect(open(await browser.html(path))).toBe(1)
    expect(open(await browser.html(`/student/feedback?child=${miloId}&reply=nonsense`))).toBe(0)
  })

  test("the next lesson’s teacher can be written to, unless they don’t teach the family", async () => {
    const { school, guardian, miloId, classId, marcus, stranger } = openLearning()
    const browser = await Browser.of(guardian.userId)
    const home = `/student/dashboard?child=${miloId}`
    const to = `/messaging/new?to=member%3A${marcus.actor.memberId}`
    const page = await browser.html(home)
    expect(page).toContain(`href="${to}"`)
    expect(page).toContain('href="/student/settings"')
    expect(await browser.read(to)).toContain("Send to 1 person")

    addSessionRow(school, classId, testToday, {
      teacherId: stranger.teacherId,
      startTime: "14:00",
      minutes: 90,
    })
    const substituted = await browser.read(home)
    expect(substituted).toContain("with Kwame Boateng")
    expect(substituted).not.toContain("Message Kwame Boateng")
  })

  test("whom to write to is one step, and a message begun elsewhere keeps its words", async () => {
    const { guardian, marcus } = openLearning()
    const browser = await Browser.of(guardian.userId)
    const page = await browser.html("/messaging/new")
    expect(page).toContain('href="/messaging/new?to=office"')
    expect(page).toContain(`href="/messaging/new?to=member%3A${marcus.actor.memberId}"`)
    expect(page).not.toContain("<select")
    const begun = await browser.html("/messaging/new?subject=Recital")
    expect(begun).toContain('name="subject" value="Recital"')
    expect(begun).toContain("<select")
  })
})
