import { dirname, isAbsolute, join, resolve } from "node:path"
import { z } from "zod"
import { developmentHost } from "./development-host"
import { takePlanSale } from "./sold-plans"

const defaultSecret = "tutti-development-secret-change-me"
const sandboxMailKey = "re_sandbox"
/** Signs the stand-in's messages about received mail; worthless anywhere else. */
export const standInMailSecret = `whsec_${Buffer.from("tutti-stand-in-inbound-mail").toString("base64")}`
/** Under which name it says whether a sender is proven. */
const standInMailAuthority = "mx.resend.example"
const sandboxBuyer = { PAYPAL_CLIENT_ID: "sandbox-client", PAYPAL_CLIENT_SECRET: "sandbox-secret" }
const ownDomain = /@tutti\.example>?$/
const providers = {
  live: "https://api-m.paypal.com",
  sandbox: "https://api-m.sandbox.paypal.com",
  mail: "https://api.resend.com",
  stripe: "https://api.stripe.com",
  twilio: "https://api.twilio.com",
}
/** What each school reaches with a key of its own. */
const ownApis = [
  ["STRIPE_API_BASE", providers.stripe],
  ["TWILIO_API_BASE", providers.twilio],
] as const
const soldPlan =
  /^((?:soloTeacher|standard|professional)\.(?:monthly|yearly))=(P-[A-Z0-9-]{3,48}):(\d{1,5}(?:\.\d{1,2})?)$/
const allPlans = 6
/** A mail server on this machine. */
export const localHost = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
const isAt = (address: string, origin: string) => new URL(address).origin === origin

/** Secrets separated by commas, the newest first. */
const secretList = z
  .string()
  .transform((list) => list.split(",").map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => secret.length >= 32), {
    error: "must have at least 32 characters, and no comma unless it separates several secrets",
  })

