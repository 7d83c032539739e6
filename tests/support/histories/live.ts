import { randomInt } from "node:crypto"
import { sqlite } from "db/client.server"
import fc from "fast-check"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { histories } from "./count"

// Many histories of one kind, others each time. What fails is printed with what lives it again.

/** Lives so many histories, or some of them (./count); HISTORY=seed or seed/path lives that one again. */
export async function liveHistories(
  count: number,
  property: fc.IAsyncProperty<unknown[]> | fc.IProperty<unknown[]>,
) {
  const [seed, path] = process.env.HISTORY?.split("/") ?? []
  const settings = {
    seed: Number(seed ?? randomInt(2 ** 31)),
    numRuns: histories(count),
    ...(path ? { path, endOnFailure: true } : {}),
  }
  const details = await fc.check(property as fc.IAsyncProperty<unknown[]>, settings)
  if (!details.failed) return
  const again = `Live it again: HISTORY=${details.seed}/${details.counterexamplePath} npx vitest run --project unit <this file>`
  throw new Error(`${fc.defaultReportMessage(details)}\n${again}`, { cause: details.errorInstance })
}

/** Lives one history and takes all its rows back, so that the thousandth is as fast as the first. */
export async function inTrial(live: () => void | Promise<void>) {
  sqlite().exec("begin immediate")
  try {
    await live()
  } finally {
    sqlite().exec("rollback")
    // What was read meanwhile is no longer kept.
    rehearse(() => undefined)
  }
}
