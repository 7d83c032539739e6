import { type ChildProcess, spawn } from "node:child_process"
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http"
import { createServer } from "node:net"
import { threadId } from "node:worker_threads"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { buildWhenStale } from "../../scripts/build-when-stale.mjs"
import { testNow } from "./clock"

// The built server as its own process, asked over real HTTP: what only exists outside Remix (headers, compression, limits,
// signals) and what survives a process. It shares this test file's database, so rows are made and counted here.

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** As sent. */
  raw: Buffer
  /** Decompressed. */
  text: string
}

export type Ask = {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** The body is sent only then; the head at once. */
  bodyAfter?: Promise<unknown>
  /** For requests that may follow each other on one connection; without it each has its own. */
  agent?: Agent
}

export type RunningServer = {
  url: string
  port: number
  pid: number
  ask(path: string, ask?: Ask): Promise<Answer>
  /** Posts a form, as a page of ours does unless the headers say otherwise. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** Everything it has written to its log so far. */
  output(): string
  signal(signal: NodeJS.Signals): void
  /** Its exit code once it has ended; null after a kill. */
  ended: Promise<number | null>
  /** Asks it to stop and waits for it. */
  stop(): Promise<number | null>
}

/** A run that fails half-way leaves no server behind. */
const running = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

/**
 * Starts the built server on a free port, at the tests' own time unless `CLOCK_START` is given, and waits for its health;
 * another build in `cwd`. What it writes goes to the file `log` instead, when one is given.
 */
export async function startServer(
  environment: Record<string, string> = {},
  port?: number,
  cwd?: string,
  log?: number,
): Promise<RunningServer> {
  buildWhenStale()
  const own = port ?? (await freePort())
  const url = `http://localhost:${own}`
  const child = spawn(
    process.execPath,
    ["--max-old-space-size=384", "--max-semi-space-size=8", "build/server.mjs"],
    {
      cwd,
      env: {
        ...process.env,
        VITEST: "",
        NODE_ENV: "production",
        DEMO: "true",
        PORT: String(own),
        APP_URL: url,
        CLOCK_START: new Date(testNow).toISOString(),
        LOG_LEVEL: "info",
        // Nothing listens there, whether or not a demo runs on this machine.
        SANDBOX_PORT: "1",
        ...environment,
      },
      stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
    },
  )
  running.add(child)
  child.once("exit", () => running.delete(child))
  const output: Buffer[] = []
  child.stdout?.on("data", (bytes: Buffer) => output.push(bytes))
  child.stderr?.on("data", (bytes: Buffer) => output.push(bytes))
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
  const text = () => Buffer.concat(output).toString()
  const ask = (path: string, options?: Ask) => askServer(own, path, options)
  await healthy(child, ask, text)
  return {
    url,
    port: own,
    pid: child.pid ?? 0,
    ask,
    post: (path, fields, headers = { Origin: url }) =>
      ask(path, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    output: text,
    signal: (signal) => child.kill(signal),
    ended,
    stop() {
      child.kill("SIGTERM")
      return ended
    },
  }
}

async function healthy(child: ChildProcess, ask: RunningServer["ask"], output: () => string) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const isUp = await ask("/health").then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not become healthy:\n${output()}`)
}

/** One request; any method, any header, and the path exactly as given. */
export function askServer(
  port: number,
  path: string,
  { method = "GET", headers, body, bodyAfter, agent }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: { Connection: "keep-alive", ...headers },
        agent: agent ?? false,
      },
      (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("error", reject)
        response.on("end", () => {
          if (!agent) request.destroy()
          const raw = Buffer.concat(parts)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            raw,
            text: raw.length ? decode(raw, response.headers["content-encoding"]).toString() : "",
          })
        })
      },
    )
    request.on("error", reject)
    if (body !== undefined && !request.hasHeader("Content-Length") && !request.hasHeader("Transfer-Encoding"))
      request.setHeader("Content-Length", Buffer.byteLength(body))
    if (!bodyAfter) return void request.end(body)
    request.flushHeaders()
    bodyAfter.then(() => request.end(body), reject)
  })
}

const decode = (bytes: Buffer, encoding: string | undefined) =>
  encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes

// Below the ports that the system gives to outgoing connections, so that none of these takes one before its server
// listens, and above the last one that browsers refuse (10080).
const firstPort = 11_000
const portsOfEach = 100
const groups = 210
let given = 0

/** A port that nothing listens on. No other process that runs beside it is given the same, however late its server starts. */
export async function freePort(): Promise<number> {
  const first = ((process.pid + threadId) % groups) * portsOfEach
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = firstPort + ((first + given) % (groups * portsOfEach))
    given += 1
    if (await isFree(port)) return port
  }
  throw new Error("No port is free.")
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
