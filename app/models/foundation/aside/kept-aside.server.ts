import { keepOfSchool, type SchoolKey } from "db/unchanged.server"
import { type AsideWork, readAside } from "~/providers/threads/aside.server"

// What a screen reads of a whole school: once between two writes, and where it takes long, aside, so that the first look
// after a write holds up no one else.

type Read<Value> = {
  work: AsideWork<Value>
  /** Whether it takes long in one go. Starting a thread for a small school would cost more than it saves. */
  isLong: boolean
}

/** Keeps what was read by a key that names all that it depends on. What several ask for at once is read once. */
export function keepAside<Value>(most: number) {
  const keep = keepOfSchool<{ value?: Promise<Value> }>(most)
  return (key: SchoolKey, { work, isLong }: Read<Value>): Promise<Value> => {
    const kept = keep(key, () => ({}))
    kept.value ??= read(work, isLong).catch((error: unknown) => {
      kept.value = undefined
      throw error
    })
    return kept.value
  }
}

const read = async <Value>(work: AsideWork<Value>, isLong: boolean): Promise<Value> =>
  isLong ? readAside(work) : work.here()
