import { mkdirSync, writeFileSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "@playwright/test"
import sharp from "sharp"
import { type PictureName, pictures } from "../app/models/platform/help/pictures"
import { findBrowser } from "./setup.mjs"

// The pictures of help articles, of the landing page and of README.md, taken from a running demo: `npm run demo`, then
// `npm run pictures` in another terminal. With names it takes these alone.

const origin = process.env.APP_URL ?? "http://localhost:3000"
const folder = "app/assets/pictures"
const password = "tutti-demo-2026"
/** What one picture weighs at most, in bytes. */
const limit = 30_000

const roster = `Student,Guardian,Guardian email,Instrument,Teacher,Day,Time
Mia Larsen,Ann Larsen,ann@larsen.example,Piano,Beatriz Alvarez,Monday,4:00 PM
Leo Larsen,Ann Larsen,ann@larsen.example,Violin,Ingrid Solheim,Tuesday,4:30 PM
Zoe Brandt,Kai Brandt,kai@brandt.example,Guitar,Marcus Whitfield,Wednesday,5:00 PM
`

/** Where a list leads to what the picture shows. */
const further: Partial<Record<PictureName, (page: Page) => Promise<void>>> = {
  attendance: (page) => follow(page, page.getByRole("link", { name: /^Take attendance/ })),
  credits: (page) => follow(page, page.getByRole("link", { name: "View credits" })),
  invoice: (page) =>
    follow(page, page.locator("main tbody tr", { hasText: "Overdue" }).getByRole("link", { name: /^20/ })),
  messages: (page) => follow(page, page.locator(".inbox-list li:nth-child(2) a")),
  import: async (page) => {
    const file = { name: "Students.csv", mimeType: "text/csv", buffer: Buffer.from(roster) }
    await page.locator("main input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Upload file" }).click()
    await page.waitForURL(/step=columns|import\/[^/]+$/)
  },
}

async function follow(page: Page, link: Locator) {
  await page.goto(new URL((await link.first().getAttribute("href")) ?? "", origin).href)
}

/** The cookies of each who has logged in. */
const known = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>()

async function logIn(browser: Browser, who: string) {
  const page = await browser.newPage()
  await page.goto(`${origin}/auth/login`)
  await page.locator("[name=username]").fill(`${who}@harmony.example`)
  await page.locator("[name=password]").fill(password)
  await page.locator("[name=password]").press("Enter")
  await page.waitForURL((url) => !url.pathname.startsWith("/auth"))
  known.set(who, await page.context().storageState())
  await page.close()
}

/** Text stays sharp in a picture with few colors; one with more of them is written with loss. */
async function write(shot: Buffer, path: string) {
  const few = await sharp(await sharp(shot).png({ palette: true, colors: 32, dither: 0 }).toBuffer())
    .webp({ lossless: true, effort: 6 })
    .toBuffer()
  let bytes = few
  for (let quality = 80; bytes.length > limit && quality >= 40; quality -= 10)
    bytes = await sharp(shot).webp({ quality, effort: 6, preset: "text" }).toBuffer()
  writeFileSync(path, bytes)
  console.log(`${path}: ${bytes.length} bytes${bytes === few ? ", without loss" : ""}`)
}

async function take(browser: Browser, name: PictureName, colorScheme: "light" | "dark") {
  const { who, at, screen, density, from, width, height } = pictures[name]
  const isPhone = screen < 500
  if (!known.has(who)) await logIn(browser, who)
  const page = await browser.newPage({
    storageState: known.get(who),
    viewport: { width: screen, height: isPhone ? height : 800 },
    deviceScaleFactor: density,
    colorScheme,
    bypassCSP: true,
  })
  await page.goto(`${origin}${at}`)
  await further[name]?.(page)
  // What lies over the page covers what is explained.
  await page.addStyleTag({ content: ".support-button, .toast { display: none !important }" })
  const box = await page.locator(from).first().boundingBox()
  if (!box) throw new Error(`${name}: ${from} isn’t on ${page.url()}`)
  const edge = isPhone ? 0 : 16
  const clip = { x: box.x - edge, y: box.y - edge, width, height }
  const shot = await page.screenshot({ fullPage: !isPhone, clip })
  await write(shot, `${folder}/${name}-${colorScheme}.webp`)
  await page.close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
})
const chosen = process.argv.slice(2)
for (const name of Object.keys(pictures) as PictureName[])
  if (chosen.length === 0 || chosen.includes(name))
    for (const scheme of ["light", "dark"] as const) await take(browser, name, scheme)
await browser.close()
