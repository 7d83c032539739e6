import { readdirSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { chromiumOnly } from "./chromium-only"
import { expect, test } from "./journey"

// The browser that journeys without scripts run over (tests/support/plain-browser), held against Chromium: each of these
// small pages is asked the same in both, and both must answer the same. What must fail fails in both.

test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "the plain browser has no scripts")

let server: Server
let address: string
let html = ""

/** `/` is the test's page, `/on` sends on, and every other address says what it was sent. */
test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const bytes: Buffer[] = []
    for await (const part of request) bytes.push(part)
    const type = (request.headers["content-type"] ?? "").replace(/boundary=.*/, "boundary")
    const body = Buffer.concat(bytes)
      .toString()
      .replaceAll(/-{2,}\S*(Boundary|plain)\S*/g, "--")
    const path = request.url ?? ""
    if (path === "/on")
      return void response.writeHead(303, { location: "/sent?on", "set-cookie": "seen=1" }).end()
    if (path === "/kept") return void response.writeHead(307, { location: "/sent" }).end()
    const echo = [
      request.method,
      path,
      type,
      body,
      request.headers.cookie ?? "",
      request.headers.origin ?? "",
    ]
    const text = echo.map((part) => part.replaceAll("&", "&amp;").replaceAll("<", "&lt;")).join("|")
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
    response.end(`<!doctype html><title>Page</title><body>${path === "/" ? html : `<pre>${text}</pre>`}`)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  address = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => void server.close())

const soon = { timeout: 400 }

async function open(page: Page, body: string) {
  html = body
  await page.goto(address)
}

/** What the server was sent: method, address, type, body, cookies, origin. Undefined when nothing was. */
async function sent(page: Page): Promise<string | undefined> {
  if (new URL(page.url()).pathname === "/") return undefined
  const text = (await page.locator("pre").textContent()) ?? ""
  return text.replaceAll(/\s+/g, " ").replaceAll(address, "here").replaceAll(/\|+$/g, "")
}

const fails = (promise: Promise<unknown>) => expect(promise).rejects.toThrow()

