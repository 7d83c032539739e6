import { type ChildProcess, spawn } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ConsoleMessage, expect, type Page, test } from "@playwright/test"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { testNow } from "../support/clock"
import { freePort } from "../support/server"
import { copyProject } from "../support/working-copy"

// `npm run dev` over a copy of the project that the test edits: what a developer changes is on the open page without a
// restart, under a content policy, and an error comes with its source.

const parts = [
  "app",
  "db",
  "public",
  "sandbox",
  "scripts",
  "tests/support",
  "server.ts",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
]
const startTimeout = 180_000

let copy: ReturnType<typeof copyProject>
let dev: ChildProcess
let output = ""
let appUrl: string

test.beforeAll(async () => {
  test.setTimeout(2 * startTimeout)
  copy = copyProject(parts)
  const [port, sandboxPort] = [await freePort(), await freePort()]
  appUrl = `http://localhost:${port}`
  const data = join(copy.folder, "data/dev")
  mkdirSync(data, { recursive: true })
  const seeded = seedWhenStale(testNow)
  copyFileSync(seeded, join(data, "tutti.db"))
  cpSync(seeded.replace(/\.db$/, ".files"), join(data, "tutti.files"), { recursive: true })
  dev = spawn(process.execPath, ["scripts/dev.mjs"], {
    cwd: copy.folder,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CLOCK_START: new Date(testNow).toISOString(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on("data", (bytes: Buffer) => {
      output += bytes.toString()
    })
  await expect
    .poll(() => output, { timeout: startTimeout, message: "npm run dev starts" })
    .toContain("Press Ctrl+C to stop")
})

test.afterAll(async () => {
  const ended = dev.exitCode ?? new Promise((resolve) => dev.once("exit", resolve))
  dev.kill("SIGTERM")
  await ended
  copy.remove()
})

/** Changes a file of the copy until the test ends. */
function edit(path: string, from: string, to: string) {
  const file = join(copy.folder, path)
  const text = readFileSync(file, "utf8")
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** Opens a page and waits until it hears of changes. */
async function open(page: Page, path: string, timeout = startTimeout) {
  const predicate = (message: ConsoleMessage) => message.text().includes("[vite] connected")
  await Promise.all([
    page.waitForEvent("console", { predicate, timeout }),
    page.goto(`${appUrl}${path}`, { timeout }),
  ])
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 })
/** React has taken over what the server drew, to the end. No file is edited before that: updates that come earlier are lost. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    type Fiber = {
      return: Fiber | null
      stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
    }
    const [drawn] = document.getElementsByTagName("h1")
    const key = Object.keys(drawn ?? {}).find((name) => name.startsWith("__reactFiber"))
    let fiber = key && (drawn as unknown as Record<string, Fiber>)[key]
    if (!fiber) return false
    while (fiber.return) fiber = fiber.return
    return !fiber.stateNode.current.memoizedState.isDehydrated
  })
/** A mark on the window, which is lost when the document is loaded again. */
const markWindow = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute("data-kept", ""))
const isKept = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-kept"))
const canvasColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim())

// Everything is transformed for the first time here, on a machine that may be busy.
test.use({ actionTimeout: 60_000 })
const seen = expect.configure({ timeout: 60_000 })

test("a developer sees each change and each error at once", async ({ page }) => {
  const problems: string[] = []
  page.on("console", (message) => {
    if (/Content Security Policy|Invalid hook call/.test(message.text())) problems.push(message.text())
  })

  await page.goto(`${appUrl}/auth/login`)
  await page.getByLabel("Username or email").fill("admin@harmony.example")
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL(`${appUrl}/dashboard`)
  await open(page, "/students")
  await seen(heading(page)).toHaveText("Students")
  await hydrated(page)

  await test.step("a route and its loader", async () => {
    await markWindow(page)
    edit("app/routes/students/students.tsx", 'title="Students"\n', 'title="Our students"\n')
    await seen(heading(page)).toHaveText("Our students")
    const day = "const day = todayOf(actor)\n"
    const greeted =
      'for (const student of students) student.firstName = ["Dear", student.firstName].join(" ")'
    edit("app/routes/students/students.tsx", day, `${day}  ${greeted}\n`)
    await seen(page.getByText(/^Dear /).first()).toBeVisible()
    expect(await isKept(page)).toBe(true)
  })

  await test.step("a component", async () => {
    edit("app/components/ui/page-head.tsx", "<h1>{title}</h1>", "<h1>{title}!</h1>")
    await seen(heading(page)).toHaveText("Our students!")
  })

  await test.step("a stylesheet", async () => {
    await markWindow(page)
    edit("app/styles/tokens.css", "--paper: oklch(0.966 0.008 88);", "--paper: rgb(1, 2, 3);")
    await seen.poll(() => canvasColor(page)).toBe("rgb(1, 2, 3)")
    expect(await isKept(page)).toBe(true)
  })

  await test.step("an error, with its source", async () => {
    const start = 'const actor = await requireMember(request, "student:read")'
    edit("app/routes/students/students.tsx", start, `${start}\n  throw new Error("No strings today")`)
    const source = page.locator("pre")
    // A file's change is noticed a moment after it was written, on a busy machine after the first reload.
    await seen(async () => {
      await page.goto(`${appUrl}/students`)
      await expect(source).toContainText("No strings today")
    }).toPass()
    await seen(source).toContainText(/app\/routes\/students\/students\.tsx:\d+/)
    await seen(source).toContainText('throw new Error("No strings today")')
    edit("app/routes/students/students.tsx", '\n  throw new Error("No strings today")', "")
    await seen(async () => {
      await page.goto(`${appUrl}/students`)
      await expect(heading(page)).toHaveText("Our students!")
    }).toPass()
  })

  await test.step("a module that cannot be read, until it can", async () => {
    edit("app/routes/students/students.tsx", "export default function", "export default func tion")
    const overlay = page.locator("vite-error-overlay")
    // Where the change is noticed between the page and its scripts, none of them runs, Vite's own neither.
    await seen(async () => {
      await open(page, "/students", 15_000)
      await expect(overlay.locator(".file").first()).toContainText("students.tsx")
    }).toPass()
    await seen(overlay.locator(".frame")).toContainText("export default func tion")
    edit("app/routes/students/students.tsx", "export default func tion", "export default function")
    await seen(heading(page)).toHaveText("Our students!")
  })

  await test.step("a public page", async () => {
    await open(page, "/contact")
    await seen(heading(page)).toHaveText("Ask us anything.")
    edit("app/routes/public/contact.tsx", '"Ask us anything."', '"Ask us everything."')
    await seen(heading(page)).toHaveText("Ask us everything.")
  })

  expect(problems).toEqual([])
})
