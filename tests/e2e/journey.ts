import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import AxeBuilder from "@axe-core/playwright"
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test"
import { HtmlValidate } from "html-validate"
import { beginAt, readerBrowser } from "./reader/page"

type Mail = {
  id: string
  to: string[]
  subject: string
  text: string
  attachments: { filename: string; size: number }[]
}

/** The details of a journey that is made in one way alone, with why; the other project leaves it out (playwright.config.ts). */
const oneWay = (tag: string) => (reason: string) => ({ tag, annotation: { type: tag, description: reason } })
export const onlyWithScripts = oneWay("@with-scripts")
export const onlyWithoutScripts = oneWay("@without-scripts")
/** The details of a journey that needs Chromium without scripts, too, with what of it does. */
export const drawn = oneWay("@drawn")

/** What every journey has: the app's address, the mailbox, and a look at each screen. */
export const test = base.extend<
  {
    appUrl: string
    sandboxUrl: string
    mailbox: { latestTo(address: string, subject: RegExp): Promise<Mail> }
    look: (page: Page) => Promise<void>
    /** A page of someone else's, in a browser of their own. */
    otherPage: () => Promise<Page>
  },
  { isRead: boolean }
>({
  isRead: [false, { option: true, scope: "worker" }],

  // Chromium, or what reads pages without drawing them.
  browser: [
    async ({ isRead, playwright, browserName }, use) => {
      const browser = isRead ? readerBrowser() : await playwright[browserName].launch()
      await use(browser)
      await browser.close()
    },
    { scope: "worker" },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter as a pattern
  appUrl: async ({}, use) => use(process.env.E2E_APP_URL ?? "http://localhost:3000"),
  baseURL: async ({ appUrl }, use) => use(appUrl),

  context: async ({ context, baseURL, isRead }, use) => {
    if (isRead) await beginAt(context, baseURL)
    await use(context)
  },

  // A person looks at a page before they act; a test would press a key before the page's scripts listen.
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) lookFirst(page)
    await use(page)
  },

  otherPage: async ({ browser, baseURL, javaScriptEnabled }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: javaScriptEnabled ?? true })
      contexts.push(context)
      const page = await context.newPage()
      if (javaScriptEnabled !== false) lookFirst(page)
      return page
    })
    for (const context of contexts) await context.close()
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  sandboxUrl: async ({}, use) => use(process.env.E2E_SANDBOX_URL ?? "http://localhost:3001"),

  mailbox: async ({ sandboxUrl }, use) => {
    await use({
      async latestTo(address, subject) {
        let found: Mail | undefined
        let subjects: string[] = []
        await expect
          .poll(
            async () => {
              const answer = await fetch(
                `${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(address)}`,
              )
              const mails = (await answer.json()) as Mail[]
              found = mails.find((mail) => subject.test(mail.subject))
              subjects = mails.map((mail) => mail.subject)
              return found?.subject
            },
            { timeout: 60_000, message: `a mail to ${address} with the subject ${subject}` },
          )
          .toBeDefined()
          .catch((error) => {
            throw new Error(`${error.message}\nWhat came: ${subjects.join(" · ") || "nothing"}`)
          })
        if (!found) throw new Error("The mail is gone.")
        return found
      },
    })
  },

  look: async ({ javaScriptEnabled }, use) => {
    await use(async (page) => {
      await expectSound(page, javaScriptEnabled ?? true)
    })
  },
})

const withScripts = new WeakSet<Page>()

function lookFirst(page: Page) {
  withScripts.add(page)
  const goto = page.goto.bind(page)
  page.goto = async (...request) => {
    const response = await goto(...request)
    await scriptsRun(page)
    return response
  }
}

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React writes void elements and attributes in its own way; both are valid HTML.
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-inline-style": "error",
    "long-title": "off",
    "no-trailing-whitespace": "off",
    "doctype-style": "off",
    "prefer-native-element": "off",
  },
})

/** Less than half of what the builder would send to each page. */
export const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js")
const axeSource = readFileSync(axeFile, "utf8")

/**
 * What axe finds wrong, in a quarter of the time: a page without frames needs no second page that brings the frames' results
 * together, and only of violations is each place described.
 */
const findViolations = (page: Page) =>
  new AxeBuilder({ page, axeSource })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(page.frames().length === 1)
    .analyze()

/** Every screen a journey comes by: no accessibility violation, valid HTML, no sideways scroll on the narrowest phone. */
async function expectSound(page: Page, scripts: boolean) {
  // An address is known before the whole page is there.
  await page.waitForLoadState()
  const where = new URL(page.url()).pathname
  if (scripts) {
    const { violations } = await findViolations(page)
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`),
      `accessibility of ${where}`,
    ).toEqual([])
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${where} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
    if (size) await page.setViewportSize(size)
    return
  }
  const report = await validator.validateString(await page.content())
  const errors = report.results.flatMap((result) =>
    result.messages
      .filter(({ severity }) => severity === 2)
      .map(({ ruleId, message, line }) => `${ruleId} (${line}): ${message}`),
  )
  expect(errors, `HTML of ${where}`).toEqual([])
}

/** Registers a school of its own. */
export async function registerSchool(page: Page, name: string, at: string) {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}.${at}@harmony.example`
  await page.goto("/register-school?plan=standard")
  await page.getByLabel("Full Name").fill("Ruth Castellano")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill("kreisler-1905")
  await page.getByLabel("School Name").fill(name)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: `Choose a plan for ${name}` })).toBeVisible()
}

/** A person of the demo signs in and stands on their first screen. */
export async function signIn(page: Page, name: string) {
  await page.goto("/auth/login")
  await page.getByLabel("Username or email").fill(name)
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL((url) => url.pathname !== "/auth/login")
  await scriptsRun(page)
}

/** Waits until the page in the browser listens. Pages outside the signed-in area listen once they have loaded. */
export async function scriptsRun(page: Page) {
  if (!withScripts.has(page) || (await page.locator("body.app").count()) === 0) return
  await page.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
}

/** Where the pointer finds a part of the page, in pixels of the window. A week with a lesson early in the day is longer than a window. */
export async function boxInView(part: Locator) {
  await part.evaluate((element) => element.scrollIntoView({ block: "center" }))
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} isn’t drawn.`)
  return box
}

export { expect }
