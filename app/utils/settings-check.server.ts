import { existsSync, statSync } from "node:fs"
import { findSpace, isSameDisk } from "./disk.server"
import { defaultOf, type Env, type Environment, localHost, readSettings, settingNames } from "./env.server"

// What an operator should know about the settings before a deployment: what keeps the app from starting, what is unsafe,
// and what has no effect. No finding quotes a value, because many are secrets.

export type Finding = {
  /** `missing` and `wrong` keep the app from starting. */
  kind: "missing" | "wrong" | "unsafe" | "unused"
  name: string
  message: string
}

/** What the settings cannot say about the machine they are for. */
export type Machine = {
  /** The settings file, if there is one, and the names in it. */
  file?: { path: string; names: string[] }
  isRoot: boolean
}

/** Settings that commands read without being the app's own. */
const otherNames = new Set(["ENV_FILE", "SANDBOX_DATABASE_PATH", "TZ", "NODE_OPTIONS"])

/** Everything worth saying about the settings of a production machine, what keeps it from starting first. */
export function checkSettings(environment: Environment, machine: Machine): Finding[] {
  const { settings, faults = [] } = readSettings({ ...environment, NODE_ENV: "production" })
  return [
    ...faults.map(
      ({ name, message }): Finding => ({ kind: environment[name] ? "wrong" : "missing", name, message }),
    ),
    ...(settings ? [...findUnsafe(settings, machine), ...findUnused(settings, environment)] : []),
    ...findUnknown(machine),
  ]
}

/** Whether the app starts with these findings. */
export const isUsable = (findings: readonly Finding[]): boolean =>
  findings.every(({ kind }) => kind === "unsafe" || kind === "unused")

/** Whether the finding applies, its setting, and the message. */
type Row = [holds: boolean, name: string, message: string]

const findUnsafe = (settings: Env, machine: Machine): Finding[] =>
  [...rowsOfMachine(settings, machine), ...rowsOfServices(settings)].flatMap(([holds, name, message]) =>
    holds ? [{ kind: "unsafe" as const, name, message }] : [],
  )

function rowsOfMachine(settings: Env, { file, isRoot }: Machine): Row[] {
  const { LITEFS_DIR, BACKUP_TO, DATABASE_PATH } = settings
  const isOpen = (path: string, bits: number) => existsSync(path) && (statSync(path).mode & bits) !== 0
  return [
    [settings.DEMO, "DEMO", "is on: sandbox services and secrets that everyone knows. Turn it off."],
    [
      isSameDisk(DATABASE_PATH, BACKUP_TO),
      "BACKUP_TO",
      "puts backups on the database’s own disk: one fault takes both. Name a bucket, or a folder on another disk.",
    ],
    [
      !LITEFS_DIR && settings.CREATE_DATABASE,
      "CREATE_DATABASE",
      "lets a wrong DATABASE_PATH start an empty platform. Remove it after the first start.",
    ],
    [
      !LITEFS_DIR && !existsSync(DATABASE_PATH) && !settings.mayCreateDatabase,
      "DATABASE_PATH",
      "names a file that doesn’t exist. For a first install run: node build/migrate.mjs --create",
    ],
    [
      isOpen(DATABASE_PATH, 0o077),
      "DATABASE_PATH",
      "names a file that other users of this machine can read. Run: chmod 600 on it, and start the app with umask 077.",
    ],
    [
      // Its group may read it: it belongs to root, and the app is in the group.
      file !== undefined && isOpen(file.path, 0o007),
      "ENV_FILE",
      `is ${file?.path}, which other users of this machine can read. Run: chmod o= ${file?.path}`,
    ],
    [isRoot && !LITEFS_DIR, "user", "is root. Run this as the app’s own user, for example: sudo -u tutti …"],
    [
      findSpace(DATABASE_PATH).freePercent < settings.ALERT_DISK_FREE_PERCENT,
      "DATABASE_PATH",
      `is on a disk with less than ${settings.ALERT_DISK_FREE_PERCENT} % free. Make room, or enlarge it.`,
    ],
  ]
}