const Settings = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_URL: z.url({ protocol: /^https?$/ }).optional(),
    SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
    DATABASE_PATH: z.string().min(1).optional(),
    /** Signs cookies, links and forms; older ones after the newest, separated by commas, still count. */
    SESSION_SECRET: secretList.prefault(defaultSecret),
    /** Seals what is stored for long, such as second factors; the newest first. Absent: the session secrets. */
    SEAL_KEYS: secretList.optional(),
    PAYPAL_MODE: z.enum(["standin", "sandbox", "live", "off"]).default("standin"),
    PAYPAL_API_BASE: z.url().optional(),
    PAYPAL_CLIENT_ID: z.string().min(1).default(sandboxBuyer.PAYPAL_CLIENT_ID),
    PAYPAL_CLIENT_SECRET: z.string().min(1).default(sandboxBuyer.PAYPAL_CLIENT_SECRET),
    PAYPAL_WEBHOOK_ID: z.string().default(""),
    /** On a development host: one sandbox plan in place of every plan's own. */
    PAYPAL_SANDBOX_PLAN_ID: z
      .string()
      .regex(/^(P-[A-Z0-9-]{3,48})?$/, "must be the id of a PayPal plan")
      .default(""),
    /** Our plans at PayPal with what they cost, such as `standard.monthly=P-1AB:29`; absent ones are the catalogue's. */
    PAYPAL_PLANS: z
      .string()
      .default("")
      .transform((pairs) => pairs.split(",").filter((pair) => pair.trim()))
      .refine((pairs) => pairs.every((pair) => soldPlan.test(pair.trim())), {
        error: "must be pairs such as standard.monthly=P-1AB2CD:29.00, separated by commas",
      })
      .transform(
        (pairs): Record<string, { providerPlanId: string; amountMinor: number }> =>
          Object.fromEntries(
            pairs.map((pair) => {
              const [, name = "", providerPlanId = "", price = ""] = soldPlan.exec(pair.trim()) ?? []
              return [name, { providerPlanId, amountMinor: Math.round(Number(price) * 100) }]
            }),
          ),
      ),
    /** Stripe's API, which each school reaches with keys of its own; the stand-in when PAYPAL_MODE is standin. */
    STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
    /** Twilio's API, which each school reaches with a key of its own; the stand-in when PAYPAL_MODE is standin. */
    TWILIO_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
    RESEND_API_KEY: z.string().min(1).default(sandboxMailKey),
    RESEND_BASE_URL: z.url().optional(),
    /** A mail server in place of Resend. Beside both, Resend only receives. */
    SMTP_HOST: z
      .string()
      .regex(/^[A-Za-z0-9.:-]{1,255}$/, "must be the name of a mail server, such as smtp.example.com")
      .optional(),
    SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(587),
    SMTP_USER: z.string().min(1).optional(),
    SMTP_PASSWORD: z.string().min(1).optional(),
    /** `starttls`: encrypted after the greeting, or not at all sent; `tls`: from the first byte; `none`: only when it is asked for. */
    SMTP_TLS: z.enum(["starttls", "tls", "none"]).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
        "must be an address, or a name and <an address>",
      )
      .default("Tutti <hello@tutti.example>"),
    /** The domain whose mail Resend receives for us: replies to support go there. Empty: no mail is received. */
    INBOUND_MAIL_DOMAIN: z
      .string()
      .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, "must be a domain in small letters")
      .optional(),
    /** The signing secret of the webhook at `<APP_URL>/api/webhooks/inbound-mail`. */
    INBOUND_MAIL_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{20,}={0,2}$/, "must be the whole secret, which begins with whsec_")
      .optional(),
    /** What a mail server sends as a bearer token with each mail that it received for us, as it came. */
    INBOUND_MAIL_TOKEN: z
      .string()
      .regex(/^\S{24,}$/, "must have at least 24 characters and no space")
      .optional(),
    /** The name under which Resend says whether a mail’s sender is proven. Empty: no one’s is, and staff read each reply first. */
    INBOUND_MAIL_AUTHORITY: z
      .string()
      .regex(/^[a-z0-9.-]+$/, "must be the name that Authentication-Results begins with, in small letters")
      .optional(),
    /** The signing secret of the webhook at `<APP_URL>/api/webhooks/email-events`. Empty: no one tells us what came back. */
    MAIL_EVENTS_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{20,}={0,2}$/, "must be the whole secret, which begins with whsec_")
      .optional(),
    /** With `PAYPAL_MODE=off`: whether more schools than the first can be registered by anyone. */
    OPEN_REGISTRATION: z.stringbool().default(false),
    /** Where contact messages and demo requests go. */
    CONTACT_EMAIL: z.email().default("hello@tutti.example"),
    /** A geolocation service that the demo form asks from the browser; it answers JSON with country_code. */
    GEOLOCATION_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Who sells, as it stands on schools' receipts; the tax is part of the prices. Without a name and rate there is none. */
    COMPANY_NAME: z.string().min(1).default("Tutti"),
    COMPANY_ADDRESS: z.string().default(""),
    COMPANY_TAX_NUMBER: z.string().default(""),
    COMPANY_TAX_NAME: z.string().max(40).default(""),
    /** In percent, such as 19 or 8.875. */
    COMPANY_TAX_RATE: z.coerce.number().min(0).max(50).default(0),
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
    /** Where uploaded files lie; beside the database when absent. */
    FILES_PATH: z.string().min(1).optional(),
    /** Any OpenAI-compatible service, such as https://api.openai.com/v1; without it the assistant quotes the help. */
    ASSISTANT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
    ASSISTANT_API_KEY: z.string().default(""),
    ASSISTANT_MODEL: z.string().default(""),
    /** Where LiteFS is mounted; without it this node is alone. */
    LITEFS_DIR: z.string().min(1).optional(),
    /** `data.dir` of litefs.yml: the disk that the database fills. */
    LITEFS_DATA_DIR: z.string().min(1).default("/var/lib/litefs"),
    /** LiteFS's own API on this machine. */
    LITEFS_URL: z.url({ protocol: /^http$/ }).default("http://127.0.0.1:20202"),
    LITEFS_LEASE_SECONDS: z.coerce.number().min(5).max(600).default(10),
    /** This node's name, the same as `lease.hostname` in litefs.yml. */
    NODE_NAME: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$/, "must be a host name")
      .optional(),
    /** Set by Fly: its name for this machine, and the node's when it has no other. */
    FLY_MACHINE_ID: z.string().optional(),
    /** Where the app of a node is reached by the others: one address with `{node}`, or pairs of a name and an address. */
    NODE_URLS: z.string().default(""),
    /** Set by Fly: names the app at whose edge `fly-replay` is understood. */
    FLY_APP_NAME: z.string().optional(),
    /** Set by Fly: the lease server, which a primary asks whether it still is one. */
    FLY_CONSUL_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** `lease.consul.key` of litefs.yml. */
    LITEFS_LEASE_KEY: z.string().optional(),
    /** Where backups go: a folder, or `s3://bucket/prefix`; beside the database when absent. */
    BACKUP_TO: z.string().min(1).optional(),
    BACKUP_KEEP_DAYS: z.coerce.number().int().min(3).max(3650).default(35),
    /** The bucket's access, under the names every S3 tool uses. */
    AWS_ENDPOINT_URL_S3: z.url({ protocol: /^https?$/ }).optional(),
    AWS_REGION: z.string().min(1).default("us-east-1"),
    AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
    AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** How many emails to many are sent at once; what someone waits for has a sender of its own. */
    MAIL_SENDERS: z.coerce.number().int().min(1).max(20).default(1),
    WORKERS: z.coerce.number().int().min(1).max(64).default(1),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    /** How many proxies in front may be believed for the client's address; `fly` believes Fly's own header alone. */
    TRUSTED_PROXIES: z
      .union([z.literal("fly"), z.coerce.number().int().min(0).max(5)], {
        error: "must be a number from 0 to 5, or fly",
      })
      .default(0),
    CLOCK_START: z.iso.datetime().optional(),
    /** A demonstration runs the built app on http://localhost with sandbox services and default secrets. */
    DEMO: z.stringbool().default(false),
    /** The email of the administrator of the school that visitors of /demo get a copy of; empty switches the live demo off. */
    LIVE_DEMO_SCHOOL: z.string().max(200).default("admin@harmony.example"),
    /** Whether browsers keep pages of the person who is logged in, to read without a connection. */
    OFFLINE_PAGES: z.stringbool().default(true),
    /** Signs notifications on phones and computers (web push). Both keys belong together; without them the app makes a pair. */
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/, "must be a key made by push-keys")
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, "must be a key made by push-keys")
      .optional(),
    /** Names this installation in its backups and alerts; the host of APP_URL when absent. */
    INSTALLATION: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$/, "must be letters, digits, dots and hyphens")
      .optional(),
    /** Lets a start make a new, empty database. Outside production and in a demonstration that needs no permission. */
    CREATE_DATABASE: z.stringbool().default(false),
    /** Who is told when something is wrong. */
    ALERT_EMAIL: z.email().optional(),
    /** Receives each alert as a POST of JSON with `text`, as Slack, Mattermost and most chat tools take it. */
    ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Asked every five minutes while all is well: a service that raises the alarm when this stops. */
    HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** How long an alert that goes on is not repeated. */
    ALERT_REPEAT_HOURS: z.coerce.number().min(1).max(168).default(24),
    ALERT_DISK_FREE_PERCENT: z.coerce.number().min(1).max(50).default(15),
    /** With less of the disk free no file, roster or bank file is taken. */
    UPLOAD_DISK_FREE_PERCENT: z.coerce.number().min(0).max(100).default(10),
    ALERT_BACKUP_HOURS: z.coerce.number().min(2).max(168).default(3),
    ALERT_ERRORS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(20),
    /** A route whose slowest twentieth takes longer is told. */
    ALERT_SLOW_ROUTE_MS: z.coerce.number().int().min(50).max(60_000).default(2500),
    /** How many days before its end the certificate of APP_URL is told. */
    ALERT_CERTIFICATE_DAYS: z.coerce.number().int().min(1).max(60).default(14),
    /** Who may read /metrics: whoever sends this as a bearer token. Absent: no one by token. */
    METRICS_TOKEN: z
      .string()
      .regex(/^\S{24,}$/, "must have at least 24 characters and no space")
      .optional(),
    /** Lets a program on this machine itself read /metrics without a token. */
    METRICS_LOCAL: z.stringbool().default(false),
    /** A statement that takes longer is logged with its plan; 0 logs none. */
    SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(60_000).default(250),
  })
  .transform((settings) => {
    const sandbox = `http://localhost:${settings.SANDBOX_PORT}`
    const isStandInMail = settings.RESEND_API_KEY === sandboxMailKey && !settings.SMTP_HOST
    const databasePath =
      settings.DATABASE_PATH ?? (settings.LITEFS_DIR ? join(settings.LITEFS_DIR, "app.db") : "data/tutti.db")
    const appUrl = (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, "")
    return {
      ...settings,
      SEAL_KEYS: settings.SEAL_KEYS ?? settings.SESSION_SECRET,
      hasOwnSealKeys: settings.SEAL_KEYS !== undefined,
      NODE_NAME: settings.NODE_NAME ?? settings.FLY_MACHINE_ID ?? "here",
      LITEFS_LEASE_KEY: settings.LITEFS_LEASE_KEY ?? `litefs/${settings.FLY_APP_NAME ?? "tutti"}`,
      DATABASE_PATH: databasePath,
      FILES_PATH: settings.FILES_PATH ?? `${databasePath.replace(/\.db$/, "")}.files`,
      NODE_URLS: nodeAddresses(settings),
      BACKUP_TO:
        settings.BACKUP_TO ??
        (settings.LITEFS_DIR ? "data/backups" : `${databasePath.replace(/\.db$/, "")}.backups`),
      APP_URL: appUrl,
      INSTALLATION: settings.INSTALLATION ?? new URL(appUrl).hostname.replace(/[^A-Za-z0-9.-]/g, ""),
      mayCreateDatabase: settings.CREATE_DATABASE || settings.DEMO || settings.NODE_ENV !== "production",
      mailBy: settings.SMTP_HOST ? ("smtp" as const) : ("resend" as const),
      SMTP_TLS: settings.SMTP_TLS ?? (settings.SMTP_PORT === 465 ? ("tls" as const) : ("starttls" as const)),
      PAYPAL_API_BASE:
        settings.PAYPAL_API_BASE ??
        {
          standin: `${sandbox}/paypal`,
          sandbox: providers.sandbox,
          live: providers.live,
          off: providers.live,
        }[settings.PAYPAL_MODE],
      STRIPE_API_BASE:
        settings.STRIPE_API_BASE ??
        (settings.PAYPAL_MODE === "standin" ? `${sandbox}/stripe` : providers.stripe),
      TWILIO_API_BASE:
        settings.TWILIO_API_BASE ??
        (settings.PAYPAL_MODE === "standin" ? `${sandbox}/twilio` : providers.twilio),
      // The stand-in and the app know each other's webhook; a real one has to be named.
      PAYPAL_WEBHOOK_ID:
        settings.PAYPAL_WEBHOOK_ID || (settings.PAYPAL_MODE === "standin" ? "WH-TUTTI-STANDIN" : ""),
      // The stand-in and the app know each other's webhook; a real one has to be named.
      INBOUND_MAIL_DOMAIN:
        settings.INBOUND_MAIL_DOMAIN ?? (isStandInMail ? "reply.tutti.example" : undefined),
      INBOUND_MAIL_SECRET: settings.INBOUND_MAIL_SECRET ?? (isStandInMail ? standInMailSecret : undefined),
      INBOUND_MAIL_AUTHORITY:
        settings.INBOUND_MAIL_AUTHORITY ?? (isStandInMail ? standInMailAuthority : undefined),
      MAIL_EVENTS_SECRET: settings.MAIL_EVENTS_SECRET ?? (isStandInMail ? standInMailSecret : undefined),
      RESEND_BASE_URL:
        settings.RESEND_BASE_URL ??
        (settings.RESEND_API_KEY === sandboxMailKey ? `${sandbox}/resend` : providers.mail),
    }
  })
  .superRefine((settings, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message })
    const { PAYPAL_MODE: mode, RESEND_API_KEY, APP_URL } = settings
    // Real money and practice never meet, wherever this runs.
    if (mode === "live") {
      if (settings.DEMO) refuse("DEMO", "must be off when PAYPAL_MODE is live")
      if (Object.keys(settings.PAYPAL_PLANS).length < allPlans)
        refuse("PAYPAL_PLANS", "must name all six plans when PAYPAL_MODE is live")
      if (!isMailSetUp(settings))
        refuse("RESEND_API_KEY", "must be a real key when PAYPAL_MODE is live, or SMTP_HOST must be set")
    }
    if (mode === "sandbox" || mode === "live") {
      if (!isAt(settings.PAYPAL_API_BASE, providers[mode]))
        refuse("PAYPAL_API_BASE", `must be empty or ${providers[mode]} when PAYPAL_MODE is ${mode}`)
      for (const name of ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET"] as const)
        if (settings[name] === sandboxBuyer[name]) refuse(name, `must be set when PAYPAL_MODE is ${mode}`)
    }
    for (const [name, own] of ownApis)
      if (mode !== "standin" && !isAt(settings[name], own))
        refuse(name, `must be empty or ${own} unless PAYPAL_MODE is standin`)
    if (settings.PAYPAL_SANDBOX_PLAN_ID) {
      if (mode === "live") refuse("PAYPAL_SANDBOX_PLAN_ID", "must be empty when PAYPAL_MODE is live")
      if (!developmentHost.test(new URL(APP_URL).hostname))
        refuse("PAYPAL_SANDBOX_PLAN_ID", "must be empty unless APP_URL is a development host")
    }
    if (RESEND_API_KEY !== sandboxMailKey && !isAt(settings.RESEND_BASE_URL, providers.mail))
      refuse("RESEND_BASE_URL", `must be empty or ${providers.mail} beside a real RESEND_API_KEY`)
    if (settings.LITEFS_DIR) {
      if (dirname(resolve(settings.DATABASE_PATH)) !== resolve(settings.LITEFS_DIR))
        refuse("DATABASE_PATH", "must lie directly in LITEFS_DIR")
      if (settings.WORKERS > 1) refuse("WORKERS", "must be 1 with LITEFS_DIR: more nodes are more processes")
      if (settings.NODE_NAME === "here") refuse("NODE_NAME", "must be lease.hostname of litefs.yml")
      if (settings.NODE_URLS === undefined)
        refuse("NODE_URLS", "must be an address with {node}, or pairs such as n1=http://10.0.0.1:3000")
    }
    const isReceiving = Boolean(settings.INBOUND_MAIL_SECRET || settings.INBOUND_MAIL_TOKEN)
    if (isReceiving && !settings.INBOUND_MAIL_DOMAIN)
      refuse("INBOUND_MAIL_DOMAIN", "must be set together with INBOUND_MAIL_SECRET or INBOUND_MAIL_TOKEN")
    if (settings.INBOUND_MAIL_DOMAIN && !isReceiving)
      refuse(
        settings.mailBy === "smtp" ? "INBOUND_MAIL_TOKEN" : "INBOUND_MAIL_SECRET",
        "must be set together with INBOUND_MAIL_DOMAIN",
      )
    if (Boolean(settings.SMTP_USER) !== Boolean(settings.SMTP_PASSWORD))
      refuse("SMTP_PASSWORD", "must be set together with SMTP_USER")
    if (settings.SMTP_USER && !settings.SMTP_HOST) refuse("SMTP_HOST", "must be set together with SMTP_USER")
    if (settings.SMTP_USER && settings.SMTP_TLS === "none" && !localHost.test(settings.SMTP_HOST ?? ""))
      refuse("SMTP_TLS", "must be starttls or tls: the password would be readable on its way")
    if (Boolean(settings.VAPID_PUBLIC_KEY) !== Boolean(settings.VAPID_PRIVATE_KEY))
      refuse("VAPID_PRIVATE_KEY", "must be set together with VAPID_PUBLIC_KEY")
    if (settings.ASSISTANT_API_URL && !settings.ASSISTANT_MODEL)
      refuse("ASSISTANT_MODEL", "must name a model when ASSISTANT_API_URL is set")
    if (settings.BACKUP_TO.startsWith("s3://")) {
      if (!/^s3:\/\/[a-z0-9.-]{3,63}(\/[A-Za-z0-9._-]+)*$/.test(settings.BACKUP_TO))
        refuse("BACKUP_TO", "must be a folder or s3://bucket/prefix")
      for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const)
        if (!settings[name]) refuse(name, "must be set when BACKUP_TO is a bucket")
    }
    if (settings.LITEFS_DIR && resolve(settings.BACKUP_TO).startsWith(`${resolve(settings.LITEFS_DIR)}/`))
      refuse("BACKUP_TO", "must not be inside LITEFS_DIR")
    if (settings.NODE_ENV !== "production" || settings.DEMO) return
    if (settings.LITEFS_DIR && !isAbsolute(settings.BACKUP_TO) && !settings.BACKUP_TO.startsWith("s3://"))
      refuse("BACKUP_TO", "must be a bucket or a whole path in production with LITEFS_DIR")
    for (const name of ["SESSION_SECRET", "SEAL_KEYS"] as const)
      if (settings[name].includes(defaultSecret)) refuse(name, "must be set in production")
    if (!settings.hasOwnSealKeys && !settings.SESSION_SECRET.includes(defaultSecret))
      refuse(
        "SEAL_KEYS",
        "must be set in production; begin with the value of SESSION_SECRET if there are accounts",
      )
    if (!APP_URL.startsWith("https://")) refuse("APP_URL", "must be an https address in production")
    if (mode === "standin")
      refuse("PAYPAL_MODE", "must be live or sandbox in production, or off to run without PayPal")
    if (!isMailSetUp(settings))
      refuse("RESEND_API_KEY", "must be set in production, or SMTP_HOST for a mail server of your own")
    if (settings.INBOUND_MAIL_SECRET && RESEND_API_KEY === sandboxMailKey)
      refuse("RESEND_API_KEY", "must be set beside INBOUND_MAIL_SECRET, to fetch what Resend received")
    if (settings.CLOCK_START) refuse("CLOCK_START", "must not be set in production")
    for (const name of ["MAIL_FROM", "CONTACT_EMAIL"] as const)
      if (ownDomain.test(settings[name])) refuse(name, "must be an address of your own in production")
  })

