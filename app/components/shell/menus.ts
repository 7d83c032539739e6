import type { Role } from "~/models/foundation/access/actor"
import { mayStaff, type StaffPermission, type StaffRole } from "~/models/foundation/access/staff-permissions"
import { paths } from "~/utils/paths"
import type { BottomItem, MenuGroup, MenuItem } from "./menu-item"

// The signed-in menus by role (spec §2, "Admin layout"). Only screens that exist are here; others join as they are built.

type Facts = {
  registersMissing: number
  /** Teachers' requests for time off that wait for an answer. */
  timeOffRequests: number
  /** Whether a family's member may see money: a child may not. */
  seesMoney: boolean
  /** Conversations with something the person has not read. */
  messagesUnread: number
  /** What waits for the platform's staff. */
  mattersWaiting: number
  casesOpen: number
  /** Which of the staff's screens are listed. */
  staffRoles: readonly StaffRole[]
}

const settings = (links: MenuGroup["links"]): MenuGroup => ({ label: "Settings", isSettings: true, links })

const profile = { to: paths.profile(), label: "Profile" }
/** What every member of a school may set. */
const memberLinks = [profile, { to: paths.preferences(), label: "Emails" }]

/** The groups of the side menu. */
export function menuOf(
  role: Role | "super_admin",
  { registersMissing, timeOffRequests, seesMoney, messagesUnread, ...staff }: Facts,
): MenuGroup[] {
  if (role === "super_admin") return staffMenu(staff)
  const messages = { to: paths.messages(), label: "Messages", badge: messagesUnread || undefined }
  if (role === "student") return familyMenu(seesMoney, messages)
  if (role === "teacher") return teacherMenu(messages)

  const solo = role === "solo_teacher_admin"
  return [
    {
      label: solo ? "Business" : "Management",
      links: [
        { to: paths.dashboard(), label: "Dashboard" },
        ...(solo
          ? []
          : [
              { to: paths.gettingStarted(), label: "Getting Started" },
              { to: paths.teachers(), label: "Teachers", badge: timeOffRequests || undefined },
            ]),
        { to: paths.classes(), label: solo ? "Lessons" : "Classes" },
        { to: paths.students(), label: "Students" },
        { to: paths.schedule(), label: "Schedule", badge: "New" },
        ...(solo ? [{ to: paths.teacherResources(), label: "Resources" }] : []),
        { to: paths.billing(), label: solo ? "Invoicing" : "Financial" },
        messages,
      ],
    },
    {
      label: "Reports",
      links: [
        { to: paths.analytics(), label: "Analytics" },
        { to: paths.attendance(), label: "Attendance", badge: registersMissing || undefined },
      ],
    },
    settings([
      profile,
      { to: paths.schoolSettings(), label: "School" },
      { to: paths.subscriptionSettings(), label: "Subscription" },
      { to: paths.skillList(), label: "Skills" },
      { to: paths.preferences(), label: "Rules and emails" },
      { to: paths.administration(), label: "Administration" },
      { to: paths.selectPlan({ upgrade: "true" }), label: "Upgrade" },
    ]),
  ]
}

type StaffFacts = Pick<Facts, "mattersWaiting" | "casesOpen" | "staffRoles">

function staffMenu({ mattersWaiting, casesOpen, staffRoles }: StaffFacts): MenuGroup[] {
  const links: (MenuLink & { needs: StaffPermission })[] = [
    { needs: "overview:read", to: paths.superAdmin(), label: "Overview" },
    { needs: "desk:read", to: paths.desk(), label: "Support", badge: mattersWaiting || undefined },
    { needs: "school:read", to: paths.platformSchools(), label: "Schools" },
    { needs: "subscription:read", to: paths.atRisk(), label: "At risk" },
    {
      needs: "subscription:read",
      to: paths.paidSubscriptions(),
      label: "Paid subscriptions",
      badge: casesOpen || undefined,
    },
    { needs: "transaction:read", to: paths.transactions(), label: "Transactions" },
    { needs: "subscription:read", to: paths.coupons(), label: "Coupons" },
    { needs: "machine:read", to: paths.backups(), label: "Backups" },
    { needs: "figure:read", to: paths.platformAnalytics(), label: "Analytics" },
    { needs: "machine:read", to: paths.platformDatabase(), label: "Database" },
    { needs: "machine:read", to: paths.cleanup(), label: "Cleanup" },
    { needs: "machine:read", to: paths.service(), label: "Service" },
    { needs: "machine:read", to: paths.announcements(), label: "Announcements" },
    { needs: "machine:read", to: paths.abuse(), label: "Abuse" },
    { needs: "staff:manage", to: paths.staff(), label: "Staff" },
  ]
  return [
    {
      label: "Platform",
      links: links.filter(({ needs }) => mayStaff(staffRoles, needs)).map(({ needs, ...link }) => link),
    },
    settings([profile]),
  ]
}

type MenuLink = MenuGroup["links"][number]

function familyMenu(seesMoney: boolean, messages: MenuLink): MenuGroup[] {
  return [
    {
      label: "Family",
      links: [
        { to: paths.studentHome(), label: "Home" },
        { to: paths.studentSchedule(), label: "Schedule" },
        { to: paths.studentProgress(), label: "Progress" },
        { to: paths.studentFeedback(), label: "Feedback" },
        { to: paths.studentReports(), label: "Reports" },
        { to: paths.studentResources(), label: "Resources" },
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
        { to: paths.teacherSchedule(), label: "Schedule" },
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

/** What an office adds from a phone, behind the plus in its bottom bar. */
export const officeAdds: readonly MenuItem[] = [
  { to: paths.newStudent(), label: "Student" },
  { to: paths.newSession(), label: "Lesson" },
  { to: paths.billing({ status: "open" }), label: "Payment" },
  { to: paths.simpleSchedule(), label: "Lesson note" },
  { to: paths.newMessage(), label: "Message" },
]

/** The items of a phone's bottom bar; platform staff have none. */
export function bottomItemsOf(
  role: Role | "super_admin",
  { seesMoney, messagesUnread }: Pick<Facts, "seesMoney" | "messagesUnread">,
): BottomItem[] | undefined {
  const messages: BottomItem = {
    to: paths.messages(),
    label: "Messages",
    icon: "messages",
    badge: messagesUnread || undefined,
  }
  if (role === "teacher")
    return [
      { to: paths.teacherHome(), label: "Today", icon: "home" },
      { to: paths.teacherSchedule(), label: "Schedule", icon: "schedule" },
      { to: paths.teacherStudents(), label: "Students", icon: "students" },
      messages,
    ]
  if (role === "student")
    return [
      { to: paths.studentHome(), label: "Home", icon: "home" },
      { to: paths.studentSchedule(), label: "Schedule", icon: "schedule" },
      { to: paths.studentProgress(), label: "Progress", icon: "progress" },
      ...(seesMoney ? [{ to: paths.studentInvoices(), label: "Invoices", icon: "invoices" as const }] : []),
      messages,
    ]
  if (role === "super_admin") return undefined
  return [
    { to: paths.dashboard(), label: "Home", icon: "home" },
    { to: paths.schedule(), label: "Schedule", icon: "schedule" },
    { to: paths.students(), label: "Students", icon: "students" },
    messages,
  ]
}

export const roleLabels: Record<Role | "super_admin", string> = {
  admin: "administrator",
  solo_teacher_admin: "teacher and administrator",
  teacher: "teacher",
  student: "family",
  super_admin: "platform staff",
}
