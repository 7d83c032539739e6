import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

// docs/specification.md says for each statement where it lives and which test proves it; these must be there.

const rows = readFileSync("docs/specification.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Statement"))
const cellsOf = (row: string) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""))
const filesIn = (cell: string) =>
  [...cell.matchAll(/`([\w./-]+)`/g)].map(([, path = ""]) => path).filter((path) => path.includes("/"))

const roots = ["", "app/"]
const isThere = (path: string) => roots.some((root) => existsSync(`${root}${path}`))

test("every row names a place and a test, and both are there", () => {
  expect(rows.length).toBeGreaterThan(150)
  const lost = rows.flatMap((row) => {
    const [statement = "", place = "", proof = "", ...more] = cellsOf(row)
    const isWhole = more.length === 0 && place !== "" && /`(tests|app)\/[^`]+`/.test(proof)
    const missing = [...filesIn(place), ...filesIn(proof)].filter(
      (path) =>
        /^(app|components|db|enhance|jobs|models|public|routes|sandbox|styles|tests|utils)\//.test(path) &&
        !isThere(path),
    )
    return isWhole && missing.length === 0 ? [] : [{ statement, missing }]
  })
  expect(lost).toEqual([])
})

test("every section of the specification is there, in its order", () => {
  const sections = [...readFileSync("docs/specification.md", "utf8").matchAll(/^## (\d)\./gm)].map(
    ([, number]) => number,
  )
  expect(sections).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"])
})
