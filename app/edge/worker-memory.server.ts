// What each of several processes is given to hold less, by the one that starts them: they share a machine, and what one
// takes for itself counts once for each. docs/measurements.md has what each line gains.

/**
 * The young generation keeps what lives as long as a request. V8 lets it grow to 32 MB and never gives them back; with 4 MB a
 * list of 100 costs a sixth more than with 8: what lives until it is sent is copied twice and left to a full collection. One
 * thread clears it: several would take the processors of the other processes, and mostly wait for each other. The old
 * generation is cleared whenever it has grown by 15 %: V8 would let it grow on by some 7 MB. Code that hasn't
 * run for a while is forgotten in each form V8 made of it, not as bytecode alone: 5 MB of two processes. What the operator
 * has chosen comes later and wins.
 */
export const sparingFlags = (chosen: readonly string[]): string[] => [
  "--max-semi-space-size=4",
  "--no-parallel-scavenge",
  "--heap-growing-percent=15",
  "--flush-baseline-code",
  ...chosen,
]

/**
 * One pool of memory instead of one for each thread, and what is free at its end goes back to the system at once: the
 * threads of zlib and of V8 ask for little at the same time. From 32 KB on a piece stands by itself: in the pool, what
 * lives longer beside it keeps some 20 MB of holes after the start. Only glibc reads these.
 */
export const sparingVariables = (
  chosen: Readonly<Record<string, string | undefined>>,
): Record<string, string> => ({
  MALLOC_ARENA_MAX: chosen.MALLOC_ARENA_MAX ?? "1",
  MALLOC_TRIM_THRESHOLD_: chosen.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  MALLOC_MMAP_THRESHOLD_: chosen.MALLOC_MMAP_THRESHOLD_ ?? "32768",
})
