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

  test("says once what stands in several places", () => {
    const tax = { name: "VAT" }
    const price = { minor: 3500, tax }
    const rows = [
      { price, tax },
      { price, day: new Date(5), tags: new Set([tax]) },
    ]
    expect(scriptLiteral(rows)).toBe(
      `(function(){let v0={name:"VAT"},v1={minor:3500,tax:v0};return [{price:v1,tax:v0},{price:v1,day:new Date(5),tags:new Set([v0])}]})()`,
    )
    expect(said(rows)).toEqual(rows)
    const found = said(rows) as typeof rows
    expect(found[0]?.price).toBe(found[1]?.price)
    const byDay = said({ byDay: new Map([1, 2].map((day) => [day, price])) }) as {
      byDay: Map<number, object>
    }
    expect(byDay.byDay.get(1)).toBe(byDay.byDay.get(2))
    expect(scriptLiteral([[], [], {}, {}])).toBe("[[],[],{},{}]")
    const day = new Date(5)
    expect(scriptLiteral([day, day])).toBe("[new Date(5),new Date(5)]")
  })

  test("stays the same however its parts are shared", () => {
    const { array, jsonValue, nat, record } = fc
    // Each node may hold nodes that were made before it.
    const plans = array(record({ own: jsonValue(), held: array(nat()), isList: fc.boolean() }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(plans, (steps) => {
        const nodes: unknown[] = []
        for (const { own, held, isList } of steps) {
          const parts = nodes.length > 0 ? held.map((index) => nodes[index % nodes.length]) : []
          nodes.push(isList ? [own, ...parts] : { own, parts, first: parts[0] ?? null })
        }
        expect(said(nodes)).toEqual(nodes)
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
    const round: { self?: unknown } = {}
    round.self = [round]
    expect(() => scriptLiteral(round)).toThrow("holds itself")
    round.self = new Map([["round", round]])
    expect(() => scriptLiteral(round)).toThrow("holds itself")
  })
})
