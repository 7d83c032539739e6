import Database from "better-sqlite3"
import { sqlite } from "db/client.server"

// What a command leaves behind that is stopped in the middle: its n-th statement that writes fails, as on a disk that breaks
// down just then. The built app has a connection of its own, over the same class of statements.

const isWrite = (statement: Database.Statement) =>
  !statement.readonly && /^\s*(insert|update|delete|replace|with)\b/i.test(statement.source)

function fail(): never {
  throw new Database.SqliteError("stopped by the test", "SQLITE_ERROR")
}

/** Counts the statements of `work` that write, and lets the one with this number fail. Answers how many there were. */
export async function stopAtWrite<Answer>(
  nth: number | null,
  work: () => Answer | Promise<Answer>,
  stop: () => void = fail,
): Promise<{ writes: number; answer: Answer }> {
  const prototype = Object.getPrototypeOf(sqlite().prepare("select 1")) as Record<string, unknown>
  const methods = ["run", "get", "all"] as const
  const before = new Map(methods.map((method) => [method, prototype[method]]))
  let writes = 0
  for (const method of methods) {
    const original = before.get(method) as (...params: unknown[]) => unknown
    prototype[method] = function counted(this: Database.Statement, ...params: unknown[]) {
      if (isWrite(this)) {
        writes += 1
        if (writes === nth) stop()
      }
      return original.apply(this, params)
    }
  }
  try {
    return { answer: await work(), writes }
  } finally {
    for (const method of methods) prototype[method] = before.get(method)
  }
}

/** The connection of the built app, which is another one than the tests' own. */
export function builtConnection(): Database.Database {
  const { tuttiTrial } = globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }
  const prototype = Database.prototype as { exec: Database.Database["exec"] }
  const { exec } = prototype
  let built: Database.Database | undefined
  prototype.exec = function found(this: Database.Database, source: string) {
    built = this
    return exec.call(this, source)
  }
  try {
    tuttiTrial?.("begin")
    tuttiTrial?.("rollback")
  } finally {
    prototype.exec = exec
  }
  return built ?? sqlite()
}

/**
 * Notes every row that this connection writes, for as long as its writing isn't taken back: what a savepoint undoes is
 * forgotten here too. Answers what was noted, by table and act.
 */
export function noteWrites(connection: Database.Database): () => Map<string, number> {
  const tables = connection
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[]
  connection.exec("create temp table written (name text, act text)")
  for (const name of tables)
    for (const act of ["insert", "update", "delete"])
      connection.exec(
        `create temp trigger "${name} ${act}" after ${act} on main."${name}" begin insert into written values ('${name}', '${act}'); end`,
      )
  const ask = connection.prepare(
    "select name || ' ' || act as what, count(*) as n from temp.written group by 1 order by 1",
  )
  return () => new Map((ask.all() as { what: string; n: number }[]).map(({ what, n }) => [what, n]))
}
