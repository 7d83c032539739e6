import "../scripts/load-env-file.mjs"
import { z } from "zod"
import { startSandbox } from "./sandbox"

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  APP_URL: z.url().default("http://localhost:3000"),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .optional()
    .transform((id) => id || "WH-TUTTI-STANDIN"),
  SANDBOX_DATABASE_PATH: z.string().min(1).default("data/sandbox.db"),
})

const parsed = Environment.safeParse(process.env)
if (!parsed.success) {
  console.error(`The sandbox can't start:\n${z.prettifyError(parsed.error)}`)
  process.exit(1)
}
if (parsed.data.NODE_ENV === "production") {
  console.error("The sandbox can't start: NODE_ENV is production, and its payments are only practice.")
  process.exit(1)
}

const sandbox = await startSandbox({
  port: parsed.data.SANDBOX_PORT,
  appUrl: parsed.data.APP_URL,
  webhookId: parsed.data.PAYPAL_WEBHOOK_ID,
  databasePath: parsed.data.SANDBOX_DATABASE_PATH,
})
console.log(
  `Sandbox on ${sandbox.url}: /mailbox for emails, /phones for text messages, /paypal/ledger for payments`,
)

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}
