// Work that takes much memory, one piece after another: requests in the meantime wait, up to a bound.

/** Does one piece at a time. While `most` pieces wait, it takes no more and gives undefined. */
export function oneAtATime(
  most: number,
): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  let taken = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (taken > most) return undefined
    taken++
    const done = last.then(work)
    last = done.catch(() => undefined)
    try {
      return await done
    } finally {
      taken--
    }
  }
}
