// Work that doesn't go well beside its like, one piece after another: requests in the meantime wait, up to a bound.

const lines = new Map<string, { last: Promise<unknown>; length: number }>()

/** Does one piece of a line at a time. Does nothing and gives undefined while `most` pieces wait. */
export async function oneAtATime<Result>(
  name: string,
  most: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
  if (line.length > most) return undefined
  lines.set(name, line)
  line.length += 1
  const done = line.last.then(work)
  line.last = done.catch(() => undefined)
  try {
    return await done
  } finally {
    line.length -= 1
    if (line.length === 0) lines.delete(name)
  }
}
