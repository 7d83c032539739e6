import { writeSync } from "node:fs"
import { pino, stdSerializers } from "pino"
import { isWantOfRoom, mayLogAgain, noteDatabaseError } from "./machine-state.server"

/** A reader that is slow, such as a pipe's, is waited for so long; each time it was in vain, no longer than that in a second. */
const patienceMs = 20
const restMs = 1000
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Where the log goes: each line is written before the call returns. A line that can't be written, on a full disk or to a reader
 * that has gone, is lost: a log never holds the process up, and never ends it. How many were lost is said as soon as there
 * is room.
 */
export function logTo(file: number) {
  let lost = 0
  /** A line was cut off: the next begins on a line of its own. */
  let isCut = false
  let impatientUntil = 0

  function write(bytes: Buffer): boolean {
    let from = 0
    let end: number | undefined
    while (from < bytes.length) {
      try {
        from += writeSync(file, bytes, from)
      } catch (error) {
        const at = performance.now()
        end ??= at < impatientUntil ? at : at + patienceMs
        if ((error as NodeJS.ErrnoException).code === "EAGAIN" && at < end) {
          Atomics.wait(sleeper, 0, 0, 1)
          continue
        }
        impatientUntil = at + restMs
        isCut ||= from > 0
        return false
      }
    }
    return true
  }

  return {
    write(line: string) {
      const said = lost > 0 ? lossOf(lost) : ""
      if (!write(Buffer.from(`${isCut ? "\n" : ""}${said}${line}`))) {
        lost += 1
        return
      }
      isCut = false
      lost = 0
    },
  }
}

const lossOf = (lines: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg: "log lines were lost" })}\n`

type LoggedError = { type: string; message: string; stack: string } & Record<string, unknown>

/**
 * An error as it may be recorded: what it is and where, never the values it was thrown with. A database error
 * quotes its parameters, and those can be a password hash or someone's address; a failed request its whole address.
 */
export function errorFacts(error: unknown): LoggedError | { message: string } {
  if (!(error instanceof Error)) return { message: `A thrown ${typeof error}` }
  // Every error that is caught is logged, so this is where the machine's state learns of a full disk or a damaged file.
  noteDatabaseError(error)
  const { type, message, stack, code, status, issue, debugId } = stdSerializers.err(error) as LoggedError
  // A full disk fails every write: one stack a minute, or the log fills what is left.
  const isRepeated = isWantOfRoom(error) && !mayLogAgain("stack of a full disk")
  const facts = {
    type,
    message: withoutSecrets(message),
    stack: isRepeated ? "(as before)" : withoutSecrets(stack),
  }
  // What SQLite and a provider say of a failure; `debugId` is what the provider's support asks for.
  return Object.assign(facts, JSON.parse(JSON.stringify({ code, status, issue, debugId })))
}

/** Without the values of a statement, without the query or the credentials of an address: links hold tokens there. */
const withoutSecrets = (text: string) =>
  text
    // A value may have several lines; a stack's own begin with "at".
    .replace(/^[ \t]*params:[^\n]*(?:\n(?! {4}at )[^\n]*)*/gm, "params: (left out)")
    .replace(/[^\s"'`<>]+/g, withoutQuery)
    .replace(/:\/\/[^\s/@"'`<>]*@/g, "://(left out)@")

function withoutQuery(word: string): string {
  const query = word.indexOf("?")
  return query >= 0 && word.lastIndexOf("/", query) >= 0 ? `${word.slice(0, query)}?(left out)` : word
}

/**
 * The log of this process: one JSON line each, to standard output. Secrets are kept out at the source (no bodies, no
 * cookies, no query strings); the paths below are the net under that.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL || "info",
    base: { pid: process.pid },
    serializers: { err: errorFacts },
    redact: {
      paths: ["password", "token", "cookie", "authorization"].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: "(left out)",
    },
  },
  logTo(1),
)
