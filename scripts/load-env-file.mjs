// Reads `.env` of the current folder, or the file ENV_FILE names; an empty ENV_FILE reads none. What the environment says
// already stays. Every command imports this first: some modules read a setting as soon as they are loaded, and on an old Node
// the database's module would end the process without a word.
import { existsSync } from "node:fs"
import { refuseOtherNodes } from "./usable-node.mjs"

refuseOtherNodes()

const { ENV_FILE: named } = process.env
const file = named ?? ".env"
if (named && !existsSync(named)) {
  console.error(`ENV_FILE names ${named}, but that file doesn't exist.`)
  process.exit(1)
}
if (file && existsSync(file)) process.loadEnvFile(file)
