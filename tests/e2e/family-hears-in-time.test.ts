import type { Page } from "@playwright/test"
import { expect, signIn } from "./journey"
import { test } from "./own-app"

// What becomes of a family's lessons reaches it once, and only what is so by then: by email, by text message and in its pages.
// tests/routes/teaching/moving-a-lesson.test.ts, tests/routes/attendance/absences.test.ts and
// tests/routes/communication/mail-replies.test.ts have what is refused.

type Mail = { id: string; subject: string; text: string; attachments: { filename: string }[] }

const [guardian, phone] = ["guardian@harmony.example", "+15125550142"]

test("a family hears of a move once, of an ill teacher at once, and answers a lesson note by email", async ({
  app,
  page,
  otherPage,
  mailbox,
  sandboxUrl,
  look,
}) => {
  const letters = async (subject: RegExp) => {
    const answer = await fetch(`${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(guardian)}`)
    return ((await answer.json()) as Mail[]).filter((mail) => subject.test(mail.subject))
  }
  const family = await otherPage()
  await family.setViewportSize({ width: 360, height: 740 })
  /** Days pass, so that logins end. */
  const wakeAt = async (instant: string, login: string) => {
    for (const open of [page, family]) {
      await open.goto("about:blank")
      await open.context().clearCookies()
    }
    await app.wakeAt(instant)
    await signIn(page, login)
  }
  await signIn(page, "admin@harmony.example")
  await signIn(family, guardian)
  const [onceMoved, undone, noted] = [
    await lessonOf(family, "2026-12-07", "Milo"),
    await lessonOf(family, "2026-12-14", "Milo"),
    await lessonOf(family, "2026-11-30", "Milo"),
  ]

  await test.step("a lesson that is moved twice is one letter, one that is put back is none", async () => {
    for (const time of ["17:00", "18:00"]) await moveTo(page, onceMoved, time)
    await moveTo(page, undone, "17:00")
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(page.getByText(/ is back on /)).toBeVisible()
    expect(await letters(/reschedul/)).toEqual([])
    await wakeAt("2026-11-18T15:20:00-05:00", "admin@harmony.example")
    const { text, attachments } = (await mailbox.latestTo(guardian, /^Lesson rescheduled/)) as Mail
    expect(text).toContain("6:00 PM")
    expect(text).not.toContain("5:00 PM")
    expect(attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.ics$/)])
    expect(await letters(/reschedul/)).toHaveLength(1)
    await signIn(family, guardian)
    await family.goto(`/student/schedule/${onceMoved}`)
    await expect(family.getByRole("main")).toContainText("6:00 PM")
    await look(family)
  })

  await test.step("a teacher who is ill this morning: a text in quiet hours, an email, and the family’s pages", async () => {
    await wakeAt("2026-11-23T06:20:00-05:00", "admin@harmony.example")
    await page.goto("/absences")
    await page.getByLabel("Teacher", { exact: true }).selectOption({ label: "Marcus Whitfield" })
    await page.getByLabel("Reason, staff only").fill("Flu")
    await page.getByRole("button", { name: "Record absence" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Arrange an absence")
    await page
      .getByRole("button", { name: /^Cancel on / })
      .first()
      .click()
    const bar = page.locator(".absence-bar")
    await expect(bar).toContainText(/\d canceled/)
    await look(page)
    await bar.getByRole("button", { name: /^Arrange \d+ lessons? and tell \d+ famil/ }).click()
    await expect(page.getByText(/\d lessons? arranged\. We email/)).toBeVisible()
    await wakeAt("2026-11-23T06:30:00-05:00", "admin@harmony.example")
    const { text } = await mailbox.latestTo(guardian, /^Marcus Whitfield is away/)
    expect(text).toContain("Milo")
    expect(text).not.toContain("Flu")
    const said = async () => {
      const answer = await fetch(`${sandboxUrl}/phones/messages.json?to=${encodeURIComponent(phone)}`)
      return ((await answer.json()) as { body: string }[]).map(({ body }) => body)
    }
    await expect.poll(said, { timeout: 60_000 }).toContainEqual(expect.stringContaining("Marcus Whitfield"))
    await signIn(family, guardian)
    await family.goto("/student/schedule")
    await expect(family.locator("section[aria-labelledby='on-2026-11-23']")).toContainText("Canceled")
    await look(family)
  })

  await test.step("a lesson note comes by email, and its answer is in the teacher’s messages", async () => {
    await page.goto("/settings/policies?edit=lesson-emails")
    await page.getByLabel("Email families lesson notes").selectOption({ label: "After each lesson" })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText("Saved. Families are emailed what is written from now on.")).toBeVisible()
    await wakeAt("2026-11-30T16:10:00-05:00", "teacher@harmony.example")
    await page.goto(`/classes/sessions/${noted}`)
    await page.getByLabel("Note for families").fill("The slow movement sings now. Bars 1 to 16 by Monday.")
    await page.getByRole("button", { name: /^Save attendance/ }).click()
    await expect(page.getByText("Attendance saved.")).toBeVisible()
    await wakeAt("2026-11-30T16:20:00-05:00", "teacher@harmony.example")
    const { id, text } = (await mailbox.latestTo(guardian, /^Lesson note for Milo/)) as Mail
    expect(text).toContain("The slow movement sings now.")
    const reply = await fetch(`${sandboxUrl}/mailbox/${id}/reply`, {
      method: "POST",
      body: new URLSearchParams({ words: "Which fingering for bar 9?" }),
      redirect: "manual",
    })
    expect(reply.headers.get("Location")).toContain("replied=yes")
    await expect
      .poll(
        async () => {
          await page.goto("/messaging")
          return page.getByRole("link", { name: /Lesson note for Milo/ }).count()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await page
      .getByRole("link", { name: /Lesson note for Milo/ })
      .first()
      .click()
    await expect(page.getByRole("main")).toContainText("Which fingering for bar 9?")
    await look(page)
  })
})

/** A child's lesson of a day, by its address in the family's schedule. */
async function lessonOf(family: Page, date: string, child: string): Promise<string> {
  await family.goto(`/student/schedule?date=${date}`)
  const lessons = family.locator(`section[aria-labelledby='on-${date}'] li`).filter({ hasText: child })
  const address = (await lessons.locator("a").first().getAttribute("href")) ?? ""
  return /\/student\/schedule\/([^?#]+)/.exec(address)?.[1] ?? ""
}

async function moveTo(page: Page, lesson: string, time: string) {
  await page.goto(`/classes/sessions/${lesson}/edit`)
  await page.getByLabel("Start", { exact: true }).fill(time)
  await page.getByRole("button", { name: "Move lesson" }).last().click()
  await expect(page.getByText(/ moved to /).first()).toBeVisible()
}