type NodeSettings = { NODE_URLS: string; FLY_APP_NAME?: string; PORT: number }

/** The address of a node's app by the node's name; undefined when the setting cannot be read. */
function nodeAddresses({
  NODE_URLS,
  FLY_APP_NAME,
  PORT,
}: NodeSettings): ((node: string) => string | undefined) | undefined {
  const urlTemplate = NODE_URLS || (FLY_APP_NAME ? `http://{node}.vm.${FLY_APP_NAME}.internal:${PORT}` : "")
  const isAddress = (text: string | undefined) => text !== undefined && /^http:\/\/[^/\s]+$/.test(text)
  if (urlTemplate.includes("{node}"))
    return isAddress(urlTemplate) ? (node) => urlTemplate.replace("{node}", node) : undefined
  const pairs = urlTemplate.split(",").map((pair) => pair.trim().split("="))
  if (!pairs.every(([name, url]) => name && isAddress(url))) return undefined
  const known = new Map(pairs.map(([name = "", url = ""]) => [name, url]))
  return (node) => known.get(node)
}

export type Env = z.output<typeof Settings>

/** The name of every setting. */
export const settingNames: readonly string[] = Object.keys(Settings.in.shape)

/** What a setting is when it is left out, as it would be written; undefined without a fixed default. */
export function defaultOf(name: string): string | undefined {
  const value: unknown = Object.entries(Settings.in.parse({})).find(([each]) => each === name)?.[1]
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined
}

