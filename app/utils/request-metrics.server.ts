import { countIn, emptyHistogram, type Histogram, observe, quantileOf } from "./prometheus"

// What this process has answered since it began, by route. A global, because the server and the build are bundled apart.

type RouteFigures = {
  /** Requests by the first digit of their status. */
  byClass: Map<number, number>
  durations: Histogram
  /** Durations of the current stretch and of the one before: what is slow now. */
  recent: { stretch: number; now: Histogram; before: Histogram }
}
type RequestFigures = { routes: Map<string, RouteFigures>; open: number }

const shared = globalThis as typeof globalThis & { tuttiRequests?: RequestFigures }

/** The figures of this process's requests. */
export function requestFigures(): RequestFigures {
  shared.tuttiRequests ??= { routes: new Map(), open: 0 }
  return shared.tuttiRequests
}

const stretchMs = 10 * 60_000
const stretchNow = () => Math.floor(performance.now() / stretchMs)

function figuresOf(route: string): RouteFigures {
  const { routes } = requestFigures()
  const known = routes.get(route)
  if (known) return known
  const made = {
    byClass: new Map<number, number>(),
    durations: emptyHistogram(),
    recent: { stretch: stretchNow(), now: emptyHistogram(), before: emptyHistogram() },
  }
  routes.set(route, made)
  return made
}

/** Counts an answered request. The route is one of the build's, or one of a few names for what needs none. */
export function noteRequest(route: string, status: number, ms: number) {
  const { byClass, durations, recent } = figuresOf(route)
  const statusClass = Math.floor(status / 100)
  byClass.set(statusClass, (byClass.get(statusClass) ?? 0) + 1)
  observe(durations, ms / 1000)
  const stretch = stretchNow()
  if (stretch !== recent.stretch) {
    recent.before = stretch === recent.stretch + 1 ? recent.now : emptyHistogram()
    recent.now = emptyHistogram()
    recent.stretch = stretch
  }
  observe(recent.now, ms / 1000)
}

/** So few requests say nothing about a route. */
const fewest = 20

/**
 * Routes whose slowest twentieth takes longer than this, over the last ten to twenty minutes; the slowest first. `withinMs`
 * is the end of the bucket that the 95th of a hundred falls into.
 */
export function listSlowRoutes(limitMs: number): { route: string; withinMs: number; count: number }[] {
  const stretch = stretchNow()
  return [...requestFigures().routes]
    .flatMap(([route, { recent }]) => {
      const parts = [
        ...(stretch - recent.stretch <= 1 ? [recent.now] : []),
        ...(stretch === recent.stretch ? [recent.before] : []),
      ]
      const counts = emptyHistogram().counts.map((_, index) =>
        parts.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
      )
      const count = countIn({ counts })
      const withinMs = quantileOf({ counts }, 0.95) * 1000
      return count >= fewest && withinMs > limitMs ? [{ route, withinMs, count }] : []
    })
    .sort((one, other) => other.withinMs - one.withinMs)
}
