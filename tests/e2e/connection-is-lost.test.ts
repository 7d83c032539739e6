import type { Page } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// With scripts, in the signed-in area: a page stays as it is while it cannot be answered, with everything typed.

const only = onlyWithScripts("without scripts the browser itself keeps a form that it cannot send")

const office = "admin@harmony.example"

async function ready(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() => Boolean(window.__remixRouter?.state.initialized))
}

/** Types a student's name and sends the form. */
async function addStudent(page: Page, name: string) {
  await page.getByLabel("First name").first().fill(name)
  await page.getByLabel("Last name").first().fill("Lindqvist")
  await page.getByRole("button", { name: "Add student" }).click()
}

const troubles: [
  what: string,
  say: string,
  begin: (page: Page) => Promise<unknown>,
  end: (page: Page) => Promise<unknown>,
][] = [
  [
    "without a connection",
    "You’re offline.",
    (page) => page.context().setOffline(true),
    (page) => page.context().setOffline(false),
  ],
  [
    "when the server cannot be reached",
    "Tutti can’t be reached.",
    (page) => page.route("**/*.data*", (route) => route.abort("connectionrefused")),
    (page) => page.unroute("**/*.data*"),
  ],
  [
    "when a proxy answers in its place",
    "Tutti is having trouble.",
    (page) =>
      page.route("**/*.data*", (route) =>
        route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" }),
      ),
    (page) => page.unroute("**/*.data*"),
  ],
  [
    "when a login page of a Wi-Fi answers",
    "Another page answered instead of Tutti.",
    (page) =>
      page.route("**/*.data*", (route) =>
        route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to our café</h1>" }),
      ),
    (page) => page.unroute("**/*.data*"),
  ],
]

test("what is pressed before all of the page's scripts have loaded waits, too", only, async ({ page }) => {
  await signIn(page, office)
  await page.route(/\/assets\/later-/, async (route) => {
    const response = await route.fetch()
    await new Promise((done) => setTimeout(done, 1_000))
    await route.fulfill({ response })
  })
  await page.route("**/*.data*", (route) => route.abort("connectionrefused"))
  // The page presses by itself as soon as React has taken over: Playwright waits for the scripts.
  await page.addInitScript(() => {
    const isStudents = location.pathname === "/students"
    const pressed = new MutationObserver(() => {
      if (document.documentElement.dataset.hydrated !== "yes") return
      pressed.disconnect()
      for (const name of document.querySelectorAll<HTMLInputElement>("main input[name$='Name']"))
        name.value = "Ingeborg"
      const next = isStudents
        ? 'main a[href="/students/create"]'
        : "main form button[type=submit]:not([hidden])"
      document.querySelector<HTMLElement>(next)?.click()
    })
    pressed.observe(document, { attributes: true, subtree: true })
  })
  await page.goto("/students")
  // Its last scripts take a while on a busy machine.
  await expect(page.getByText("Tutti can’t be reached.")).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/students$/)
  await page.goto("/students/create")
  await expect(page.getByText("What you typed is still here.")).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel("First name").first()).toHaveValue("Ingeborg")
})

for (const [number, [what, say, begin, end]] of troubles.entries()) {
  test(`a form ${what} stays with what was typed, and is sent again`, only, async ({ page, look }) => {
    const name = `Wilma${number}`
    await signIn(page, office)
    await ready(page, "/students/create")
    await begin(page)
    await addStudent(page, name)
    await expect(page.getByText(say)).toBeVisible()
    await expect(page.getByText("What you typed is still here.")).toBeVisible()
    await expect(page.getByText("our side")).toHaveCount(0)
    await expect(page.getByLabel("First name").first()).toHaveValue(name)
    await expect(page.getByRole("button", { name: "Add student" })).toBeVisible()
    if (number === 0) await look(page)

    // What is changed while it waits is what the next press sends.
    await page.getByLabel("Last name").first().fill("Lindgren")
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText(say)).toBeVisible()
    await end(page)
    if (number % 2) await page.getByRole("button", { name: "Try again" }).click()
    else await page.getByRole("button", { name: "Add student" }).click()
    await expect(page).toHaveURL(/\/students\/[\w-]{13,}/)
    const surname = number % 2 ? "Lindqvist" : "Lindgren"
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`${name} ${surname}`)
    await expect(page.getByText(say)).toHaveCount(0)
  })

  test(`a link ${what} leaves the page where it is, until it can be followed`, only, async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/students/create")
    await page.getByLabel("First name").first().fill("Not sent")
    await begin(page)
    // A screen whose scripts are not here yet.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click()
    await expect(page.getByText(say)).toBeVisible()
    await expect(page).toHaveURL(/\/students\/create$/)
    await expect(page.getByLabel("First name").first()).toHaveValue("Not sent")
    await page.getByRole("button", { name: "Dismiss" }).click()
    await expect(page.getByText(say)).toHaveCount(0)
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click()
    await expect(page.getByText(say)).toBeVisible()
    await end(page)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page).toHaveURL(/\/messaging$/)
    await expect(page.getByText(say)).toHaveCount(0)
  })
}

