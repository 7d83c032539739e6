// What each of several processes is given to hold less, by the one that starts them: they share a machine, and what one
// takes for itself counts once for each.

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
