import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { AppLoadContext, RequestHandler } from "@remix-run/node"
import { onConnection } from "db/on-connection.server"
import { databaseStamp, schoolStamp } from "db/unchanged.server"
import type { SentBody } from "~/edge/compressed-text.server"
import { stylesCookie } from "~/edge/first-styles.server"
import { requestIdHeader } from "~/http/request-id"
import { now } from "~/utils/clock.server"
import { requestFactsOf } from "~/utils/request-facts"
import type { DocumentContext } from "./remix-answers.server"

// The same request by the same person, with nothing written since of what their school shows and in the same minute, has
// the same answer. So a page that says so (`handle.repeats`) is kept until the next commit in its school, by whichever
// process, the next minute, or the end of the login or of what the school paid for. Nothing that writes has to think of it:
// the database itself says that something was written (db/unchanged.server.ts). Everything else an answer can depend on is
// in its key: the address and every header, cookies among them.

export type Kept = {
  headers: [string, string][]
  /** As it was sent: which encodings a browser takes is among the headers of its requests. */
  body: SentBody
  /** By which it is counted, as the first one was. */
  routeId: string | undefined
  /**
   * Whose login it was answered to: the writes of other schools don't change it. Undefined where no one's says it, and for the
   * platform's staff, whom any write may concern.
   */
  schoolId: string | undefined
  /** What may be read by that login, as it was when it was answered. */
  stamp: string
  /** When that login or what its school paid for ends (UTC ms). */
  trueUntil: number | undefined
}
type Generation = { minute: number; answers: Map<string, Kept>; size: number }
type Context = AppLoadContext & DocumentContext
/** A request as node reads it; its address is the one that was asked for, whatever Express made of it. */
export type PlainRequest = Pick<IncomingMessage, "method" | "headers"> & { originalUrl: string }

/** How many bytes of answers are kept at once, mostly compressed; they all go with the next minute. */
const mostBytes = 4_000_000
/** About what an answer takes besides its body and its key. */
const ownSize = 1000
/** Headers that differ with each request and are not shown on any page that repeats. */
const ownHeaders = new Set([requestIdHeader, "x-tutti-address", "x-forwarded-for"])

type Options = {
  /** For tests: every repeated answer is written again and has to be the same. */
  isProved?: boolean
}

/** Wraps the handler to repeat the documents whose route says `repeats` for as long as they stay true. */
export function repeatAnswers(handle: RequestHandler, { isProved = false }: Options = {}): RequestHandler {
  // A developer's change is no commit.
  if (import.meta.env.DEV) return handle
  return async (request, context: Context = {}) => {
    const before = mayRepeat(request.method, request.headers.get("Cache-Control"))
      ? databaseStamp()
      : undefined
    if (before === undefined) return handle(request, context)
    const generation = presentGeneration()
    const key = context.repeatKey ?? keyOf(request.url, request.headers)
    const kept = findKept(generation, key)
    if (kept && !isProved) return repeat(kept, context)
    const answer = await handle(request, context)
    if (!context.repeats || answer.status !== 200 || !isSameForAll(answer)) return answer
    const document = context.takesDocument ? context.document?.join("") : await answer.clone().text()
    if (document === undefined) return answer
    if (kept) prove(kept, document, request.url)
    // What was written while the page was being drawn may be missing from it.
    if (databaseStamp() !== before || presentGeneration() !== generation) return answer
    const facts = requestFactsOf(request.headers.get(requestIdHeader))
    const { trueUntil } = facts
    const schoolId = facts.isStaff ? undefined : facts.schoolId
    const stamp = stampFor(schoolId)
    if (stamp === undefined) return answer
    const head = {
      headers: headersOf(answer, document),
      routeId: context.routeId,
      schoolId,
      stamp,
      trueUntil,
    }
    const keep = (body: SentBody) => keepAnswer(generation, key, { ...head, body })
    if (context.takesDocument) context.keep = keep
    else keep(document)
    return answer
  }
}