/** Whether mail goes to real mailboxes; else it goes to the sandbox's. */
export const isMailSetUp = ({
  RESEND_API_KEY,
  SMTP_HOST,
}: {
  RESEND_API_KEY: string
  SMTP_HOST?: string
}): boolean => Boolean(SMTP_HOST) || RESEND_API_KEY !== sandboxMailKey

export type Environment = Record<string, string | undefined>
export type Fault = { name: string; message: string }

const formats: Record<string, string> = {
  url: "must be a whole address, such as https://example.com",
  email: "must be an email address",
  datetime: "must be a time such as 2026-11-28T09:00:00Z",
}

/** What is wrong with a value that no rule of ours has words for. */
function plainly(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type" && issue.expected === "int") return "must be a whole number"
  if (issue.code === "invalid_type" && issue.expected === "number") return "must be a number"
  const length = "origin" in issue && issue.origin === "string"
  if (issue.code === "too_big")
    return length ? `must have at most ${issue.maximum} characters` : `must be at most ${issue.maximum}`
  if (issue.code === "too_small")
    return length ? `must have at least ${issue.minimum} characters` : `must be at least ${issue.minimum}`
  if (issue.code === "invalid_value" && issue.values.includes("true")) return "must be true or false"
  if (issue.code === "invalid_value") return `must be ${orList(issue.values.map(String))}`
  if (issue.code === "invalid_format")
    return formats[issue.format] ?? "is written in a form that can’t be read"
  return "can’t be read"
}

const orList = (words: string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : (words[0] ?? "")

/** The settings in an environment, or everything that keeps the app from starting with them. */
export function readSettings(
  source: Environment,
): { settings: Env; faults?: undefined } | { settings?: undefined; faults: Fault[] } {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""))
  const parsed = Settings.safeParse(present, { error: plainly })
  if (parsed.success) return { settings: parsed.data }
  return {
    faults: parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), message })),
  }
}

/** Reads the settings from an environment; throws one error that names every bad variable. */
export function parseEnv(source: Environment): Env {
  const { settings, faults } = readSettings(source)
  if (settings) return settings
  const lines = faults.map(({ name, message }) => `  ${name}: ${message}`)
  throw new Error(`The settings are not usable:\n${lines.join("\n")}`)
}

const shared = globalThis as typeof globalThis & { tuttiSettings?: Env }

/**
 * The settings of this process, parsed once for the server and the build, which are bundled apart. Tests have them parsed again.
 */
export function env(): Env {
  if (!shared.tuttiSettings) {
    shared.tuttiSettings = parseEnv(process.env)
    takePlanSale(shared.tuttiSettings.PAYPAL_MODE !== "off")
  }
  return shared.tuttiSettings
}
