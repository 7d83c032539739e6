import { notificationChannels, notificationChoices } from "db/schema/choices"
import type { Role } from "../access/actor"
import type { Right } from "../access/rights"
import { everybody, officeRoles } from "../access/roles"

// The kinds of events that people are told of, and the channels: what each person chooses, and their school for all who chose
// nothing. What is in no topic always comes by email: invoices, overdue notices, invitations and security emails. Safe in the browser.

export const channels = notificationChannels
export type Channel = (typeof channels)[number]
/** "daily" is for emails alone. */
export type Choice = (typeof notificationChoices)[number]

export const topics = [
  "lessons",
  "changes",
  "credits",
  "notes",
  "birthdays",
  "messages",
  "invoices",
  "receipts",
  "answers",
  "attendance",
  "requests",
  "inquiries",
  "figures",
  "plan",
] as const
export type Topic = (typeof topics)[number]

type Facts = {
  /** Who is told of it: some roles, and whoever has the right. */
  roles: readonly Role[]
  right?: Right
  /** The channels it has, with what holds where neither person nor school chose. */
  shipped: Partial<Record<Channel, Choice>>
  /** It can wait for the daily email. */
  mayBeDaily: boolean
}

const teaching: readonly Role[] = ["teacher", "solo_teacher_admin"]

const factsOf: Record<Topic, Facts> = {
  lessons: {
    roles: ["student", ...teaching],
    shipped: { email: "now", text: "now", push: "off" },
    mayBeDaily: false,
  },
  changes: { roles: everybody, shipped: { email: "now", text: "now", push: "now" }, mayBeDaily: true },
  credits: { roles: ["student"], shipped: { email: "now", push: "off" }, mayBeDaily: true },
  notes: { roles: ["student"], shipped: { email: "now", push: "off" }, mayBeDaily: true },
  birthdays: { roles: ["student", ...teaching], shipped: { email: "now" }, mayBeDaily: false },
  messages: { roles: everybody, shipped: { email: "now", text: "now", push: "now" }, mayBeDaily: true },
  // By email they always come.
  invoices: { roles: ["student"], shipped: { text: "now", push: "now" }, mayBeDaily: false },
  receipts: { roles: ["student"], shipped: { email: "now" }, mayBeDaily: true },
  answers: { roles: ["student"], shipped: { email: "now" }, mayBeDaily: true },
  attendance: { roles: teaching, shipped: { email: "now", push: "off" }, mayBeDaily: false },
  requests: { roles: officeRoles, shipped: { email: "now" }, mayBeDaily: true },
  inquiries: { roles: officeRoles, shipped: { email: "now", push: "off" }, mayBeDaily: true },
  figures: { roles: officeRoles, right: "reports", shipped: { email: "now" }, mayBeDaily: false },
  plan: { roles: officeRoles, shipped: { email: "now" }, mayBeDaily: false },
}

export const shippedChoice = (topic: Topic, channel: Channel): Choice =>
  factsOf[topic].shipped[channel] ?? "off"

/** Whether a topic is told on a channel at all, where a person can choose. */
export const hasChannel = (topic: Topic, channel: Channel): boolean =>
  factsOf[topic].shipped[channel] !== undefined

/** What can be chosen of a topic on a channel. */
export const choicesFor = (topic: Topic, channel: Channel): readonly Choice[] =>
  channel === "email" && factsOf[topic].mayBeDaily ? notificationChoices : ["now", "off"]

/** The topics someone is told of, by their role and rights. */
export const topicsFor = (role: Role, rights: readonly Right[] = []): Topic[] =>
  topics.filter((topic) => {
    const { roles, right } = factsOf[topic]
    return roles.includes(role) || (right !== undefined && rights.includes(right))
  })

/** What is chosen of some topics on some channels. */
export type Grid = Partial<Record<Topic, Partial<Record<Channel, Choice>>>>

export const isTopic = (text: string): text is Topic => topics.some((topic) => topic === text)
