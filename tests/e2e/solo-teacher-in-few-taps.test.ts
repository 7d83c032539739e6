import type { Locator } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// A teacher on their own, on a phone between two lessons: a new student, the weekly lesson, attendance, the invoice and its
// payment. Every tap counts, those into a field included.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
const only = onlyWithScripts("taps are counted with scripts")

const mostTaps = 25
/** An honest thumb's, without waiting: 1.5 a tap and 0.25 a letter. */
const mostSeconds = 57

test(
  "a solo teacher gets from a new student to a paid invoice in at most 25 taps",
  only,
  async ({ page, look }) => {
    let taps = 0
    let letters = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.click()
    }
    const enter = async (target: Locator, text: string) => {
      taps += 1
      letters += text.length
      await target.fill(text)
    }
    await signIn(page, "solo@brightkeys.example")
    const line = await page.context().newCDPSession(page)
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    })

    await test.step("the student", async () => {
      await tap(page.getByRole("button", { name: "Add", exact: true }))
      await tap(page.getByRole("navigation", { name: "Add" }).getByRole("link", { name: "Student" }))
      await enter(page.getByLabel("First name"), "Nora")
      await enter(page.getByLabel("Last name"), "Lindqvist")
      await enter(page.locator("input[name='instruments[0].instrument']"), "Piano")
      const guardian = page.locator("details", { hasText: "Guardian 1" })
      await enter(guardian.getByLabel("Name", { exact: true }), "Petra Lindqvist")
      await enter(guardian.getByLabel("Email"), "petra.lindqvist@example.com")
      await tap(page.getByRole("button", { name: "Add student" }).last())
      await expect(page.getByText("Nora Lindqvist added.")).toBeVisible()
    })

    await test.step("the weekly lesson, filled in from the student", async () => {
      await tap(page.getByRole("link", { name: "Schedule lessons" }).first())
      await expect(page.getByRole("heading", { name: "Weekly lesson for Nora Lindqvist" })).toBeVisible()
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nora Lindqvist, piano")
      await expect(page.getByLabel(/^Amount in/)).not.toHaveValue("")
      await expect(page.getByLabel("Start", { exact: true })).not.toHaveValue("")
      await look(page)
      // Their first lesson has just ended: today instead of the day proposed, an hour ago.
      const proposed = page.locator("input[name=weekdays]:checked")
      if ((await proposed.getAttribute("value")) !== "3") {
        await tap(proposed)
        await tap(page.locator("label", { hasText: /^Wed$/ }))
        await enter(page.getByLabel("First day"), "2026-11-18")
      }
      await enter(page.getByLabel("Start", { exact: true }), "07:15")
      await tap(page.getByRole("button", { name: "Create lesson" }).last())
      await expect(page.getByText("Nora Lindqvist, piano created.")).toBeVisible()
    })

    await test.step("attendance", async () => {
      await tap(page.getByRole("link", { name: "Take attendance" }).first())
      await tap(page.getByRole("button", { name: "Save attendance" }))
      await expect(page.getByText("Attendance saved.")).toBeVisible()
    })

    await test.step("the invoice", async () => {
      // Scrolled into the middle, the link isn't under the message, and the page doesn't move when that comes along.
      await page.getByRole("link", { name: "not invoiced yet" }).evaluate((link) => {
        link.scrollIntoView({ block: "center", behavior: "instant" })
      })
      await tap(page.getByRole("link", { name: "not invoiced yet" }))
      await tap(page.getByRole("button", { name: /^Send/ }).first())
      await expect(page.getByRole("heading", { name: "Record a payment" })).toBeVisible()
    })

    await test.step("the payment", async () => {
      await tap(page.getByRole("button", { name: /^Record/ }).first())
      await expect(page.getByText(/^Paid/).first()).toBeVisible()
    })

    expect(taps).toBeLessThanOrEqual(mostTaps)
    expect(taps * 1.5 + letters * 0.25).toBeLessThanOrEqual(mostSeconds)
  },
)
