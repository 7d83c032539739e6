import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { Agent, createServer } from "node:http"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { hashPassword } from "~/models/accounts/user/password.server"
import { freePort, type RunningServer, startServer } from "../support/server"
import { arrive, type Done, readMetric, shareOf } from "./arrivals"
import { requestsOf } from "./september-mix"
import { buildSeptember, monday, septemberPassword } from "./september-schools"

// A Monday in September: ten thousand schools ask, save, pay and write at a rate that rises, whether or not the server keeps
// up. Says at each rate how long people wait, and which queue grows first: requests, the event loop, mail, jobs.

const asked = process.argv.slice(2)
const numberOf = (name: string, otherwise: number) =>
  Number(asked.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise)
const schools = numberOf("schools", 10_000)
const seconds = numberOf("seconds", 15)
const rates = [2, 5, 10, 20, 40, 80, 160].filter((rate) => rate <= numberOf("most", 160))
const nextRequest = requestsOf(schools)
const metricsToken = "a-token-of-the-september-bench"
const mailTakesMs = 100
/** What one sender works off within a few seconds. */
const mostMailWaiting = 50

/** A mail service that takes a tenth of a second for each. */
async function startMail() {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => {
      count += 1
      response.setHeader("Content-Type", "application/json")
      response.end(JSON.stringify({ id: `mail-${count}` }))
    }, mailTakesMs)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", () => done()))
  return { url: `http://127.0.0.1:${port}/resend`, close: () => server.close(), count: () => count }
}

const cpuSecondsOf = (pid: number) => {
  const [user = "0", system = "0"] =
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}

const figures = async (server: RunningServer) =>
  (await server.ask("/metrics", { headers: { Authorization: `Bearer ${metricsToken}` } })).text

type Step = {
  rate: number
  answered: number
  failed: Record<string, number>
  openAtEnd: number
  p50: number
  p95: number
  slowest: string
  cpu: number
  loopMs: number
  mailWaiting: number
  urgentLateS: number
  jobsWaiting: number
  jobsLateS: number
  load: number
}

async function step(server: RunningServer, rate: number, agent: Agent): Promise<Step> {
  await figures(server)
  const cpuBefore = cpuSecondsOf(server.pid)
  const begun = performance.now()
  const { done, openAtEnd } = await arrive(
    { port: server.port, origin: server.url, agent },
    { rate, seconds, nextRequest },
  )
  const cpu = (cpuSecondsOf(server.pid) - cpuBefore) / ((performance.now() - begun) / 1000)
  const text = await figures(server)
  const good = done.filter(({ isGood }) => isGood)
  return {
    rate,
    answered: good.length / seconds,
    failed: countOf(done.filter(({ isGood }) => !isGood)),
    openAtEnd,
    p50: shareOf(good, 0.5),
    p95: shareOf(good, 0.95),
    slowest: slowestOf(good),
    cpu,
    loopMs: readMetric(text, 'tutti_event_loop_delay_seconds{quantile="0.99"}') * 1000,
    mailWaiting: readMetric(text, 'tutti_mail_waiting{lane="bulk"}'),
    urgentLateS: readMetric(text, 'tutti_mail_late_seconds{lane="urgent"}'),
    jobsWaiting: [...text.matchAll(/^tutti_jobs\{[^}]*state="waiting"\} (\d+)/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    ),
    jobsLateS: readMetric(text, "tutti_jobs_late_seconds"),
    load: loadavg()[0] ?? 0,
  }
}

function countOf(bad: Done[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, status } of bad) counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
  return counts
}

function slowestOf(good: Done[]): string {
  const kinds = [...new Set(good.map(({ kind }) => kind))]
  return kinds
    .map((kind) => ({
      kind,
      p95: shareOf(
        good.filter((each) => each.kind === kind),
        0.95,
      ),
    }))
    .sort((one, other) => other.p95 - one.p95)
    .slice(0, 3)
    .map(({ kind, p95 }) => `${kind} ${Math.round(p95)}`)
    .join(", ")
}

/** The queues that are longer after a step than its last second can explain. */
function grownIn({ rate, openAtEnd, mailWaiting, urgentLateS, jobsLateS }: Step): string[] {
  return [
    ...(openAtEnd > rate ? ["requests"] : []),
    ...(mailWaiting > mostMailWaiting ? ["email to many"] : []),
    ...(urgentLateS > 30 ? ["password resets"] : []),
    ...(jobsLateS > 30 ? ["jobs"] : []),
  ]
}

const columns: [name: string, cell: (found: Step) => string | number][] = [
  ["req/s", ({ rate }) => rate],
  ["answered", ({ answered }) => answered.toFixed(1)],
  ["open", ({ openAtEnd }) => openAtEnd],
  ["p50 ms", ({ p50 }) => Math.round(p50)],
  ["p95 ms", ({ p95 }) => Math.round(p95)],
  ["cpu", ({ cpu }) => cpu.toFixed(2)],
  ["loop ms", ({ loopMs }) => Math.round(loopMs)],
  ["mail", ({ mailWaiting }) => mailWaiting],
  ["reset s", ({ urgentLateS }) => urgentLateS.toFixed(0)],
  ["jobs", ({ jobsWaiting }) => jobsWaiting],
  ["late s", ({ jobsLateS }) => jobsLateS.toFixed(0)],
  ["load", ({ load }) => load.toFixed(1)],
]
const line = (cells: (string | number)[]) => cells.map((cell) => String(cell).padStart(9)).join(" ")

async function run() {
  const folder = mkdtempSync(join(tmpdir(), "tutti-september-"))
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  const mail = await startMail()
  try {
    const path = join(folder, "september.db")
    const begun = performance.now()
    const rows = buildSeptember(path, schools, await hashPassword(septemberPassword))
    console.log(
      `${JSON.stringify(rows)}; ${Math.round(statSync(path).size / 2 ** 20)} MB, made in ${Math.round((performance.now() - begun) / 1000)} s; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
    )
    const server = await startServer({
      DATABASE_PATH: path,
      CLOCK_START: new Date(monday).toISOString(),
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "1",
      RESEND_BASE_URL: mail.url,
      METRICS_TOKEN: metricsToken,
      SLOW_STATEMENT_MS: "500",
    })
    console.log(line(columns.map(([name]) => name)))
    let first: string | undefined
    for (const rate of rates) {
      const found = await step(server, rate, agent)
      console.log(line(columns.map(([, cell]) => cell(found))))
      console.log(
        `          slowest by p95: ${found.slowest}; failed ${JSON.stringify(found.failed)}; mails sent ${mail.count()}`,
      )
      if (!first) first = grownIn(found).map((queue) => `${queue} at ${rate} requests a second`)[0]
      if (found.answered < rate * 0.7 || found.p95 > 10_000) break
    }
    console.log(`first queue that grows: ${first ?? "none up to this rate"}`)
    const slow = server
      .output()
      .split("\n")
      .filter((text) => text.includes("a slow statement")).length
    console.log(
      `slow statements: ${slow}; memory ${readMetric(await figures(server), 'tutti_memory_bytes{kind="rss"}') / 2 ** 20} MB`,
    )
    await server.stop()
  } finally {
    agent.destroy()
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run()
