import { checkedRead } from "db/checked-read.server"
import { keepOfTables } from "db/kept-tables.server"
import type { TableOfOwnSign } from "db/tables-of-own-sign"
import { keepOfSchool } from "db/unchanged.server"
import { type AsideWork, readAside } from "~/providers/threads/aside.server"

// What a screen reads of a whole school: once between two writes, and where it takes long, aside, so that the first look
// after a write holds up no one else.

type Read<Value> = {
  work: AsideWork<Value>
  /** Whether it takes long in one go. Starting a thread for a small school would cost more than it saves. */
  isLong: boolean
}

type Key = readonly [schoolId: string, ...others: unknown[]]
type Held<Value> = { value?: Promise<Value> }

/**
 * Keeps what was read by a key that names all that it depends on. What several ask for at once is read once. What is read of a
 * few tables alone names them, and is kept while the school's others are written.
 */
export function keepAside<Value>(most: number, tables?: readonly TableOfOwnSign[]) {
  const keep = tables ? keepOfTables<Held<Value>>(tables, most) : keepOfSchool<Held<Value>>(most)
  return (key: Key, { work, isLong }: Read<Value>): Promise<Value> => {
    const kept = keep(key, () => ({}))
    const here = () => checkedRead(tables ?? "school", work.here)
    kept.value ??= read({ ...work, here }, isLong).catch((error: unknown) => {
      kept.value = undefined
      throw error
    })
    return kept.value
  }
}

const read = async <Value>(work: AsideWork<Value>, isLong: boolean): Promise<Value> =>
  isLong ? readAside(work) : work.here()
