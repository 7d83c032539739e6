import { menuOf } from "~/components/shell/menus"
import type { Role } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import type { StaffRole } from "~/models/foundation/access/staff-permissions"
import { type Found, type FoundGroup, groupOf, mostOf } from "~/models/overview/search/search"
import { type Findable, findAmong } from "~/utils/find-among"
import { paths } from "~/utils/paths"

// The screens a person may open, by their names in the menu, and the actions they may start. Safe in the browser.

/** What decides which screens someone may open. `seesMoney` is a family's. */
export type Looker = {
  role: Role | "super_admin"
  rights: readonly Right[]
  seesMoney: boolean
  staffRoles: readonly StaffRole[]
}
type SearchPage = Found & Findable

/** Where to go on when nothing was found. */
export const furtherHelp = (text: string): FoundGroup[] => [
  {
    label: "Not found? Try",
    found: [
      { to: paths.support("admin"), title: "Ask Support", detail: "A person answers" },
      { to: paths.help(text), title: "Search help", detail: "Articles on every part of Tutti" },
      { to: paths.search(), title: "Browse all pages", detail: null },
    ],
    more: null,
  },
]

const begun: { to: string; title: string; may: Permission }[] = [
  { to: paths.newStudent(), title: "New student", may: "student:write" },
  { to: paths.newClass(), title: "New class", may: "class:write" },
  { to: paths.newInvoice(), title: "New invoice", may: "invoice:issue" },
  {
    to: paths.newSession(),
    title: "One-time lesson",
    may: "schedule:write",
  },
  {
    to: paths.cancelLesson(),
    title: "Cancel a lesson",
    may: "schedule:write",
  },
  {
    to: paths.newOccasion(),
    title: "New event",
    may: "class:write",
  },
  { to: paths.newTeacher(), title: "New teacher", may: "teacher:write" },
  {
    to: paths.takePayment(),
    title: "Take payment",
    may: "payment:record",
  },
  { to: paths.newMessage(), title: "New message", may: "message:all" },
  {
    to: `${paths.schoolSettings({ edit: "closures" })}#closures`,
    title: "Add a closure",
    may: "school:settings",
  },
  { to: paths.imports(), title: "Import a roster", may: "roster:import" },
]

const further: { to: string; title: string; may?: Permission }[] = [
  {
    to: paths.unbilled(),
    title: "Ready to invoice",
    may: "invoice:read",
  },
  {
    to: paths.simpleSchedule(),
    title: "Simple list",
    may: "schedule:read",
  },
  {
    to: paths.occasions(),
    title: "Events",
    may: "class:read",
  },
  { to: paths.doorSheet(), title: "Door sheets", may: "schedule:read" },
  { to: paths.endedClasses(), title: "Ended classes", may: "class:read" },
  {
    to: paths.manageBilling(),
    title: "Family balances",
    may: "invoice:read",
  },
  { to: paths.sellMaterial(), title: "Sell a material", may: "invoice:issue" },
  {
    to: paths.hires(),
    title: "Instrument rentals",
    may: "invoice:read",
  },
  { to: paths.reminders(), title: "Reminders", may: "invoice:issue" },
  { to: paths.moneyHistory(), title: "Billing history", may: "invoice:read" },
  {
    to: paths.expenses(),
    title: "Expenses",
    may: "invoice:read",
  },
  { to: paths.newExpense(), title: "Add an expense", may: "payment:record" },
  { to: paths.skillList(), title: "Skills", may: "school:settings" },
  { to: paths.schoolPageSettings(), title: "Public page", may: "school:settings" },
  { to: paths.inquiries(), title: "Inquiries", may: "student:read" },
  { to: paths.customFields(), title: "Custom fields", may: "school:settings" },
  {
    to: paths.administration(),
    title: "Administration",
    may: "school:administer",
  },
  { to: paths.schoolData(), title: "Import and export", may: "school:administer" },
  { to: paths.help(), title: "Help" },
]

/** Further names under which a screen is found. */
const alsoCalled: Record<string, string> = {
  [paths.billing()]: "billing invoices money payments financial",
  [paths.attendance()]: "registers absences make-up credits",
  [paths.schedule()]: "calendar week timetable sessions",
  [paths.classes()]: "lessons classes groups",
  [paths.students()]: "pupils people",
  [paths.profile()]: "password photo my account two-factor profile",
  [paths.team()]: "members rights staff",
  [paths.administration()]: "administration members lock",
  [paths.subscriptionSettings()]: "subscription receipts billing address",
  [paths.schoolSettings()]: "rooms sites closures currency time zone",
  [paths.selectPlan({ upgrade: "true" })]: "plan subscription",
  [paths.desk()]: "chats contact messages demo requests",
  [paths.transactions()]: "payments events refunds",
  [paths.staff()]: "colleagues roles log invite",
}

const mayDo = ({ role, rights }: Looker, permission?: Permission) =>
  permission === undefined || (role !== "super_admin" && may({ role, rights }, permission))

export function actionsOf(looker: Looker): SearchPage[] {
  return begun.filter((each) => mayDo(looker, each.may)).map(({ to, title }) => ({ to, title, detail: null }))
}

export function pagesOf(looker: Looker): SearchPage[] {
  const { role, rights, seesMoney, staffRoles } = looker
  const inMenu = menuOf(role, {
    rights,
    attendanceWaiting: 0,
    teacherRequests: 0,
    seesMoney,
    messagesUnread: 0,
    mattersWaiting: 0,
    casesOpen: 0,
    staffRoles,
  }).flatMap((group) =>
    group.links.map(({ to, label }) => ({
      to,
      title: label,
      also: `${alsoCalled[to] ?? ""} ${group.label}`,
      detail: group.isSettings ? group.label : null,
    })),
  )
  const support = role === "super_admin" ? [] : [{ to: paths.support(), title: "Support", also: "chat ask" }]
  const others = [...further.filter((each) => mayDo(looker, each.may)), ...support]
  return [...inMenu, ...others.map((each) => ({ ...each, detail: null }))]
}

/** Every screen and action, before anything is typed. */
export const listPages = (looker: Looker): FoundGroup[] => [
  ...groupOf("Actions", { found: actionsOf(looker), more: false }),
  ...groupOf("Go to", { found: pagesOf(looker), more: false }),
]

/** The screens and actions that match the text. */
export const searchPages = (looker: Looker, text: string): FoundGroup[] => [
  ...groupOf("Actions", findAmong(actionsOf(looker), text, mostOf.actions)),
  ...groupOf("Go to", findAmong(pagesOf(looker), text, mostOf.places)),
]
