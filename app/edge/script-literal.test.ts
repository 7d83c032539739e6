import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptLiteral } from "./script-literal.server"

const said = (value: unknown): unknown => new Function(`return ${scriptLiteral(value)}`)()

describe("what a document hands to its scripts", () => {
  test("is the same after the browser has read it", () => {
    const kept = {
      name: "Milo </script><!-- & \u2028 “Yara”",
      2: [1, -0, Number.NaN, 1e21, null, undefined, true, false],
      "page-size": new Date(0),
      __proto: "own",
      default: new Map([["a", new Set([1n])]]),
    }
    expect(said(kept)).toEqual(kept)
    expect(Object.keys(said(JSON.parse('{"__proto__":1}')) as object)).toEqual(["__proto__"])
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(said(value)).toEqual(value)
      }),
    )
  })

  test("never ends its script", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(scriptLiteral({ value, end: "</script>" })).not.toMatch(/[<>&\u2028\u2029]/)
      }),
    )
  })

  test("leaves out what isn’t said, and refuses what can’t be", () => {
    expect(scriptLiteral({ name: undefined, age: 9 })).toBe("{age:9}")
    expect(() => scriptLiteral({ name: () => 1 })).toThrow("function")
    expect(() => scriptLiteral({ name: Promise.resolve() })).toThrow("isn’t there yet")
  })
})
