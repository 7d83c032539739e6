// The reviewed table of who may open what: whom each need admits that an address of `app/addresses` names.

import { type Call, type Caller, type Need, routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { api, webhooks } from "~/addresses/api"

/** Who gets past the guard of a route's loader and action. */
export type Audience =
  | "anyone"
  | "signed-in"
  | "office"
  | "administrators"
  | "teaching"
  | "teachers"
  | "families"
  /** The platform's staff of every role. */
  | "platform"
  /** Of them, those with one role, and who has all. */
  | "support desk"
  | "money desk"
  | "operations"
  | "payers"
  /** Everybody signed in but the platform's staff. */
  | "customers"
  /** Everybody signed in whose school is open. */
  | "people"
  /** The same without the platform's staff. */
  | "members"

export const people = {
  anonymous: null,
  admin: "admin@harmony.example",
  solo: "solo@brightkeys.example",
  teacher: "teacher@harmony.example",
  family: "guardian@harmony.example",
  platform: "super@tutti.example",
  support: "support@tutti.example",
  money: "money@tutti.example",
  operator: "operations@tutti.example",
  "unpaid admin": "pending@newschool.example",
} as const
export type Person = keyof typeof people

export const staff: Person[] = ["platform", "support", "money", "operator"]

export const admitted: Record<Audience, Person[]> = {
  anyone: ["anonymous", "admin", "solo", "teacher", "family", ...staff, "unpaid admin"],
  "signed-in": ["admin", "solo", "teacher", "family", ...staff, "unpaid admin"],
  office: ["admin", "solo"],
  administrators: ["admin"],
  teaching: ["admin", "solo", "teacher"],
  teachers: ["solo", "teacher"],
  families: ["family"],
  platform: staff,
  "support desk": ["platform", "support"],
  "money desk": ["platform", "money"],
  operations: ["platform", "operator"],
  customers: ["admin", "solo", "teacher", "family", "unpaid admin"],
  members: ["admin", "solo", "teacher", "family"],
  people: ["admin", "solo", "teacher", "family", ...staff],
  payers: ["admin", "solo", "unpaid admin"],
}

/** Whom each need of `app/addresses` admits. Reviewed: the sweep proves it of every address. */
const admits: Partial<Record<Need, Audience>> = {
  anyone: "anyone",
  "signed-in": "signed-in",
  people: "people",
  customers: "customers",
  "message:read": "members",
  "answers:keep": "teaching",
  "pages:keep": "members",
  "preferences:own": "members",
  "analytics:read": "office",
  "attendance:read": "office",
  "bank:import": "office",
  "class:money": "office",
  "class:read": "office",
  "class:write": "office",
  "dashboard:read": "office",
  "family:merge": "office",
  "invitation:send": "office",
  "invoice:issue": "office",
  "invoice:read": "office",
  "list:select": "office",
  "message:all": "office",
  "payment:record": "office",
  "roster:import": "office",
  "schedule:read": "office",
  "schedule:write": "office",
  "school:administer": "office",
  "school:settings": "office",
  "student:money": "office",
  "student:read": "office",
  "student:write": "office",
  "subscription:pay": "office",
  "teacher:read": "administrators",
  "teacher:write": "administrators",
  "team:manage": "administrators",
  "learning:write": "teaching",
  "register:take": "teaching",
  "task:read": "teaching",
  "teacher:home": "teachers",
  "teaching:read": "teachers",
  "teaching:write": "teachers",
  "portal:read": "families",
  "portal:pay": "families",
  // Of these Money and Operations open what Support handed to them: tests/routes/platform/hand-over.test.ts.
  staff: "platform",
  "failure:read": "platform",
  "matter:answer": "platform",
  "overview:read": "platform",
  "school:read": "platform",
  "desk:read": "support desk",
  "school:enter": "support desk",
  "figure:read": "money desk",
  "school:export": "money desk",
  "subscription:read": "money desk",
  "transaction:read": "money desk",
  "machine:read": "operations",
  "school:suspend": "operations",
  "staff:manage": "operations",
}

/** Who may open each address. */
export const audiences: Record<string, Audience> = { "/*": "anyone", "/api/*": "anyone" }
for (const { path, opens, unpaid } of screens) {
  const audience = unpaid ? "payers" : admits[opens]
  if (audience) audiences[routeOf(path)] = audience
}

export const calls: Record<string, Caller> = {}
for (const { path, callers } of Object.values<Call>({ ...api, ...webhooks }))
  for (const [method, caller] of Object.entries(callers))
    calls[`${method} ${path.replace(/:(\w+)/g, "{$1}")}`] = caller

export const admittedToCall: Record<Caller, Person[]> = {
  ...admitted,
  "payers and platform": [...admitted.payers, ...staff],
  // The payment provider’s machines, which prove themselves by a signature.
  provider: [],
}
