// A migration from the schema, with drizzle-kit's own options: `npm run db:generate -- --name why`.
import { run } from "./setup.mjs"

run(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", ...process.argv.slice(2)], {
  step: "Making the migration",
})
run(process.execPath, ["scripts/strict-migrations.mjs"], { step: "Making its tables strict" })
