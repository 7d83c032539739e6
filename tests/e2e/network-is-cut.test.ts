import type { BrowserContext, Page } from "@playwright/test"
import { expect, signIn, test } from "./journey"

// The network is cut at any moment: before a page is opened, between a mark and its save, while it is sent, and between two
// devices. Whatever happens, each mark, note and message is there once. `CUTS=200` tries two hundred cuts.

test.use({ serviceWorkers: "allow" })
test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "a browser without scripts keeps nothing")

const cuts = Number(process.env.CUTS ?? 8)
test.setTimeout(120_000 + cuts * 20_000)

const moments = ["before opening", "before saving", "while sending", "answer lost", "two devices"] as const
type Moment = (typeof moments)[number]

/** The same numbers every run, so that a failure can be seen again. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const attendanceSent = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() =>
          [localStorage.getItem("tutti-kept-registers"), localStorage.getItem("tutti-kept-forms")].every(
            (kept) => kept === null || kept === "[]",
          ),
        ),
      { timeout: 40_000, message: "everything kept on the device was sent" },
    )
    .toBe(true)

/** Lets the next post reach the server or not, and loses its answer. */
async function loseNextPost(page: Page, arrives: boolean) {
  await page.route(
    "**/*.data**",
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback()
      if (arrives) await route.fetch().catch(() => undefined)
      await page.context().setOffline(true)
      await route.abort("internetdisconnected")
    },
    { times: 1 },
  )
}

/** Chooses a mark for one student on the open page. */
const mark = (page: Page, row: number, label: string) =>
  page.locator(".register-list > li").nth(row).locator("label", { hasText: label }).first().click()

async function save(page: Page) {
  await page.getByRole("button", { name: /^Save (attendance|changes)/ }).click()
}

const privateNote = (page: Page) => page.getByLabel("Private note")

test("whenever the network is cut, each mark, note and message arrives once", async ({
  page,
  context,
  browser,
}) => {
  const random = numbersFrom(16)
  await signIn(page, "teacher@harmony.example")
  await page.goto("/dashboard/teacher")
  const due = await page.locator('main a[href^="/classes/sessions/"]').first().getAttribute("href")
  if (!due) throw new Error("No lesson has begun.")
  await page.goto(due)
  const students = await page.locator(".register-list > li").count()
  await save(page)
  await expect(page.getByText("Attendance is saved.").first()).toBeVisible()

  const office = await browser.newContext({ serviceWorkers: "block" })
  const other = await office.newPage()
  await signIn(other, "admin@harmony.example")
  await page.goto("/messaging")
  const conversation = await page
    .locator('main a[href^="/messaging/"]:not([href*="new"])')
    .first()
    .getAttribute("href")

  for (let cut = 1; cut <= cuts; cut += 1) {
    const moment = moments[random(moments.length)] ?? "before saving"
    const label = ["Present", "Absent", "Excused"][random(3)] ?? "Present"
    const row = random(students)
    const text = `Cut ${cut}, ${moment}`
    await test.step(text, async () => {
      await oneCut({ page, context, other, due, moment, label, row, text, students })
      if (conversation && cut % 4 === 0) await oneMessage(page, context, conversation, text)
    })
  }
  await office.close()
})

type Cut = {
  page: Page
  context: BrowserContext
  other: Page
  due: string
  moment: Moment
  label: string
  row: number
  text: string
  students: number
}

async function oneCut({ page, context, other, due, moment, label, row, text, students }: Cut) {
  const theirRow = (row + 1) % students
  await page.goto(due)
  if (moment === "two devices") await other.goto(due)
  if (moment === "before opening") {
    await context.setOffline(true)
    await page.reload({ waitUntil: "commit" }).catch(() => undefined)
    await expect(privateNote(page)).toBeVisible()
  }
  await mark(page, row, label)
  await privateNote(page).fill(text)
  if (moment === "before saving" || moment === "two devices") await context.setOffline(true)
  if (moment === "while sending") await loseNextPost(page, false)
  if (moment === "answer lost") await loseNextPost(page, true)
  await save(page)
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  if (moment === "two devices" && students > 1) {
    await mark(other, theirRow, "Excused")
    await save(other)
    await expect(other.getByText("Attendance is saved.").first()).toBeVisible()
  }
  await context.setOffline(false)
  await attendanceSent(page)
  await page.goto(due)
  await expect(privateNote(page)).toHaveValue(text)
  const chosen = page.locator(".register-list > li").nth(row).locator("input:checked")
  await expect(chosen).toHaveValue(label.toLowerCase())
  if (moment === "two devices" && students > 1)
    await expect(page.locator(".register-list > li").nth(theirRow).locator("input:checked")).toHaveValue(
      "excused",
    )
  await expect(page.locator(".register-list > li input:checked")).toHaveCount(students)
}

/** A message written without a connection, on a page that is closed before there is one again. */
async function oneMessage(page: Page, context: BrowserContext, conversation: string, text: string) {
  await page.goto(conversation)
  const body = `${text}: message`
  await page.getByLabel("Reply").fill(body)
  await loseNextPost(page, text.length % 2 === 0)
  await page.getByRole("button", { name: "Send reply" }).click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await context.setOffline(false)
  await attendanceSent(page)
  await page.goto(conversation)
  await expect(page.getByText(body, { exact: true })).toHaveCount(1)
}

test("what two devices changed differently is chosen for each student", async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/attendance?view=missing")
  const due = await page.locator('main a[href^="/classes/sessions/"]').last().getAttribute("href")
  if (!due) throw new Error("No attendance is missing.")
  const second = await browser.newContext({ serviceWorkers: "block" })
  const other = await second.newPage()
  await signIn(other, "admin@harmony.example")
  await Promise.all([page.goto(due), other.goto(due)])

  await context.setOffline(true)
  await mark(page, 0, "Absent")
  await page.getByLabel("Note for families").fill("Scales, from the phone")
  await save(page)
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await mark(other, 0, "Excused")
  await other.getByLabel("Note for families").fill("Arpeggios, from the office")
  await save(other)
  await expect(other.getByText("Attendance is saved.").first()).toBeVisible()

  await context.setOffline(false)
  await page.getByRole("button", { name: "Compare both" }).click({ timeout: 40_000 })
  await expect(page.getByRole("heading", { name: "Choose which version to keep" })).toBeVisible()
  await page.getByLabel("Yours: Absent").check()
  await page.getByLabel("Both, theirs first").check()
  await page.getByRole("button", { name: "Save attendance" }).click()
  await expect(page.getByText("Attendance is saved.").first()).toBeVisible()
  await expect(page.getByText("Not saved yet.")).toHaveCount(0)
  await page.goto(due)
  await expect(page.getByLabel("Note for families")).toHaveValue(
    /Arpeggios, from the office\s+Scales, from the phone/,
  )
  await expect(page.locator(".register-list > li").first().locator("input:checked")).toHaveValue("absent")
  await second.close()
})
