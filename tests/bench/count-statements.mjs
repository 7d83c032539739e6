// Loaded before the server that `npm run bench -- --screens` asks: says in each answer's head how many statements SQLite was
// asked for it and how many rows it gave. Neither what jobs ask in between is counted, nor whether anything was written since.
import { AsyncLocalStorage } from "node:async_hooks"
import { Server, ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"

// The server's own, also where another folder's build is measured.
const Database = createRequire(join(process.cwd(), "package.json"))("better-sqlite3")

const requests = new AsyncLocalStorage()

/** What `db/cache-until-write.server.ts` asks of SQLite in a microsecond, from no table. */
const whetherWritten = /^\s*pragma (data|schema)_version|^select total_changes\(\)$/

function count(rows) {
  const cost = requests.getStore()
  if (!cost) return
  cost.statements += 1
  cost.rows += rows
}

const prototype = Object.getPrototypeOf(new Database(":memory:").prepare("select 1"))
const rowsOf = {
  all: (result) => result.length,
  get: (result) => (result === undefined ? 0 : 1),
  run: () => 0,
}
for (const [method, rows] of Object.entries(rowsOf)) {
  const original = prototype[method]
  prototype[method] = function ask(...params) {
    const result = original.apply(this, params)
    if (!whetherWritten.test(this.source)) count(rows(result))
    return result
  }
}
const { iterate } = prototype
prototype.iterate = function* ask(...params) {
  count(0)
  for (const row of iterate.apply(this, params)) {
    const cost = requests.getStore()
    if (cost) cost.rows += 1
    yield row
  }
}

const { emit } = Server.prototype
Server.prototype.emit = function announce(event, ...parts) {
  if (event !== "request") return emit.call(this, event, ...parts)
  return requests.run({ statements: 0, rows: 0 }, () => emit.call(this, event, ...parts))
}

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function head(...parts) {
  const cost = requests.getStore()
  if (cost && !this.headersSent) this.setHeader("X-Statements", `${cost.statements} ${cost.rows}`)
  return writeHead.apply(this, parts)
}
