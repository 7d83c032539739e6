import "./load-env-file.mjs"
import { closeDatabase, migrateDatabase } from "db/client.server"
import { seedDemo } from "db/seed"
import { whyNotWithSettings } from "db/seed/may-seed"
import { env } from "~/utils/env.server"

// Fills an empty database with the demo, for a demonstration or a test; refuses everything else.

function refuse(reason: string): never {
  console.error(reason)
  process.exit(1)
}

const forbidden = whyNotWithSettings(env())
if (forbidden) refuse(forbidden)
migrateDatabase()
const seeded = await seedDemo()
closeDatabase()
if (!seeded.ok) refuse(seeded.reason)
console.log(seeded.text)
