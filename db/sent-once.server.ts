import { AsyncLocalStorage } from "node:async_hooks"
import type Database from "better-sqlite3"

// What a form's first commit keeps true. A form that is carried out once leaves its id with what it wrote, in one transaction: so
// whoever sends it again, also after a crash or by another process, finds that it was. An edit form, which was compared with what
// is saved, is carried out only while that still is what is saved.

export type SentForm = {
  /** Of a form that is carried out once. */
  onceId?: string
  /** Of a form that makes something: its id without what is another one on each page. */
  twinId?: string
  /** When it was sent (UTC ms). */
  at?: number
  /** Of an edit form: whether what it was compared with is still what is saved. */
  isTrue?: () => boolean
  /** Of an edit form: what was written beside its act, such as a counted try, by name; and that it was no one else’s write. */
  beside?: { done: Map<string, Promise<unknown>>; isOwn: () => void }
  /** Whether it has written anything. */
  hasWritten?: boolean
  /** Whether someone else was faster: nothing was written, whatever the answer says. */
  isOvertaken?: boolean
}
type Carried = SentForm & { isInside?: boolean }

const carried = new AsyncLocalStorage<Carried>()

/** Carries out a form. What it says of itself afterwards is in `form`. */
export const withSentForm = <Answer>(form: SentForm, work: () => Answer): Answer => carried.run(form, work)

/**
 * A write beside the act of the form in hand, such as counting a try: what the form was compared with stays true, and a form that is
 * compared again doesn’t repeat it.
 */
export async function besideTheAct<Answer>(name: string, write: () => Promise<Answer>): Promise<Answer> {
  const form = carried.getStore()
  if (!form?.beside || form.isInside) return write()
  const known = form.beside.done.get(name) as Promise<Answer> | undefined
  if (known) return known
  const wasTrue = form.isTrue?.() ?? false
  const answer = write()
  form.beside.done.set(name, answer)
  await answer.catch(() => undefined)
  if (wasTrue) form.beside.isOwn()
  return answer
}

/** Whether the form in hand came too late. */
export const isOvertaken = (): boolean => carried.getStore()?.isOvertaken === true

/** The work of a transaction that isn't inside another, with what the form in hand keeps true of it. */
export function keptTrue<Result>(database: Database.Database, work: () => Result): () => Result {
  const form = carried.getStore()
  if (!form || form.isInside) return work
  return () => {
    form.isInside = true
    try {
      if (form.isTrue?.() === false) overtaken(form)
      const before = writtenBy(database)
      const result = work()
      if (writtenBy(database) !== before) {
        // Its own writes are no one else's.
        form.isTrue = undefined
        if (form.onceId && !form.hasWritten && !remember(database, form)) overtaken(form)
        form.hasWritten = true
      }
      return result
    } finally {
      form.isInside = false
    }
  }
}

function overtaken(form: SentForm): never {
  form.isOvertaken = true
  throw new Error("Someone else was faster with this form.")
}

const writtenBy = (database: Database.Database) =>
  database.prepare("select total_changes()").pluck().get() as number

function remember(database: Database.Database, { onceId, twinId, at }: SentForm): boolean {
  const insert = "insert into carried_forms (id, carried_at) values (?, ?) on conflict"
  if (twinId)
    database.prepare(`${insert} (id) do update set carried_at = excluded.carried_at`).run(twinId, at)
  return database.prepare(`${insert} do nothing`).run(onceId, at).changes > 0
}
