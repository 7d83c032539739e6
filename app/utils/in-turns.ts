// Long work in pieces, so that one school's file doesn't hold up everyone's requests. It is written once, as a
// generator that yields where it may pause, and run either way: at once, or with the event loop free in between.

/** Work that yields wherever it may pause, and returns its result. */
export type Turns<Result> = Generator<void, Result, void>

/** How long a piece may take. A request that arrives in the meantime waits no longer than that. */
const sliceMs = 8

/** Runs the work to its end without a pause: for jobs that have a process to themselves, and tests. */
export function atOnce<Result>(work: Turns<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Runs the work in slices of a few milliseconds; between them the event loop answers other requests. */
export async function inTurns<Result>(work: Turns<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    let step = work.next()
    while (!step.done && performance.now() < end) step = work.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Lets everything else that waits have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