test("finds by role, label, text and selector, and says so when it is missing", async ({ page }) => {
  await open(
    page,
    `<main aria-labelledby=":r1:"><h1 id=":r1:">Lessons</h1><h2>Today</h2>
     <nav aria-label="Tabs"><a href="/one" aria-current="page">One</a> <a href="/two">Two</a></nav>
     <label for="a">First name</label><input id="a" aria-describedby="b" placeholder="As on papers"><p id="b">Hint</p>
     <label>Color <select><option>Red<option selected>Blue</select></label>
     <ul><li>Ann <button>Edit</button><li>Ben <button aria-label="Edit Ben">Edit</button></ul>
     <p>Some <b>bold</b>   text</p><img alt="A cello" width=9 height=9 src="data:,">
     <span aria-hidden="true">✓</span><button><span style="display:block">Save</span><span style="display:block">all</span></button></main>`,
  )
  await expect(page).toHaveTitle("Page")
  await expect(page).toHaveURL(`${address}/`)
  await expect(page.getByRole("heading", { level: 1, name: "Lessons" })).toBeVisible()
  await expect(page.getByRole("heading")).toHaveCount(2)
  await expect(page.getByRole("main", { name: "Lessons" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "Tabs" }).getByRole("link")).toHaveText(["One", "Two"])
  await expect(page.getByRole("link", { name: "One" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription("Hint")
  await expect(page.getByPlaceholder("papers")).toBeEmpty()
  await expect(page.getByLabel("Color")).toHaveValue("Blue")
  await expect(page.getByAltText("cello")).toBeVisible()
  await expect(page.getByText("Some bold text")).toBeVisible()
  await expect(
    page.getByRole("listitem").filter({ hasText: "Ben" }).getByRole("button"),
  ).toHaveAccessibleName("Edit Ben")
  await expect(page.getByRole("button", { name: "Save all", exact: true })).toBeEnabled()
  await expect(page.locator("li", { has: page.getByText("Ann") })).toContainText("Edit")
  await expect(page.getByRole("button").nth(1).or(page.getByText("Nothing"))).toBeVisible()
  await fails(expect(page.getByText("Nothing of this")).toBeVisible(soon))
  await fails(expect(page.getByText("Lessons")).toBeHidden(soon))
  await fails(expect(page.getByText("Lessons")).not.toBeVisible(soon))
  await fails(expect(page.getByRole("heading", { level: 2 })).toHaveText("Tomorrow", soon))
  await fails(expect(page.getByRole("heading")).toHaveCount(3, soon))
  await fails(expect(page.getByRole("button", { name: "✓" })).toBeVisible(soon))
  await fails(expect(page).toHaveURL(/other/, soon))
  await fails(page.getByText("Nothing of this").click(soon))
  await fails(page.getByText("Nothing of this").textContent(soon))
  await fails(page.waitForURL("**/other", soon))
})

test("refuses what means two", async ({ page }) => {
  await open(page, `<p>Same</p><p>Same</p><a href="/a">Go</a><a href="/b">Go</a>`)
  await fails(expect(page.getByText("Same")).toBeVisible(soon))
  await fails(page.getByRole("link", { name: "Go" }).click(soon))
  await fails(page.getByRole("link", { name: "Go" }).getAttribute("href", soon))
  await expect(page.getByText("Same").first()).toBeVisible()
})

test("knows what is hidden", async ({ page }) => {
  await open(
    page,
    `<style>@layer base, late; @layer late { .late { display: none } } @layer base { .late { display: block } }
       .gone { display: none } .unseen { visibility: hidden } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden }
       @media (max-width: 40em) { .wide { display: none } } @media print { p { display: none } } #kept.gone2 { display: block }
       .gone2 { display: none } .strong { display: none !important } p.strong { display: block }
       div:has(input:checked) .chosen { display: none } .none { display: contents }</style>
     <p hidden>One</p><p class="gone">Two</p><p class="unseen">Three</p><details><summary>More</summary><p>Four</p></details>
     <p class="late">Five</p><p class="strong">Six</p><div><label>Box <input type="checkbox"></label><p class="chosen">Seven</p></div>
     <p class="wide">Eight</p><p class="sr">Nine</p><p class="gone2" id="kept">Ten</p><p class="none">Eleven</p>
     <template><p>Twelve</p></template><noscript><p>Thirteen</p></noscript><p></p><select><option>Fourteen</select>
     <div class="gone"><p>Fifteen</p></div><dialog>Sixteen</dialog><div popover>Seventeen</div>`,
  )
  const is = async (word: string) => await page.getByText(word, { exact: true }).isVisible()
  const words =
    "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen".split(
      " ",
    )
  const seen = await Promise.all(words.map(async (word) => ((await is(word)) ? word : "")))
  expect(seen.filter(Boolean)).toEqual(["Seven", "Eight", "Nine", "Ten", "Eleven", "Thirteen"])
  await page.getByText("More").click()
  await expect(page.getByText("Four", { exact: true })).toBeVisible()
  await page.getByLabel("Box").check()
  await expect(page.getByText("Seven", { exact: true })).toBeHidden()
  await fails(expect(page.getByText("Two")).toBeVisible(soon))
  await fails(page.getByText("Two").click(soon))
  await expect(page.getByRole("paragraph").filter({ hasText: "One" })).toHaveCount(0)
  await expect(page.locator("p", { hasText: "One" })).toHaveCount(1)
})

const form = (inside: string, attributes = 'method="post" action="/sent"') =>
  `<form id="f" ${attributes}>${inside}<button name="act" value="save">Save</button></form>`

const typed = (page: Page, label: string, value: string) => page.getByLabel(label).fill(value)
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click()

const forms: [what: string, body: string, act: (page: Page) => Promise<unknown>, got: string | undefined][] =
  [
    ["a link", '<a href="/sent?a=1">Go</a>', (page) => page.getByText("Go").click(), "GET|/sent?a=1"],
    [
      "a link to a place",
      '<a href="#b">Go</a><p id="b">B</p>',
      (page) => page.getByText("Go").click(),
      undefined,
    ],
    [
      "a link in a label’s text",
      '<a href="/sent"><b>Go</b></a>',
      (page) => page.locator("b").click(),
      "GET|/sent",
    ],
    ["Enter on a link", '<a href="/sent">Go</a>', (page) => page.getByText("Go").press("Enter"), "GET|/sent"],
    [
      "where it is sent on",
      '<a href="/on">Go</a>',
      (page) => page.getByText("Go").click(),
      "GET|/sent?on|||seen=1",
    ],
    [
      "a form that asks",
      form("<input name=q aria-label=Q>", 'action="/sent?x=1"'),
      (page) => typed(page, "Q", "ä b&").then(() => save(page)),
      "GET|/sent?q=%C3%A4+b%26&act=save",
    ],
    [
      "a form that sends",
      form("<input name=q value=1><textarea name=t aria-label=T></textarea>"),
      (page) => typed(page, "T", "a\nb").then(() => save(page)),
      "POST|/sent|application/x-www-form-urlencoded|q=1&t=a%0D%0Ab&act=save||here",
    ],
    [
      "sent on as it was",
      form("<input name=q value=1>", 'method="post" action="/kept"'),
      save,
      "POST|/sent|application/x-www-form-urlencoded|q=1&act=save||here",
    ],
    [
      "a button of another address",
      form(
        '<button formaction="/other" formmethod="get" name="to" value="b">Other</button><input name=q value=1>',
      ),
      (page) => page.getByText("Other").click(),
      "GET|/other?to=b&q=1",
    ],
    [
      "a button and a field elsewhere",
      `${form("")}<input form="f" name="far" value="1"><button form="f">Far</button>`,
      (page) => page.getByText("Far").click(),
      "POST|/sent|application/x-www-form-urlencoded|far=1||here",
    ],
    [
      "what isn’t sent",
      form(
        '<input name="a" disabled value="1"><fieldset disabled><input name="b"></fieldset><input value="c"><input type="checkbox" name="d"><input type="radio" name="e" value="1"><select name="g"><option disabled selected>x</select>',
      ),
      save,
      "POST|/sent|application/x-www-form-urlencoded|act=save||here",
    ],
    [
      "choices",
      form(
        '<label><input type="checkbox" name="c" value="1">C</label><label><input type="checkbox" name="c" checked>D</label><label><input type="radio" name="r" value="a" checked>A</label><label><input type="radio" name="r" value="b">B</label><label>S<select name="s" multiple><option>x<option>y<option>z</select></label>',
      ),
      async (page) => {
        await page.getByLabel("C").check()
        await page.getByLabel("D").uncheck()
        await page.getByText("B", { exact: true }).click()
        await page.getByLabel("S").selectOption(["x", "z"])
        await save(page)
      },
      "POST|/sent|application/x-www-form-urlencoded|c=1&r=b&s=x&s=z&act=save||here",
    ],
    [
      "a choice by its label",
      form('<select name="s" aria-label="S"><option value="1">One<option value="2">Two</select>'),
      (page) =>
        page
          .getByLabel("S")
          .selectOption({ label: "Two" })
          .then(() => save(page)),
      "POST|/sent|application/x-www-form-urlencoded|s=2&act=save||here",
    ],
    [
      "an option that isn’t there",
      form('<select name="s" aria-label="S"><option value="1">One</select>'),
      (page) => fails(page.getByLabel("S").selectOption("Three", soon)),
      undefined,
    ],
    [
      "an option that can’t be chosen",
      form('<select name="s" aria-label="S"><option disabled>One</select>'),
      (page) => fails(page.getByLabel("S").selectOption("One", soon)),
      undefined,
    ],
    [
      "Enter in a field",
      form('<input name=q aria-label=Q><button type="button">No</button>'),
      (page) => page.getByLabel("Q").press("Enter"),
      "POST|/sent|application/x-www-form-urlencoded|q=&act=save||here",
    ],
    [
      "Enter where the first button is disabled",
      form("<button disabled>No</button><input name=q aria-label=Q>"),
      (page) => page.getByLabel("Q").press("Enter"),
      undefined,
    ],
    [
      "Enter in a form without a button",
      '<form action="/sent"><input name=q aria-label=Q></form>',
      (page) => page.getByLabel("Q").press("Enter"),
      "GET|/sent?q=",
    ],
    [
      "Enter in two fields without a button",
      '<form action="/sent"><input name=q aria-label=Q><input name=r></form>',
      (page) => page.getByLabel("Q").press("Enter"),
      undefined,
    ],
    ["a field that must be filled", form("<input name=q required>"), save, undefined],
    ["a box that must be ticked", form("<input type=checkbox name=q required>"), save, undefined],
    [
      "a choice that must be made",
      form("<select name=q required><option value=''>–<option>a</select>"),
      save,
      undefined,
    ],
    ["a radio that must be chosen", form("<input type=radio name=q value=1 required>"), save, undefined],
    ["a file that must be chosen", form("<input type=file name=q required>"), save, undefined],
    ["an address that is none", form("<input type=email name=q value=x>"), save, undefined],
    ["a pattern that isn’t met", form("<input name=q pattern='[0-9]+' value=x>"), save, undefined],
    ["a number too large", form("<input type=number name=q max=3 value=4>"), save, undefined],
    [
      "a number between the steps",
      form("<input type=number name=q min=0 step=0.5 value=0.3>"),
      save,
      undefined,
    ],
    ["a date too early", form("<input type=date name=q min=2026-01-02 value=2026-01-01>"), save, undefined],
    [
      "a text too short",
      form("<input name=q aria-label=Q minlength=3>"),
      (page) => typed(page, "Q", "ab").then(() => save(page)),
      undefined,
    ],
    [
      "a text too short that came so",
      form("<input name=q minlength=3 value=ab>"),
      save,
      "POST|/sent|application/x-www-form-urlencoded|q=ab&act=save||here",
    ],
    [
      "a text cut at its length",
      form("<input name=q aria-label=Q maxlength=3>"),
      (page) => typed(page, "Q", "abcdef").then(() => save(page)),
      "POST|/sent|application/x-www-form-urlencoded|q=abc&act=save||here",
    ],
    [
      "a form that isn’t checked",
      form("<input name=q required>", 'method="post" action="/sent" novalidate'),
      save,
      "POST|/sent|application/x-www-form-urlencoded|q=&act=save||here",
    ],
    [
      "a button that doesn’t check",
      form("<input name=q required><button formnovalidate>Later</button>"),
      (page) => page.getByText("Later").click(),
      "POST|/sent|application/x-www-form-urlencoded|q=||here",
    ],
    [
      "a button that is disabled",
      form("<button disabled>Not yet</button>"),
      (page) => fails(page.getByText("Not yet").click(soon)),
      undefined,
    ],
    [
      "a field that is disabled",
      form("<input disabled aria-label=Q>"),
      (page) => fails(page.getByLabel("Q").fill("x", soon)),
      undefined,
    ],
    [
      "a field that is only read",
      form("<input readonly aria-label=Q>"),
      (page) => fails(page.getByLabel("Q").fill("x", soon)),
      undefined,
    ],
    [
      "words in a number",
      form("<input type=number aria-label=Q>"),
      (page) => fails(page.getByLabel("Q").fill("x", soon)),
      undefined,
    ],
    [
      "text for a box",
      form("<input type=checkbox aria-label=Q>"),
      (page) => fails(page.getByLabel("Q").fill("x", soon)),
      undefined,
    ],
    [
      "a radio unchecked",
      form("<input type=radio checked aria-label=Q>"),
      (page) => fails(page.getByLabel("Q").uncheck(soon)),
      undefined,
    ],
    [
      "a button that does nothing",
      form('<button type="button">Nothing</button>'),
      (page) => page.getByText("Nothing").click(),
      undefined,
    ],
    [
      "a button that empties",
      form('<input name=q aria-label=Q value=1><button type="reset">Reset</button>'),
      (page) =>
        typed(page, "Q", "2")
          .then(() => page.getByText("Reset").click())
          .then(() => save(page)),
      "POST|/sent|application/x-www-form-urlencoded|q=1&act=save||here",
    ],
    [
      "a page that goes on by itself",
      '<meta http-equiv="refresh" content="0; url=/sent">',
      (page) => page.waitForURL("**/sent"),
      "GET|/sent",
    ],
  ]

for (const [what, body, act, got] of forms)
  test(`does with ${what} what Chromium does`, async ({ page }) => {
    await open(page, body)
    await act(page)
    if (got) await page.waitForURL((url) => url.pathname !== "/")
    expect(await sent(page)).toBe(got)
  })

test("sends files as Chromium does", async ({ page }) => {
  await open(
    page,
    form(
      '<input type="file" name="file" aria-label="File"><input type="file" name="none">',
      'method="post" action="/sent" enctype="multipart/form-data"',
    ),
  )
  await page
    .getByLabel("File")
    .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("x,y") })
  await save(page)
  await page.waitForURL("**/sent")
  const text = (await sent(page)) ?? ""
  expect(text).toContain("POST|/sent|multipart/form-data; boundary|")
  expect(text).toContain('name="file"; filename="a.csv" Content-Type: text/csv x,y')
  expect(text).toContain('name="none"; filename="" Content-Type: application/octet-stream')
  expect(text).toContain('name="act" save')
})

test("keeps cookies by context, loads again and starts from nothing", async ({ page, browser }) => {
  await open(page, '<a href="/on">Go</a>')
  await page.getByText("Go").click()
  await page.reload()
  expect(await sent(page)).toContain("seen=1")
  const other = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await other.newPage()
  await theirs.goto(`${address}/sent`)
  expect(await sent(theirs)).toBe("GET|/sent")
  await other.close()
  await page.context().clearCookies()
  await page.goto(`${address}/sent`)
  expect(await sent(page)).toBe("GET|/sent")
})

test("every journey that is kept in Chromium is there", async ({ isPlain }) => {
  test.skip(!isPlain, "once is enough")
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"))
  const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  const isThere = (name: string) => files.includes(name) || texts.some((text) => text.includes(`"${name}`))
  expect(Object.keys(chromiumOnly).filter((name) => !isThere(name))).toEqual([])
})

test("refuses what only a browser knows", async ({ page, isPlain }) => {
  test.skip(!isPlain, "Chromium knows it")
  await open(page, '<p>Text</p><a href="/sent" target="_blank">Go</a>')
  const text = page.getByText("Text")
  await fails(text.click())
  await fails(page.getByText("Go").click())
  await fails(expect(text).toBeInViewport(soon))
  await fails(expect(text).toHaveCSS("color", "red", soon))
  await fails(page.evaluate(() => window.scrollY))
  await fails(text.evaluate((element) => element.getBoundingClientRect()))
  await fails(text.evaluate((element) => getComputedStyle(element).color))
  await fails(page.setViewportSize({ width: 360, height: 740 }))
  await fails(page.keyboard.press("Escape"))
  for (const act of ["boundingBox", "screenshot", "innerText", "hover", "dragTo"] as const)
    expect(() => (text[act] as unknown as () => unknown)()).toThrow()
  for (const act of ["goBack", "screenshot", "route", "emulateMedia", "pdf"] as const)
    expect(() => (page[act] as unknown as () => unknown)()).toThrow()
})