function rowsOfServices(settings: Env): Row[] {
  const isTold = settings.ALERT_EMAIL || settings.ALERT_WEBHOOK_URL
  const isWeak = (secrets: string[]) => new Set(secrets[0]).size < 12
  const { LOG_LEVEL } = settings
  const hasLandingPage = !settings.DEMO && settings.PAYPAL_MODE !== "off"
  return [
    [
      settings.TRUSTED_PROXIES === 0 && settings.APP_URL.startsWith("https://"),
      "TRUSTED_PROXIES",
      "is 0, so everyone behind your proxy counts as one visitor for the login limits. Set 1 for one Caddy or nginx.",
    ],
    [
      isWeak(settings.SESSION_SECRET),
      "SESSION_SECRET",
      "is easy to guess. Make one with: openssl rand -base64 48",
    ],
    [isWeak(settings.SEAL_KEYS), "SEAL_KEYS", "is easy to guess. Make one with: openssl rand -base64 48"],
    [
      !settings.PAYPAL_WEBHOOK_ID && settings.PAYPAL_MODE !== "off",
      "PAYPAL_WEBHOOK_ID",
      "is empty, so PayPal’s messages are refused. Make the webhook at PayPal and enter its ID.",
    ],
    [
      settings.mailBy === "resend" && !settings.MAIL_EVENTS_SECRET,
      "MAIL_EVENTS_SECRET",
      "is empty, so no one tells us which emails come back. Make the webhook at Resend and enter its secret.",
    ],
    [
      settings.mailBy === "smtp" && !settings.INBOUND_MAIL_DOMAIN,
      "INBOUND_MAIL_DOMAIN",
      "is empty, so no one tells us which emails come back, and replies by email don’t reach us.",
    ],
    [
      settings.SMTP_TLS === "none" && settings.mailBy === "smtp" && !localHost.test(settings.SMTP_HOST ?? ""),
      "SMTP_TLS",
      "is none: anyone between this machine and the mail server can read the emails. Set starttls or tls.",
    ],
    [
      Boolean(settings.INBOUND_MAIL_DOMAIN) && !settings.INBOUND_MAIL_AUTHORITY,
      "INBOUND_MAIL_AUTHORITY",
      "is empty, so no reply by email is taken as its sender’s: staff read each as a note.",
    ],
    [
      settings.PAYPAL_MODE === "sandbox" && !settings.DEMO,
      "PAYPAL_MODE",
      "is sandbox: no payment moves money.",
    ],
    [
      !isTold && !settings.DEMO,
      "ALERT_EMAIL",
      "and ALERT_WEBHOOK_URL are empty, so no one is alerted when something is wrong. Set one of them.",
    ],
    [
      Boolean(settings.ALERT_EMAIL) && !settings.ALERT_WEBHOOK_URL && !settings.DEMO,
      "ALERT_WEBHOOK_URL",
      "is empty, so an alert about email leaves by email alone. Name a second way, such as a chat’s webhook.",
    ],
    [
      !settings.HEARTBEAT_URL && !settings.DEMO,
      "HEARTBEAT_URL",
      "is empty, so no one is alerted when this machine falls silent. Name a check, for example at healthchecks.io.",
    ],
    [
      settings.CONTACT_TELEPHONE === defaultOf("CONTACT_TELEPHONE") && hasLandingPage,
      "CONTACT_TELEPHONE",
      "is the sample number, and the landing page shows it.",
    ],
    [
      settings.SOCIAL_LINKS.some(({ href }) => /\.tutti\.example/.test(href)) && hasLandingPage,
      "SOCIAL_LINKS",
      "are the samples, and the landing page shows them. Set your own.",
    ],
    [
      LOG_LEVEL === "fatal" || LOG_LEVEL === "silent",
      "LOG_LEVEL",
      "hides errors from the server logs. Set info.",
    ],
  ]
}

/** Settings that say something and change nothing beside the others. */
function findUnused(settings: Env, environment: Environment): Finding[] {
  const isBucket = settings.BACKUP_TO.startsWith("s3://")
  const isTold = Boolean(settings.ALERT_EMAIL || settings.ALERT_WEBHOOK_URL)
  const rows: [boolean, string[], string][] = [
    [
      !settings.LITEFS_DIR,
      [
        "LITEFS_URL",
        "LITEFS_LEASE_SECONDS",
        "LITEFS_LEASE_KEY",
        "LITEFS_DATA_DIR",
        "NODE_URLS",
        "FLY_CONSUL_URL",
      ],
      "has no effect without LITEFS_DIR.",
    ],
    [
      Boolean(settings.LITEFS_DIR),
      ["FILES_PATH"],
      "has no effect with LITEFS_DIR: files are in the database.",
    ],
    [
      !isBucket,
      ["AWS_ENDPOINT_URL_S3", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
      "has no effect unless BACKUP_TO is a bucket.",
    ],
    [
      !settings.ASSISTANT_API_URL,
      ["ASSISTANT_API_KEY", "ASSISTANT_MODEL"],
      "has no effect without ASSISTANT_API_URL.",
    ],
    [settings.PAYPAL_MODE !== "standin", ["SANDBOX_PORT"], "has no effect unless PAYPAL_MODE is standin."],
    [
      !settings.OFFLINE_PAGES,
      ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
      "has no effect while OFFLINE_PAGES is off.",
    ],
    [
      settings.mailBy === "smtp" && !settings.INBOUND_MAIL_SECRET,
      ["RESEND_API_KEY", "RESEND_BASE_URL"],
      "has no effect beside SMTP_HOST.",
    ],
    [settings.mailBy === "smtp", ["MAIL_EVENTS_SECRET"], "has no effect beside SMTP_HOST."],
    [!settings.SMTP_HOST, ["SMTP_PORT", "SMTP_TLS"], "has no effect without SMTP_HOST."],
    [
      settings.PAYPAL_MODE === "off",
      ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID", "PAYPAL_PLANS"],
      "has no effect while PAYPAL_MODE is off.",
    ],
    [settings.PAYPAL_MODE !== "off", ["OPEN_REGISTRATION"], "has no effect unless PAYPAL_MODE is off."],
    [!isTold, ["ALERT_REPEAT_HOURS"], "has no effect without ALERT_EMAIL or ALERT_WEBHOOK_URL."],
  ]
  return rows.flatMap(([holds, names, message]) =>
    names
      .filter((name) => holds && environment[name] && environment[name] !== defaultOf(name))
      .map((name) => ({ kind: "unused" as const, name, message })),
  )
}

/** Names in the file that no part of the app reads: mostly slips of the pen. */
const findUnknown = ({ file }: Machine): Finding[] =>
  (file?.names ?? [])
    .filter((name) => !settingNames.includes(name) && !otherNames.has(name))
    .map((name) => {
      const meant = settingNames.find((each) => isAlmost(each, name))
      const message = meant ? `is no setting. Did you mean ${meant}?` : "is no setting of Tutti."
      return { kind: "unused" as const, name, message }
    })

/** Whether two names differ by a letter or two, or one begins with the other. */
function isAlmost(one: string, other: string): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true
  const plain = (name: string) => [...name.replaceAll("_", "").toUpperCase()].sort().join("")
  const [a, b] = [plain(one), plain(other)]
  const missing = [...a].filter((letter) => !b.includes(letter)).length
  return Math.abs(a.length - b.length) + missing <= 2 && one[0] === other[0]
}
