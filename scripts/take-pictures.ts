import { mkdirSync } from "node:fs"
import { chromium, type Page } from "@playwright/test"
import sharp from "sharp"
import { findBrowser } from "./setup.mjs"

// The pictures of README.md, taken from a running demo: `npm run demo`, then `npm run pictures` in another terminal.

const origin = process.env.APP_URL ?? "http://localhost:3000"
const folder = "docs/pictures"
const password = "tutti-demo-2026"

const pictures = [
  { name: "week", who: "admin@harmony.example", at: "/schedule", width: 1280, height: 800, scale: 1 },
  { name: "attendance", who: "admin@harmony.example", at: "/attendance", width: 360, height: 740, scale: 2 },
]

async function logIn(page: Page, email: string) {
  await page.goto(`${origin}/auth/login`)
  await page.getByLabel(/email/i).first().fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Log in", exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith("/auth"))
}

/** The list of attendance leads to that of its first lesson. */
async function open(page: Page, at: string) {
  await page.goto(`${origin}${at}`)
  if (at !== "/attendance") return
  const take = page.getByRole("link", { name: /^Take attendance/ }).first()
  await page.goto(new URL((await take.getAttribute("href")) ?? at, origin).href)
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
})
for (const { name, who, at, width, height, scale } of pictures)
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme })
    await logIn(page, who)
    await open(page, at)
    const shot = await page.screenshot()
    await sharp(shot).webp({ quality: 80 }).toFile(`${folder}/${name}-${colorScheme}.webp`)
    await page.close()
    console.log(`${folder}/${name}-${colorScheme}.webp`)
  }
await browser.close()
