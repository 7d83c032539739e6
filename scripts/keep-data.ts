import "./load-env-file.mjs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { compareKept, keepOwnData } from "~/providers/replication/kept-data.server"

// Before LiteFS starts: keeps what only this machine may have, if it led last. It never keeps a machine from starting.
// `--compare <copy>` says what such a copy has that the database hasn't.

process.umask(0o077)
const { values: options } = parseArgs({ options: { compare: { type: "string" } } })
const { LITEFS_DATA_DIR, LITEFS_DIR, NODE_NAME, FLY_MACHINE_ID } = process.env

if (options.compare) {
  const found = compareKept(options.compare, join(LITEFS_DIR || "/litefs", "app.db"))
  for (const { table, count, keys } of found)
    console.log(`${table}  ${count}  ${keys.join(", ")}${count > keys.length ? ", …" : ""}`)
  if (found.length === 0) console.log("The database has every row of this copy.")
} else
  try {
    const node = NODE_NAME || FLY_MACHINE_ID || "here"
    const kept = keepOwnData({ folder: LITEFS_DATA_DIR || "/var/lib/litefs", node, at: Date.now() })
    const said = {
      kept: "this machine led last: its copy of the database is kept",
      "no-room": "this machine led last, and there is no room to keep its copy of the database",
      "did-not-lead": undefined,
      "nothing-here": undefined,
    }[kept.outcome]
    if (said) console.log(JSON.stringify({ level: 40, time: Date.now(), ...kept, msg: said }))
  } catch (error) {
    console.log(
      JSON.stringify({
        level: 50,
        time: Date.now(),
        err: String(error),
        msg: "this machine's copy could not be kept",
      }),
    )
  }
