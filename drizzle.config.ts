import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "sqlite",
  schema: "./db/schema/tables.ts",
  out: "./db/migrations",
})
