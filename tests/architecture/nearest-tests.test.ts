import { describe, expect, test } from "vitest"
import { readImports } from "../../scripts/import-graph.mjs"
import { nearestTests } from "../../scripts/nearest-tests"

// Which tests `npm run check` takes for a change, the nearest first.

const imports = readImports()
const near = (path: string, ...words: string[]) => nearestTests([{ path, words: new Set(words) }], imports)

describe("nearest to a change", () => {
  test("of a model's rule are the tests of its name and its folder, then those of what uses it", () => {
    const [first, ...others] = near("app/models/money/payer/split.ts")
    expect(first).toBe("app/models/money/payer/split.test.ts")
    expect(others.slice(0, 12)).toContain("app/models/money/payer/open-parts.test.ts")
  })

  test("of a screen are the tests that ask its address", () => {
    expect(near("app/routes/students/new-student.tsx").slice(0, 10)).toContain(
      "tests/routes/people/student-forms.test.ts",
    )
  })

  test("of a component are the tests of the screens that draw it", () => {
    expect(near("app/components/people/student/person-fields.tsx").slice(0, 5)).toContain(
      "tests/routes/people/student-forms.test.ts",
    )
  })

  test("of a column that everything could use are the tests of what mentions it", () => {
    const [of, all] = [near("db/schema/people.ts", "medicalNotes"), near("db/schema/people.ts", "firstName")]
    expect(of.length).toBeGreaterThan(3)
    expect(of.length).toBeLessThan(all.length)
  })
})
