import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { RunningServer } from "../support/server"

// How long the event loop of a server was held, as the probe that is loaded before it says.

export type Held = Record<"p50" | "p99" | "p999" | "max" | "rss" | "samples", number>

const importOf = (file: string) => `--import=${join(process.cwd(), "tests/bench", file)}`

/** What a server needs in its environment; `folder` is a place for the probe's answers. */
export const probeSettings = (folder: string, ...others: string[]) => ({
  EVENT_LOOP_FILE: fileIn(folder),
  NODE_OPTIONS: ["event-loop-probe.mjs", ...others].map(importOf).join(" "),
})

const fileIn = (folder: string) => join(folder, "event-loop.json")

/** What was held since this was last asked. */
export async function askHeld(server: RunningServer, folder: string): Promise<Held> {
  const file = fileIn(folder)
  rmSync(file, { force: true })
  server.signal("SIGWINCH")
  while (!existsSync(file)) await pause(5)
  await pause(50)
  return JSON.parse(readFileSync(file, "utf8")) as Held
}
