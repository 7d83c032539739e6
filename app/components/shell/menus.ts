import type { Role } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import { paths } from "~/utils/paths"
import type { BottomItem, MenuGroup } from "./menu-item"
import { billingLabel, officeMenu } from "./office-menu"

// The signed-in menus by role (spec §2, "Admin layout"). Only screens that exist are here; others join as they are built.

type Facts = {
  /** What a member may do beside their role. */
  rights: readonly Right[]
  /** Lessons without attendance, and requests to correct what is locked. */
  attendanceWaiting: number
  /** Teachers' requests for time off and their extra work that wait for an answer. */
  teacherRequests: number
  /** Whether a family's member may see money: a child may not. */
  seesMoney: boolean
  /** Inquiries that no one has answered. */
  inquiriesNew: number
  /** Conversations with something the person has not read, and reports of messages that wait for them. */
  messagesUnread: number
  /** What waits for the platform's staff. */
  mattersWaiting: number
  casesOpen: number
  /** Whether someone may open an address; the office and the staff list those alone. */
  opens: (to: string) => boolean
}

const settings = (links: MenuGroup["links"]): MenuGroup => ({ label: "Settings", isSettings: true, links })

const profile = { to: paths.profile(), label: "Profile" }
/** What every member of a school may set. */
const memberLinks = [profile, { to: paths.preferences(), label: "Emails" }]

/** The groups of the side menu. */
export function menuOf(role: Role | "super_admin", facts: Facts): MenuGroup[] {
  const { seesMoney, messagesUnread, ...staff } = facts
  if (role === "super_admin") return staffMenu(staff)
  const messages = { to: paths.messages(), label: "Messages", badge: messagesUnread || undefined }
  if (role === "student") return familyMenu(seesMoney, messages)
  if (role === "teacher") {
    const own = teacherMenu(messages)
    const ownLinks = own.flatMap(({ links }) => links.map(({ to }) => to))
    return facts.rights.length > 0
      ? [...own.slice(0, -1), ...officeMenu(role, facts, messages, ownLinks), ...own.slice(-1)]
      : own
  }
  return officeMenu(role, facts, messages)
}

type StaffFacts = Pick<Facts, "mattersWaiting" | "casesOpen" | "opens">

function staffMenu({ mattersWaiting, casesOpen, opens }: StaffFacts): MenuGroup[] {
  const links: MenuLink[] = [
    { to: paths.superAdmin(), label: "Overview" },
    { to: paths.desk(), label: "Support", badge: mattersWaiting || undefined },
    { to: paths.platformSchools(), label: "Schools" },
    { to: paths.atRisk(), label: "At risk" },
    {
      to: paths.paidSubscriptions(),
      label: "Paid subscriptions",
      badge: casesOpen || undefined,
    },
    { to: paths.transactions(), label: "Transactions" },
    { to: paths.coupons(), label: "Coupons" },
    { to: paths.backups(), label: "Backups" },
    { to: paths.platformAnalytics(), label: "Analytics" },
    { to: paths.platformDatabase(), label: "Database" },
    { to: paths.cleanup(), label: "Cleanup" },
    { to: paths.service(), label: "Service" },
    { to: paths.announcements(), label: "Announcements" },
    { to: paths.abuse(), label: "Abuse" },
    { to: paths.staff(), label: "Staff" },
  ]
  return [{ label: "Platform", links: links.filter(({ to }) => opens(to)) }, settings([profile])]
}

type MenuLink = MenuGroup["links"][number]

/** What a student works on. Its tabs lead to the others. */
const practice = {
  to: paths.studentProgress(),
  label: "Practice",
  beside: [paths.studentFeedback(), paths.studentReports(), paths.studentResources()],
}

function familyMenu(seesMoney: boolean, messages: MenuLink): MenuGroup[] {
  return [
    {
      label: "Family",
      links: [
        { to: paths.studentHome(), label: "Home" },
        { to: paths.studentSchedule(), label: "Schedule", beside: paths.studentOccasions() },
        practice,
        ...(seesMoney ? [{ to: paths.studentInvoices(), label: "Invoices" }] : []),
        messages,
      ],
    },
    settings([{ to: paths.studentSettings(), label: "Contacts and calendar" }, ...memberLinks]),
  ]
}

function teacherMenu(messages: MenuLink): MenuGroup[] {
  return [
    {
      label: "Teaching",
      links: [
        { to: paths.teacherHome(), label: "Today" },
        { to: paths.teacherSchedule(), label: "Schedule", beside: paths.teacherOccasions() },
        { to: paths.teacherClasses(), label: "Classes", below: paths.teacherClass("") },
        { to: paths.teacherStudents(), label: "Students" },
        { to: paths.teacherResources(), label: "Resources" },
        { to: paths.teacherAnalytics(), label: "Hours and pay" },
        messages,
      ],
    },
    settings([{ to: paths.teacherSettings(), label: "Teaching" }, ...memberLinks]),
  ]
}

/** The staff's places in a phone's bar. */
const staffIcons: Partial<Record<string, BottomItem["icon"]>> = {
  [paths.superAdmin()]: "home",
  [paths.desk()]: "messages",
  [paths.platformSchools()]: "students",
}

const staffItems = (facts: StaffFacts): BottomItem[] =>
  staffMenu(facts).flatMap(({ links }) =>
    links.flatMap((link) => {
      const icon = staffIcons[link.to]
      return icon ? [{ ...link, icon }] : []
    }),
  )

/** The items of a phone's bottom bar. */
export function bottomItemsOf(
  role: Role | "super_admin",
  {
    seesMoney,
    messagesUnread,
    rights,
    ...staff
  }: Omit<Facts, "attendanceWaiting" | "teacherRequests" | "inquiriesNew">,
): BottomItem[] {
  const messages: BottomItem = {
    to: paths.messages(),
    label: "Messages",
    icon: "messages",
    badge: messagesUnread || undefined,
  }
  if (role === "teacher")
    return [
      { to: paths.teacherHome(), label: "Today", icon: "home" },
      { to: paths.teacherSchedule(), label: "Schedule", beside: paths.teacherOccasions(), icon: "schedule" },
      { to: paths.teacherStudents(), label: "Students", icon: "students" },
      messages,
    ]
  if (role === "student")
    return [
      { to: paths.studentHome(), label: "Home", icon: "home" },
      { to: paths.studentSchedule(), label: "Schedule", beside: paths.studentOccasions(), icon: "schedule" },
      { ...practice, icon: "progress" },
      ...(seesMoney ? [{ to: paths.studentInvoices(), label: "Invoices", icon: "invoices" as const }] : []),
      messages,
    ]
  if (role === "super_admin") return staffItems(staff)
  const holder = { role, rights }
  return [
    { to: paths.dashboard(), label: "Home", icon: "home" },
    ...(may(holder, "schedule:read")
      ? [{ to: paths.schedule(), label: "Schedule", icon: "schedule" as const, beside: paths.absences() }]
      : []),
    ...(may(holder, "student:read")
      ? [{ to: paths.students(), label: "Students", icon: "students" as const }]
      : []),
    ...(may(holder, "invoice:read")
      ? [{ to: paths.billing(), label: billingLabel(role), icon: "invoices" as const }]
      : []),
    messages,
  ]
}

export const roleLabels: Record<Role | "super_admin", string> = {
  admin: "administrator",
  solo_teacher_admin: "teacher and administrator",
  office: "office",
  teacher: "teacher",
  student: "family",
  super_admin: "platform staff",
}