function keepAnswer(generation: Generation, key: string, { body, ...head }: Kept) {
  letGo(generation, key)
  const size = sizeOf(key, body)
  if (generation.size + size > mostBytes) return
  generation.size += size
  // A copy of its own: zlib's lies in a larger piece of memory, which it would hold.
  const own = typeof body === "string" ? body : Buffer.from(new Uint8Array(body).buffer)
  generation.answers.set(key, { ...head, body: own })
}

function letGo(generation: Generation, key: string) {
  const kept = generation.answers.get(key)
  if (!kept) return
  generation.size -= sizeOf(key, kept.body)
  generation.answers.delete(key)
}

const sizeOf = (key: string, body: SentBody): number => key.length + ownSize + body.length

/**
 * What the adapter asks before it makes a Request: the answer that is kept for it, if any, and else the key under which
 * `repeatAnswers` keeps it.
 */
export function findRepeated({ method, originalUrl, headers }: PlainRequest): { key?: string; kept?: Kept } {
  if (!mayRepeat(method, headers["cache-control"])) return {}
  const key = keyOf(originalUrl, Object.entries(headers))
  return { key, kept: findKept(presentGeneration(), key) }
}

/** A browser that reloads past its caches gets past this one too. */
const mayRepeat = (method: string | undefined, caching: string | null | undefined): boolean =>
  method === "GET" && !caching?.includes("no-cache")

const stampFor = (schoolId: string | undefined) => (schoolId ? schoolStamp(schoolId) : databaseStamp())

const emptyIn = (minute: number): Generation => ({ minute, answers: new Map(), size: 0 })

/** The answers of now: new, empty ones in each minute, and on another connection, whose stamps are others. */
const present = onConnection(() => ({ generation: emptyIn(0) }))

function presentGeneration(): Generation {
  const here = present()
  const minute = Math.floor(now() / 60_000)
  if (here.generation.minute !== minute) here.generation = emptyIn(minute)
  return here.generation
}

/** The answer of a key while it is still true; another one makes room. */
function findKept(generation: Generation, key: string): Kept | undefined {
  const kept = generation.answers.get(key)
  if (!kept || (kept.stamp === stampFor(kept.schoolId) && (kept.trueUntil ?? Infinity) > now())) return kept
  letGo(generation, key)
  return undefined
}

function repeat({ headers, body }: Kept, context: Context): Response {
  // Who takes no document has had its text kept.
  if (!context.takesDocument) return new Response(String(body), { headers })
  context.body = body
  return new Response(null, { headers })
}

function keyOf(address: string, headers: Iterable<[string, string | string[] | undefined]>): string {
  let key = address
  for (const [name, value] of headers) if (!ownHeaders.has(name)) key += `\n${name}:${value}`
  return key
}

/** A cookie of one answer makes it no other's, but for the one that says the browser has the styles. */
const isSameForAll = ({ headers }: Response): boolean =>
  headers.getSetCookie().every((cookie) => cookie === stylesCookie)

/**
 * The head of a repeated answer. What is written in it is allowed by its hash: a nonce that two answers share would be
 * none.
 */
function headersOf({ headers }: Response, document: string): [string, string][] {
  const allowed = (what: string) =>
    [...document.matchAll(new RegExp(`<${what}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${what}>`, "g"))]
      .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
      .join(" ")
  const policy = (value: string) =>
    value.replace(/(script|style)-src [^;]*/g, (sources, what: string) =>
      sources.replace(/'nonce-[^']+'/, () => allowed(what)),
    )
  return [...headers].flatMap(([name, value]): [string, string][] => {
    if (name === "server-timing") return []
    return [[name, name === "content-security-policy" ? policy(value) : value]]
  })
}

/** Throws where a page that says it repeats doesn't. */
function prove({ body }: Kept, written: string, url: string) {
  const [before, after] = [String(body), written].map((text) => text.replace(/nonce="[^"]*"/g, "")) as [
    string,
    string,
  ]
  if (before === after) return
  const at = [...before].findIndex((character, index) => character !== after[index])
  throw new Error(
    `${url} says it repeats, but nothing was written and it changed: ` +
      `${before.slice(at - 80, at + 80)} became ${after.slice(at - 80, at + 80)}`,
  )
}
