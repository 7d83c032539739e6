import { median } from "./load"
import { pageOnThisMachine } from "./machine"
import { type Cost, measureScreens } from "./screen-costs"

// Prints what each screen costs and whether that is within the budgets; ends with 1 when it isn't.

const asked = process.argv.slice(2)
const isLarge = asked.includes("--large")
const isWritten = asked.includes("--written")
const only = asked.find((word) => word.startsWith("--only="))?.slice("--only=".length)
const at = asked
  .find((word) => word.startsWith("--at="))
  ?.slice("--at=".length)
  .split(",")
const of = asked.find((word) => word.startsWith("--of="))?.slice("--of=".length)

/** Milliseconds of processor time for one screen and for the middle one; statements of one screen. */
const budget = isLarge
  ? { screen: isWritten ? 200 : 100, median: 100, statements: 30 }
  : { screen: 20, median: 8, statements: 30 }

const columns = ["role", "screen", "ms", "thread", "held", "queries", "rows", "html", "brotli", "data"]
const line = (cells: (string | number)[]) =>
  cells
    .map((cell, index) => (index < 2 ? String(cell).padEnd(index ? 70 : 15) : String(cell).padStart(9)))
    .join(" ")
const cellsOf = ({
  role,
  address,
  processor,
  answering,
  held,
  statements,
  rows,
  html,
  brotli,
  data,
}: Cost) => [
  role,
  address,
  processor.toFixed(1),
  answering.toFixed(1),
  held.toFixed(1),
  statements,
  rows,
  html,
  brotli,
  data,
]

const machineBefore = pageOnThisMachine()
const { costs, askedProcessor } = await measureScreens({ large: isLarge, isWritten, only, at, of })
const machine = [machineBefore, pageOnThisMachine()]
costs.sort((a, b) => b.processor - a.processor)
const middle = median(costs.map(({ processor }) => processor))
const over = costs.filter(
  ({ processor, statements }) => processor > budget.screen || statements > budget.statements,
)
if (asked.includes("--json"))
  console.log(JSON.stringify({ median: middle, mean: askedProcessor, machine, screens: costs }, null, 2))
else {
  console.log(line(columns))
  for (const cost of costs) console.log(line(cellsOf(cost)))
  console.log(
    `${costs.length} screens; median ${middle.toFixed(1)} ms (budget ${budget.median}), mean with all collections ${askedProcessor.toFixed(1)} ms; ${over.length} over ${budget.screen} ms or ${budget.statements} statements`,
  )
  console.log(
    `a page that never changes: ${machine.map((ms) => ms.toFixed(2)).join(" ms before, ")} ms after (compare runs by it)`,
  )
}
process.exitCode = over.length === 0 && middle <= budget.median ? 0 : 1