test("a message without a connection is stored and sent once it is back", only, async ({ page }) => {
  await signIn(page, "guardian@harmony.example")
  await ready(page, "/messaging/new?to=office")
  await page.getByLabel("Subject").fill("The cello bridge")
  await page.getByLabel("Message").fill("It fell over.")
  await page.context().setOffline(true)
  await page.getByRole("button", { name: /^Send/ }).click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("")
  // Its tab is closed before there is a connection again.
  const later = await page.context().newPage()
  await page.close()
  await later.context().setOffline(false)
  await later.goto("/student/dashboard")
  await expect(later.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
  await later.goto("/messaging")
  await expect(later.getByRole("main").getByRole("link", { name: /The cello bridge/ })).toHaveCount(1)
})

test("a second press stores no empty message behind the one that waits", only, async ({ page }) => {
  await signIn(page, "guardian@harmony.example")
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("tutti-kept-forms") ?? "[]").length)
  await ready(page, "/messaging/new?to=office")
  await page.getByLabel("Subject").fill("A string")
  await page.getByLabel("Message").fill("It broke.")
  await page.context().setOffline(true)
  const send = page.getByRole("button", { name: /^Send/ })
  await send.click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("")
  await send.click()
  await expect(page.getByLabel("Subject")).toBeFocused()
  expect(await kept()).toBe(1)
  await page.context().setOffline(false)
  await expect(page.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText("Not sent:")).toHaveCount(0)
})

test("an assignment given with attendance without a connection is stored, too", only, async ({ page }) => {
  await signIn(page, office)
  await page.goto("/attendance?view=missing")
  await page.locator('main a[href^="/classes/sessions/"]').last().click()
  await expect(page.getByRole("button", { name: /^Save attendance/ })).toBeVisible()
  const task = page.locator("form", { has: page.getByRole("button", { name: "Assign" }) })
  await task.getByRole("textbox").first().fill("Scales in thirds")
  await page.context().setOffline(true)
  await task.getByRole("button", { name: "Assign" }).click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(page.getByText("Scales in thirds").first()).toBeVisible()
})

test(
  "an assignment given on a student’s page without a connection is stored, too",
  only,
  async ({ page }) => {
    await signIn(page, "teacher@harmony.example")
    await page.goto("/dashboard/teacher/students")
    const student = page.locator('main a[href^="/dashboard/teacher/students/"]').first()
    await ready(page, `${await student.getAttribute("href")}/skills?view=tasks`)
    await page.getByRole("textbox", { name: "Assignment" }).fill("Scales in sixths")
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Assign", exact: true }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await expect(page.getByRole("textbox", { name: "Assignment" })).toHaveValue("")
    await page.context().setOffline(false)
    await expect(page.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole("listitem").filter({ hasText: "Scales in sixths" })).toHaveCount(1)
  },
)

test(
  "a link out of the area and a file stay with the message, too, when nothing can be reached",
  only,
  async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/dashboard/getting-started")
    await page.context().setOffline(true)
    await page.getByRole("link", { name: "View Documentation" }).first().click()
    await expect(page.getByText("You’re offline.")).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/getting-started$/)
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page).toHaveURL(/\/help/)
    await expectStyled(page)

    await ready(page, "/settings/admin/log")
    await page.context().setOffline(true)
    await page.getByRole("link", { name: /CSV/ }).first().click()
    await expect(page.getByText("You’re offline.")).toBeVisible()
    await page.context().setOffline(false)
    const file = page.waitForEvent("download")
    await page.getByRole("button", { name: "Try again" }).click()
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  },
)

