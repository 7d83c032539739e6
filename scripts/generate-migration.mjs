// A migration from the schema, with drizzle-kit's own options: `npm run db:generate -- --name why`. drizzle-kit compares with the
// newest snapshot, so only that one stays.
import { readdirSync, rmSync } from "node:fs"
import { run } from "./setup.mjs"

run(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", ...process.argv.slice(2)], {
  step: "Making the migration",
})
run(process.execPath, ["scripts/strict-migrations.mjs"], { step: "Making its tables strict" })
const folder = "db/migrations/meta"
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"))
for (const name of snapshots.sort().slice(0, -1)) rmSync(`${folder}/${name}`)
