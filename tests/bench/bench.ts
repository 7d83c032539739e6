import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { freePort, type RunningServer, startServer } from "../support/server"
import { inTurns, median, memoryOf, send, timed } from "./load"
import {
  buildSchools,
  colleagues,
  measuredSchool,
  openRegisters,
  signedIn,
  studentsPerRegister,
} from "./schools"

// Speed as ratios (docs/measurements.md): each row measures the app and a reference in turns, in the same run.

type Row = { name: string; ratio: number; unit: string; budget: string; ok: boolean; numbers: string }

const asked = process.argv.slice(2)
const asJson = asked.includes("--json")
const isBig = asked.includes("--big")
const only = asked.find((word) => word.startsWith("--only="))?.slice("--only=".length)
const turns = { turns: 5, seconds: 3 }
const rows: Row[] = []
const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"))
const children: ChildProcess[] = []

const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

function keep(
  name: string,
  ratio: number,
  budget: { least?: number; most?: number; unit?: string },
  numbers: string,
) {
  const { least, most, unit = "" } = budget
  const ok = least === undefined ? ratio <= (most ?? 0) : ratio >= least
  const row = { name, ratio, unit, budget: least === undefined ? `≤ ${most}` : `≥ ${least}`, ok, numbers }
  rows.push(row)
  if (!asJson)
    console.log(
      `${name}: ${round(ratio)}${unit} (budget ${row.budget}${unit}) ${ok ? "ok" : "over"}; ${numbers}`,
    )
}

async function row(name: string, measure: () => Promise<void>) {
  if (!only || name.includes(only)) await measure()
}

const app = (path: string, more: Record<string, string> = {}): Promise<RunningServer> =>
  startServer({
    DATABASE_PATH: path,
    LOG_LEVEL: "warn",
    RESEND_BASE_URL: "http://localhost:9/resend",
    ...more,
  })