test(
  "what a press would load stays away without a connection, and the page stays",
  only,
  async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/students/create")
    await page.getByLabel("First name").first().fill("Not sent")
    await page.context().setOffline(true)
    for (const name of [/^Support/, /^Search and commands/]) {
      await page.getByRole("link", { name }).first().click()
      await expect(page.getByText("You’re offline.")).toBeVisible()
      await page.getByRole("button", { name: "Dismiss" }).click()
    }
    await expect(page.getByLabel("First name").first()).toHaveValue("Not sent")
    await page.context().setOffline(false)
  },
)

test("a form that the browser sends itself waits for the connection, too", only, async ({ page }) => {
  await signIn(page, office)
  await ready(page, "/settings/admin/export")
  await page.getByRole("button", { name: "Export everything" }).click()
  // The worker makes the file in its own time.
  await expect(page.getByRole("button", { name: "Download everything" })).toBeVisible({ timeout: 60_000 })
  await page.context().setOffline(true)
  await page.locator('main form[action$="export.zip"] button').click()
  await expect(page.getByText("You’re offline.")).toBeVisible()
  await page.context().setOffline(false)
  const file = page.waitForEvent("download")
  await page.getByRole("button", { name: "Try again" }).click()
  expect((await file).suggestedFilename()).toMatch(/\.zip$/)
})

/** Whether the page's own styles reached it: browsers write black Times on nothing. */
async function expectStyled(page: Page) {
  await expect(page.locator("h1").first()).toBeVisible()
  const look = await page.evaluate(() => ({
    text: getComputedStyle(document.body).fontFamily,
    ground: getComputedStyle(document.documentElement).backgroundColor,
  }))
  expect(look.text).not.toMatch(/^"?Times/)
  expect(look.ground).not.toBe("rgba(0, 0, 0, 0)")
  // A document that was replaced in place loads its own sheets again, behind the look it kept.
  await expect.poll(() => page.evaluate(() => document.styleSheets.length), "style sheets").toBeGreaterThan(0)
}

test.describe("every page has its styles", () => {
  let complaints: string[] = []
  test.beforeEach(({ page }) => {
    complaints = []
    page.on("console", (message) => {
      if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
        complaints.push(message.text())
    })
  })
  test.afterEach(() => expect(complaints).toEqual([]))

  test("a click out of the area loads a document", only, async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/dashboard/getting-started")
    await page.getByRole("link", { name: "View Documentation" }).first().click()
    await expect(page).toHaveURL(/\/help/)
    await expectStyled(page)
    await expect(page.locator('script[src="/enhance.js"]')).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/getting-started$/)
    await expectStyled(page)
  })

  for (const [what, act] of [
    [
      "a menu link",
      (page: Page) =>
        page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click(),
    ],
    ["a form", (page: Page) => addStudent(page, "Signed out")],
  ] as const)
    test(`${what} after the login has ended leads to the login page`, only, async ({ page, context }) => {
      await signIn(page, office)
      await ready(page, "/students/create")
      await context.clearCookies({ name: "tutti" })
      await act(page)
      await expect(page).toHaveURL(/\/auth\/login/)
      await expectStyled(page)
      await expect(page.locator('script[src="/enhance.js"]')).toHaveCount(1)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    })

  test("when even the frame breaks, the styles stay", only, async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/students/create")
    // What the server sends when the root's own loader threw.
    const rootFailed = '[{"_1":2},"root",{"_3":4},"error",["ErrorResponse",5,6,7],"",500,"Broken"]\n'
    await page.route("**/messaging.data*", (route) =>
      route.fulfill({ status: 500, contentType: "text/x-script", body: rootFailed }),
    )
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click()
    await expect(page.getByRole("link", { name: "Go Home" })).toBeVisible()
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0)
    await expectStyled(page)
    await page.getByRole("link", { name: "Go Home" }).click()
    await expect(page).toHaveURL(/\/$/)
    await expectStyled(page)
  })

  test("a page that breaks says so in the area's own styles", only, async ({ page }) => {
    await signIn(page, office)
    await ready(page, "/students/create")
    await page.route("**/messaging.data*", async (route) => {
      const answer = await route.fetch({
        url: route.request().url().replace("/messaging.data", "/classes/none.data"),
      })
      await route.fulfill({ response: answer, status: 500 })
    })
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click()
    await expect(page.getByRole("link", { name: "Go Home" })).toBeVisible()
    await expectStyled(page)
  })
})
