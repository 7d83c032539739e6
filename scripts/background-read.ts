import { parentPort } from "node:worker_threads"
import { withoutWriting } from "db/client.server"
import { backgroundReads, isBackgroundRead } from "~/jobs/background-reads.server"
import { databaseStore } from "~/models/foundation/stored-file/stored-file.server"
import { keepFilesIn } from "~/providers/files/file-store.server"
import { hearQuestions, type Question } from "~/providers/threads/questions"
import { fixClock } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { errorFacts } from "~/utils/log.server"

// The thread in which long reads are done (app/providers/threads). It answers one question after another, of each school in turn.

const port = parentPort
if (!port) throw new Error("This runs as a thread of the server.")

// With LiteFS the bytes of uploaded files are in the database, as for the process that asks.
if (env().LITEFS_DIR) keepFilesIn(databaseStore)

port.on("message", hearQuestions({ answer, drop: (id) => port.postMessage({ id, isDropped: true }) }))

async function answer({ id, name, input, at }: Question) {
  // The present is the asker's.
  fixClock(at)
  try {
    if (!isBackgroundRead(name)) throw new Error(`No such work: ${name}`)
    const output = await withoutWriting(() =>
      backgroundReads[name](input as never, (progress) => port?.postMessage({ id, progress })),
    )
    port?.postMessage({ id, output })
  } catch (error) {
    port?.postMessage({ id, error: errorFacts(error).message })
  }
}
