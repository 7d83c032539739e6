import { writeSync } from "node:fs"

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
