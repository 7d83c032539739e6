import { loadavg } from "node:os"
import { type Browser, chromium } from "@playwright/test"
import { findOrInstallBrowser } from "../../scripts/setup.mjs"
import startApp from "../e2e/start-app"
import { median } from "./load"

// How soon the first view of each role shows on a slow phone: an empty cache, no service worker, the demo's school. Prints the
// median of a few loads, and ends with 1 when a first paint is over its budget. --runs=5 loads each more often, --only=<words>
// takes the lines whose name holds them.

const people = {
  "an office": "admin@harmony.example",
  "a solo teacher": "solo@brightkeys.example",
  "a teacher": "teacher@harmony.example",
  "a family": "guardian@harmony.example",
  "platform staff": "super@tutti.example",
}

type Line = { name: string; latency: number; bytesPerSecond: number; mostMs?: number; savesData?: true }
const lines: Line[] = [
  { name: "400 kbps, 400 ms", latency: 400, bytesPerSecond: 50_000, mostMs: 1000 },
  {
    name: "400 kbps, 400 ms, Save-Data",
    latency: 400,
    bytesPerSecond: 50_000,
    mostMs: 1000,
    savesData: true,
  },
  { name: "400 kbps, 300 ms", latency: 300, bytesPerSecond: 50_000, mostMs: 1000 },
  { name: "1.6 Mbps, 150 ms", latency: 150, bytesPerSecond: 200_000 },
]

const asked = process.argv.slice(2)
const given = (name: string) => asked.find((word) => word.startsWith(`--${name}=`))?.split("=")[1]
const runs = Number(given("runs") ?? 3)
const only = given("only") ?? ""

type Seen = { requests: number; bytes: number; paintMs: number; readyMs: number }
type State = Awaited<ReturnType<typeof logIn>>["state"]

/** Logs in on a fast line; the address is the person's first view. */
async function logIn(browser: Browser, appUrl: string, name: string) {
  const context = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto("/auth/login")
  await page.getByLabel("Username or email").fill(name)
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL((url) => url.pathname !== "/auth/login")
  const { cookies } = await context.storageState()
  const path = new URL(page.url()).pathname
  await context.close()
  // A browser that comes for the first time hasn't had the file of styles.
  return { path, state: { cookies: cookies.filter((cookie) => cookie.name !== "styles"), origins: [] } }
}

async function load(browser: Browser, address: string, storageState: State, line: Line): Promise<Seen> {
  const context = await browser.newContext({
    storageState,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
    extraHTTPHeaders: line.savesData ? { "Save-Data": "on" } : {},
  })
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send("Network.enable")
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: line.latency,
      downloadThroughput: line.bytesPerSecond,
      uploadThroughput: line.bytesPerSecond,
    })
    let [requests, bytes] = [0, 0]
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      requests += 1
      bytes += encodedDataLength
    })
    await page.goto(address, { waitUntil: "networkidle", timeout: 60_000 })
    const times = await page.evaluate(() => {
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
      const [paint] = performance.getEntriesByName("first-contentful-paint")
      return {
        paintMs: paint?.startTime ?? Number.NaN,
        readyMs: document?.domContentLoadedEventEnd ?? Number.NaN,
      }
    })
    return { requests, bytes, ...times }
  } finally {
    await context.close()
  }
}

const columns = ["line", "view", "requests", "KB", "first paint, ms", "content loaded, ms", ""]
const row = (cells: (string | number)[]) =>
  cells
    .map((cell, index) => (index < 2 ? String(cell).padEnd(index ? 40 : 28) : String(cell).padStart(19)))
    .join(" ")

const stop = await startApp()
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
})
let over = 0
try {
  const appUrl = process.env.E2E_APP_URL ?? ""
  console.log(row(columns))
  for (const [who, name] of Object.entries(people)) {
    const { path, state } = await logIn(browser, appUrl, name)
    for (const line of lines.filter((each) => `${each.name} ${who}`.includes(only))) {
      const seen: Seen[] = []
      for (let run = 0; run < runs; run += 1) seen.push(await load(browser, `${appUrl}${path}`, state, line))
      const middle = (fact: keyof Seen) => Math.round(median(seen.map((each) => each[fact])))
      const isOver = line.mostMs !== undefined && !(middle("paintMs") <= line.mostMs)
      if (isOver) over += 1
      console.log(
        row([
          line.name,
          `${path}, ${who}`,
          middle("requests"),
          (middle("bytes") / 1000).toFixed(1),
          middle("paintMs"),
          middle("readyMs"),
          isOver ? `over ${line.mostMs}` : "",
        ]),
      )
    }
  }
  console.log(`Median of ${runs}; load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await stop()
}
process.exitCode = over === 0 ? 0 : 1
