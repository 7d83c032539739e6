import { z } from "zod"

const defaultSecret = "tutti-development-secret-change-me"

const Settings = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_URL: z.url({ protocol: /^https?$/ }).optional(),
    SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
    DATABASE_PATH: z.string().min(1).default("data/tutti.db"),
    SESSION_SECRET: z.string().min(32, "must have at least 32 characters").default(defaultSecret),
    PAYPAL_MODE: z.enum(["standin", "sandbox", "live"]).default("standin"),
    PAYPAL_API_BASE: z.url().optional(),
    PAYPAL_CLIENT_ID: z.string().min(1).default("sandbox-client"),
    PAYPAL_CLIENT_SECRET: z.string().min(1).default("sandbox-secret"),
    PAYPAL_WEBHOOK_ID: z.string().default(""),
    RESEND_API_KEY: z.string().min(1).default("re_sandbox"),
    RESEND_BASE_URL: z.url().optional(),
    MAIL_FROM: z.string().min(3).default("Tutti <hello@tutti.example>"),
    /** Where contact messages and demo requests go. */
    CONTACT_EMAIL: z.email().default("hello@tutti.example"),
    CONTACT_TELEPHONE: z.string().default("+1 555 010 0199"),
    /** Pairs such as `Instagram=https://instagram.com/tutti`, separated by commas. */
    SOCIAL_LINKS: z
      .string()
      .default(
        "Instagram=https://instagram.tutti.example,YouTube=https://youtube.tutti.example,LinkedIn=https://linkedin.tutti.example",
      )
      .transform((pairs) =>
        pairs
          .split(",")
          .filter((pair) => pair.trim())
          .map((pair) => ({
            label: pair.slice(0, pair.indexOf("=")).trim(),
            href: pair.slice(pair.indexOf("=") + 1).trim(),
          })),
      )
      .refine((links) => links.every(({ label, href }) => label && /^https:\/\/\S+$/.test(href)), {
        error: "must be pairs of a name and an https address, such as Instagram=https://instagram.com/you",
      }),
    WORKERS: z.coerce.number().int().min(1).max(64).default(1),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    /** How many proxies in front may be believed for the client's address. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
    CLOCK_START: z.iso.datetime().optional(),
    /** A demonstration runs the built app on http://localhost with sandbox services and default secrets. */
    DEMO: z.stringbool().default(false),
  })
  .transform((settings) => {
    const sandbox = `http://localhost:${settings.SANDBOX_PORT}`
    return {
      ...settings,
      APP_URL: (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ""),
      PAYPAL_API_BASE:
        settings.PAYPAL_API_BASE ??
        {
          standin: `${sandbox}/paypal`,
          sandbox: "https://api-m.sandbox.paypal.com",
          live: "https://api-m.paypal.com",
        }[settings.PAYPAL_MODE],
      RESEND_BASE_URL:
        settings.RESEND_BASE_URL ??
        (settings.RESEND_API_KEY === "re_sandbox" ? `${sandbox}/resend` : "https://api.resend.com"),
    }
  })
  .superRefine((settings, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message })
    if (settings.PAYPAL_MODE === "live") {
      if (!settings.PAYPAL_API_BASE.startsWith("https://api-m.paypal.com"))
        refuse("PAYPAL_API_BASE", "must be PayPal's own host when PAYPAL_MODE is live")
      if (settings.RESEND_API_KEY === "re_sandbox")
        refuse("RESEND_API_KEY", "must be a real key when PAYPAL_MODE is live")
    }
    if (settings.NODE_ENV !== "production" || settings.DEMO) return
    if (settings.SESSION_SECRET === defaultSecret) refuse("SESSION_SECRET", "must be set in production")
    if (!settings.APP_URL.startsWith("https://")) refuse("APP_URL", "must be an https address in production")
    if (settings.PAYPAL_MODE === "standin") refuse("PAYPAL_MODE", "must be sandbox or live in production")
    if (settings.RESEND_API_KEY === "re_sandbox") refuse("RESEND_API_KEY", "must be set in production")
    if (settings.CLOCK_START) refuse("CLOCK_START", "must not be set in production")
    if (!settings.RESEND_BASE_URL.startsWith("https://api.resend.com"))
      refuse("RESEND_BASE_URL", "must be empty or https://api.resend.com in production")
  })

export type Env = z.output<typeof Settings>

/** Reads the settings from an environment; throws one error that names every bad variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""))
  const parsed = Settings.safeParse(present)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`)
  throw new Error(`The settings are not usable:\n${lines.join("\n")}`)
}

let parsed: Env | undefined

/** The settings of this process, parsed once. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}
