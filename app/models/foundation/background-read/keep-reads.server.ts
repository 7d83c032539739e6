import { cacheUntilWrite } from "db/cache-until-write.server"
import { type BackgroundWork, NoOneWaits, readInBackground } from "~/providers/threads/background-read.server"

// What a screen reads of a whole school: once between two writes, and where it takes long, in the background, so that the first look
// after a write holds up no one else.

type Read<Value> = {
  work: BackgroundWork<Value>
  /** Whether it takes long in one go. Starting a thread for a small school would cost more than it saves. */
  isLong: boolean
}

type Key = readonly [schoolId: string, ...others: unknown[]]
/** What is read or was, how many have asked for it and not left, and who says that all have. */
type Reading<Value> = { value: Promise<Value>; askers: number; left: AbortController }
type Held<Value> = { reading?: Reading<Value> }

/** Waits as one more asker, who leaves with their connection; one without a connection stays. */
async function waitWith<Value>(reading: Reading<Value>, leaving?: AbortSignal): Promise<Value> {
  reading.askers += 1
  const leave = () => {
    reading.askers -= 1
    if (reading.askers === 0) reading.left.abort()
  }
  leaving?.addEventListener("abort", leave, { once: true })
  try {
    return await reading.value
  } finally {
    leaving?.removeEventListener("abort", leave)
  }
}

/**
 * Keeps what was read by a key that names all that it depends on. What several ask for at once is read once, and isn't read when
 * all have left, as `leaving` says of each, before its turn.
 */
export function keepReads<Value>(most: number) {
  const keep = cacheUntilWrite<Held<Value>>(most)
  return async function ask(key: Key, asked: Read<Value>, leaving?: AbortSignal): Promise<Value> {
    if (leaving?.aborted) throw new NoOneWaits()
    const kept = keep(key, () => ({}))
    kept.reading ??= begin(asked, () => {
      kept.reading = undefined
    })
    try {
      return await waitWith(kept.reading, leaving)
    } catch (error) {
      // Those before this one had left.
      if (error instanceof NoOneWaits && !leaving?.aborted) return ask(key, asked, leaving)
      throw error
    }
  }
}

/** `onFailure` is told before those who wait. */
function begin<Value>({ work, isLong }: Read<Value>, onFailure: () => void): Reading<Value> {
  const left = new AbortController()
  const here = () => work.here(left.signal)
  const value = read({ ...work, here }, isLong, left.signal).catch((error: unknown) => {
    onFailure()
    throw error
  })
  return { value, left, askers: 0 }
}

const read = async <Value>(
  work: BackgroundWork<Value>,
  isLong: boolean,
  left: AbortSignal,
): Promise<Value> => (isLong ? readInBackground(work, left) : work.here())
