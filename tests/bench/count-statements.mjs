// Loaded before the server that `npm run bench -- --screens` asks: says in each answer's head what SQLite was asked for it.
// One request at a time; what runs beside it (jobs) is off.
import { ServerResponse } from "node:http"
import Database from "better-sqlite3"

let statements = 0
let rows = 0

const prototype = Object.getPrototypeOf(new Database(":memory:").prepare("select 1"))
const counted = {
  all: (result) => result.length,
  get: (result) => (result === undefined ? 0 : 1),
  run: () => 0,
}
for (const [method, count] of Object.entries(counted)) {
  const original = prototype[method]
  prototype[method] = function ask(...params) {
    const result = original.apply(this, params)
    statements += 1
    rows += count(result)
    return result
  }
}
const { iterate } = prototype
prototype.iterate = function* ask(...params) {
  statements += 1
  for (const row of iterate.apply(this, params)) {
    rows += 1
    yield row
  }
}

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function head(...parts) {
  if (!this.headersSent) this.setHeader("X-Statements", `${statements} ${rows}`)
  statements = 0
  rows = 0
  return writeHead.apply(this, parts)
}
