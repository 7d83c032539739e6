import fc from "fast-check"
import { expect, test } from "vitest"
import {
  bucketSeconds,
  countIn,
  emptyHistogram,
  joinedByName,
  labelled,
  observe,
  prometheusText,
  quantileOf,
} from "./prometheus"

test("writes counters with their labels, and what a label may not hold", () => {
  const counter = {
    name: "tutti_requests_total",
    help: "Requests answered.",
    type: "counter" as const,
    samples: [{ labels: { route: 'a "b" \\ c\nd' }, value: 3 }],
  }
  const text = prometheusText(labelled([counter], { worker: "1" }))
  expect(text).toBe(
    '# HELP tutti_requests_total Requests answered.\n# TYPE tutti_requests_total counter\ntutti_requests_total{route="a \\"b\\" \\\\ c\\nd",worker="1"} 3\n',
  )
})

test("explains each name once where several processes tell their figures", () => {
  const ofProcess = (worker: string, seconds: number) => {
    const histogram = emptyHistogram()
    observe(histogram, seconds)
    return labelled(
      [
        { name: "open", help: "Open.", type: "gauge", samples: [{ value: Number(worker) }] },
        { name: "took", help: "Took.", type: "histogram", histograms: [{ labels: {}, histogram }] },
      ],
      { worker },
    )
  }
  const lines = prometheusText(joinedByName([...ofProcess("1", 0.2), ...ofProcess("2", 3)])).split("\n")
  expect(lines.filter((line) => line.startsWith("# HELP"))).toEqual([
    "# HELP open Open.",
    "# HELP took Took.",
  ])
  expect(lines.slice(2, 4)).toEqual(['open{worker="1"} 1', 'open{worker="2"} 2'])
  expect(lines).toContain('took_sum{worker="1"} 0.2')
  expect(lines).toContain('took_bucket{worker="2",le="2.5"} 0')
  expect(lines).toContain('took_count{worker="2"} 1')
})

test("writes a histogram whose buckets add up", () => {
  const histogram = emptyHistogram()
  for (const seconds of [0.004, 0.2, 0.2, 30]) observe(histogram, seconds)
  const lines = prometheusText([
    { name: "d", help: "h", type: "histogram", histograms: [{ labels: {}, histogram }] },
  ]).split("\n")
  expect(lines).toContain('d_bucket{le="0.005"} 1')
  expect(lines).toContain('d_bucket{le="0.25"} 3')
  expect(lines).toContain('d_bucket{le="10"} 3')
  expect(lines).toContain('d_bucket{le="+Inf"} 4')
  expect(lines).toContain("d_count 4")
  expect(lines).toContain("d_sum 30.404")
})

test("a share of the durations is never said to be faster than it was, nor slower than its bucket", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 80 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (durations, share) => {
        const histogram = emptyHistogram()
        for (const each of durations) observe(histogram, each)
        const within = quantileOf(histogram, share)
        const sorted = [...durations].sort((a, b) => a - b)
        const exact = sorted[Math.ceil(share * sorted.length - 1e-9) - 1] ?? 0
        const bucket = bucketSeconds.find((bound) => exact <= bound) ?? Number.POSITIVE_INFINITY
        return countIn(histogram) === durations.length && within >= exact && within <= bucket
      },
    ),
  )
  expect(quantileOf(emptyHistogram(), 0.5)).toBe(0)
})
