// Figures in the text format that Prometheus reads (version 0.0.4), by hand: names, labels and numbers are all of it.

export type Sample = { labels?: Record<string, string>; value: number }
export type Metric = { name: string; help: string; type: "counter" | "gauge"; samples: Sample[] }
type HistogramMetric = {
  name: string
  help: string
  type: "histogram"
  histograms: { labels: Record<string, string>; histogram: Histogram }[]
}

export type AnyMetric = Metric | HistogramMetric

export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
})

/** Seconds up to which a duration counts in a bucket; the last bucket has no end. */
export const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** How many durations fell into each bucket, the one without an end last, and their sum. */
export type Histogram = { counts: number[]; sum: number }

export const emptyHistogram = (): Histogram => ({ counts: bucketSeconds.map(() => 0).concat(0), sum: 0 })

export function observe(histogram: Histogram, seconds: number) {
  const { counts } = histogram
  const found = bucketSeconds.findIndex((bound) => seconds <= bound)
  const index = found === -1 ? bucketSeconds.length : found
  counts[index] = (counts[index] ?? 0) + 1
  histogram.sum += seconds
}

export const countIn = ({ counts }: Pick<Histogram, "counts">): number =>
  counts.reduce((sum, n) => sum + n, 0)

/** The seconds that a share of the durations stays within: the end of its bucket, infinite in the last one. */
export function quantileOf({ counts }: Pick<Histogram, "counts">, share: number): number {
  const wanted = countIn({ counts }) * share
  let seen = 0
  for (const [index, n] of counts.entries()) {
    seen += n
    if (n > 0 && seen >= wanted) return bucketSeconds[index] ?? Number.POSITIVE_INFINITY
  }
  return 0
}

const escapeLabel = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

function labelText(labels: Record<string, string> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

const numberText = (value: number) =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)

/** The same figures with more labels, such as the process they are of. */
export const labelled = (metrics: readonly AnyMetric[], more: Record<string, string>): AnyMetric[] =>
  metrics.map((metric) =>
    metric.type === "histogram"
      ? {
          ...metric,
          histograms: metric.histograms.map(({ labels, histogram }) => ({
            labels: { ...labels, ...more },
            histogram,
          })),
        }
      : {
          ...metric,
          samples: metric.samples.map(({ labels, value }) => ({ labels: { ...labels, ...more }, value })),
        },
  )

/** Figures of one name as one: an answer explains each name once. */
export function joinedByName(metrics: readonly AnyMetric[]): AnyMetric[] {
  const found = new Map<string, AnyMetric>()
  for (const metric of metrics) {
    const known = found.get(metric.name)
    if (known?.type === "histogram" && metric.type === "histogram")
      found.set(metric.name, { ...known, histograms: [...known.histograms, ...metric.histograms] })
    else if (known && known.type !== "histogram" && metric.type !== "histogram")
      found.set(metric.name, { ...known, samples: [...known.samples, ...metric.samples] })
    else found.set(metric.name, metric)
  }
  return [...found.values()]
}

/** The whole answer. */
export function prometheusText(metrics: readonly AnyMetric[]): string {
  const lines = metrics.flatMap((metric) => [
    `# HELP ${metric.name} ${metric.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...(metric.type === "histogram"
      ? metric.histograms.flatMap(({ labels, histogram }) => histogramLines(metric.name, labels, histogram))
      : metric.samples.map(({ labels, value }) => `${metric.name}${labelText(labels)} ${numberText(value)}`)),
  ])
  return `${lines.join("\n")}\n`
}

function histogramLines(name: string, labels: Record<string, string>, histogram: Histogram): string[] {
  let seen = 0
  return [
    ...histogram.counts.map((n, index) => {
      seen += n
      const le = numberText(bucketSeconds[index] ?? Number.POSITIVE_INFINITY)
      return `${name}_bucket${labelText({ ...labels, le })} ${seen}`
    }),
    `${name}_sum${labelText(labels)} ${histogram.sum}`,
    `${name}_count${labelText(labels)} ${seen}`,
  ]
}