/** The reference's process, on a database of its own. */
async function reference(path: string, page: Buffer) {
  const [port, expressPort] = [await freePort(), await freePort()]
  children.push(
    spawn(
      process.execPath,
      ["--import", "tsx", "tests/bench/reference.ts", path, `${port}`, `${expressPort}`],
      {
        stdio: "inherit",
      },
    ),
  )
  const express = `http://127.0.0.1:${expressPort}/`
  for (let tries = 0; tries < 200; tries += 1) {
    const up = await fetch(express, { method: "POST", body: new Uint8Array(page) }).then(
      () => true,
      () => false,
    )
    if (up) return { url: `http://127.0.0.1:${port}`, express }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("The reference did not start.")
}

/** A page as a browser asks for it. */
const get = (url: string, headers = signedIn) => fetch(url, { headers }).then((answer) => answer.text())

/** The headers of a browser that has been here and has the styles, as everyone who saves a form has. */
async function asKnown(url: string) {
  const answer = await fetch(`${url}/students`, { headers: signedIn })
  await answer.text()
  const set = answer.headers.getSetCookie().map((text) => text.split(";")[0])
  return { Cookie: [signedIn.Cookie, ...set].join("; ") }
}

async function saveRegister(url: string, index: number, headers = signedIn, referenceForm?: boolean) {
  const fields = Array.from({ length: studentsPerRegister }, (_, student): [string, string] => [
    `marks.student-${String(student).padStart(5, "0")}.code`,
    "present",
  ])
  const answer = await fetch(`${url}/classes/sessions/open-${String(index).padStart(5, "0")}`, {
    method: "POST",
    headers: { ...headers, Origin: url },
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  if (answer.status !== 303)
    throw new Error(`The register was not saved: ${answer.status} ${await answer.text()}`)
  const next = referenceForm ? "/students" : (answer.headers.get("Location") ?? "")
  await get(new URL(next, url).href, headers)
}

async function measure() {
  const small = join(folder, "small.db")
  const bare = join(folder, "bare.db")
  buildSchools(small, 2)
  buildSchools(bare, 2)
  const server = await app(small)
  const page = await server.ask("/", { headers: { "Accept-Encoding": "identity" } })
  const plain = await reference(bare, page.raw)

  await row("anonymous public page", async () => {
    const [own, other] = await inTurns({ url: server.url }, { url: plain.express }, turns)
    keep(
      "anonymous public page",
      own / other,
      { least: 0.5 },
      `${round(own)} req/s, Express ${round(other)} req/s`,
    )
  })
  await row("GET /api/user", async () => {
    const [own, other] = await inTurns(
      { url: `${server.url}/api/user`, each: colleagues },
      { url: `${plain.url}/api/user`, each: colleagues },
      turns,
    )
    keep("GET /api/user", own / other, { least: 0.35 }, `${round(own)} req/s, bare ${round(other)} req/s`)
  })
  await row("signed-in list of 50 rows", async () => {
    const [own, other] = await inTurns(
      { url: `${server.url}/students`, headers: signedIn },
      { url: `${plain.url}/students`, headers: signedIn },
      turns,
    )
    keep(
      "signed-in list of 50 rows",
      own / other,
      { least: 0.05 },
      `${round(own)} req/s, bare ${round(other)} req/s`,
    )
  })
  await row("register save", async () => {
    const half = Math.floor(openRegisters / 4)
    const [own, other]: [number[], number[]] = [[], []]
    const known = await asKnown(server.url)
    for (let index = 0; index < half; index += 1) {
      own.push(...(await timed(1, () => saveRegister(server.url, index, known))))
      other.push(...(await timed(1, () => saveRegister(plain.url, index, signedIn, true))))
    }
    const [one, two] = [median(own), median(other)]
    keep("register save, p50", one / two, { most: 3 }, `${round(one)} ms, bare ${round(two)} ms`)
  })
  await row("peak memory", async () => {
    const page = { url: `${server.url}/students`, headers: signedIn }
    const call = { url: `${server.url}/api/user`, each: colleagues }
    const half = async () => {
      await send(page, 2500)
      await send(call, 7500)
      return memoryOf(server.pid)
    }
    const [first, second] = [await half(), await half()]
    const numbers = `after 10,000 ${round(first.now)} MB, after 20,000 ${round(second.now)} MB`
    keep("peak memory after 20,000 requests", second.peak, { most: 300, unit: " MB" }, numbers)
  })
  await row("two workers", async () => {
    const { measureTwoWorkers } = await import("./two-workers")
    await measureTwoWorkers(keep, { server, app, folder, headers: signedIn, turns })
  })
  await row("replication", async () => {
    const { measureReplicated, whyNotReplicated } = await import("./replicated")
    if (whyNotReplicated) {
      if (!asJson) console.log(`replication is not measured: ${whyNotReplicated}`)
      return
    }
    const school = join(folder, "replication-school.db")
    buildSchools(school, 2)
    await measureReplicated(keep, { school, folder, cookie: signedIn.Cookie })
  })
  if (isBig) await row("a million students", () => measureBig(server))
  await server.stop()
}

/** The same school among two and among five thousand, page by page. */
async function measureBig(small: RunningServer) {
  const path = join(tmpdir(), "tutti-bench-big.db")
  if (!existsSync(path)) {
    const begun = performance.now()
    buildSchools(path, 5000)
    if (!asJson)
      console.log(`(built 5,000 schools in ${round((performance.now() - begun) / 1000)} s: ${path})`)
  }
  const big = await app(path)
  for (const at of [
    "/students",
    "/students?page=4",
    "/schedule",
    "/schedule/simple",
    "/billing",
    "/dashboard",
  ]) {
    const [own, other]: [number[], number[]] = [[], []]
    await timed(20, () => get(`${big.url}${at}`))
    await timed(20, () => get(`${small.url}${at}`))
    for (let turn = 0; turn < 60; turn += 1) {
      own.push(...(await timed(1, () => get(`${big.url}${at}`))))
      other.push(...(await timed(1, () => get(`${small.url}${at}`))))
    }
    const [one, two] = [median(own), median(other)]
    keep(
      `${at} with a million students, p50`,
      one / two,
      { most: 1.2 },
      `${round(one)} ms, with two schools ${round(two)} ms`,
    )
  }
  await big.stop()
}

try {
  if (!asJson)
    console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}, school ${measuredSchool}`)
  await measure()
  if (asJson) console.log(JSON.stringify({ cpus: cpus().length, node: process.version, rows }, null, 2))
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1
} finally {
  for (const child of children) child.kill("SIGTERM")
  rmSync(folder, { recursive: true, force: true })
}
