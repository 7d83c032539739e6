import "./load-env-file.mjs"
import { closeDatabase } from "db/client.server"
import { moveFilesOut } from "~/models/foundation/stored-file/move-out.server"
import { env } from "~/utils/env.server"

// Several machines become one: copies uploaded files from the database to FILES_PATH. `--forget` takes those that were
// copied out of the database. Prints what it did, one line of JSON; ends with 1 when a file differs.

process.umask(0o077)
// Asked before the settings as a whole: with half of LiteFS's left behind they'd be refused for another reason.
if (process.env.LITEFS_DIR) {
  process.stderr.write(
    "LITEFS_DIR is set: with LiteFS uploaded files stay in the database. Nothing was changed.\n",
  )
  process.exitCode = 1
} else {
  const { FILES_PATH } = env()
  const moved = await moveFilesOut(FILES_PATH, { forgets: process.argv.includes("--forget") })
  closeDatabase()
  process.stdout.write(`${JSON.stringify({ to: FILES_PATH, ...moved })}\n`)
  if (moved.different.length > 0) process.exitCode = 1
}
