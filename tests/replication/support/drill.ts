import { appendFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { ClusterNode } from "./node"

export type Tally = { acknowledged: number; present: number; lost: number; repeated: number }

export const sum = (...tallies: Tally[]): Tally =>
  tallies.reduce((all, one) => ({
    acknowledged: all.acknowledged + one.acknowledged,
    present: all.present + one.present,
    lost: all.lost + one.lost,
    repeated: all.repeated + one.repeated,
  }))

const most = 120_000

/**
 * One drill: a test that counts what was acknowledged and what is there afterwards, and says both in one line.
 * @param run does it, and answers the counts; what must hold is expected inside
 */
export function drill(name: string, run: () => Promise<Tally>, withinMs = most) {
  test(
    name,
    async () => {
      const begun = performance.now()
      const { acknowledged, present, lost, repeated } = await run()
      const took = ((performance.now() - begun) / 1000).toFixed(1)
      say(
        `drill ${name}: acknowledged ${acknowledged}, present ${present}, lost ${lost}, repeated ${repeated}, took ${took} s`,
      )
    },
    withinMs,
  )
}

/** Where scripts/drills.mjs reads the lines, so that nothing else stands between them. */
function say(line: string) {
  if (process.env.DRILL_LINES) appendFileSync(process.env.DRILL_LINES, `${line}\n`)
  else process.stdout.write(`${line}\n`)
}

/** The database of a node is whole, and keeps its references. */
export function expectWhole(node: ClusterNode) {
  expect(node.read<{ integrity_check: string }>("pragma integrity_check")).toEqual([
    { integrity_check: "ok" },
  ])
  expect(node.read("pragma foreign_key_check")).toEqual([])
}
