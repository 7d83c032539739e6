import type { Role } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import { paths } from "~/utils/paths"
import type { MenuGroup, MenuItem } from "./menu-item"

// What the office opens, each with what it needs: administrators have all of it, members what their rights allow.

type OfficeFacts = { rights: readonly Right[]; attendanceWaiting: number; teacherRequests: number }

type Needing = MenuItem & { needs?: Permission }

/** The areas of the settings. Their rail has the pages in each of them. */
function settingsOf(role: Role, rights: readonly Right[]): Needing[] {
  const seesTeam = role !== "solo_teacher_admin" && may({ role, rights }, "team:manage")
  return [
    { to: paths.profile(), label: "You" },
    {
      needs: "school:settings",
      to: paths.schoolSettings(),
      label: "School",
      beside: [paths.customFields(), paths.publicHolidays(), paths.schoolPageSettings()],
    },
    {
      to: paths.preferences(),
      label: may({ role, rights }, "school:settings") ? "Rules and emails" : "Emails",
      beside: [paths.attendanceStatuses(), paths.skillList(), paths.ruleTrials()],
    },
    seesTeam
      ? { needs: "team:manage", to: paths.team(), label: "Team and data", beside: paths.administration() }
      : { needs: "school:administer", to: paths.administration(), label: "Team and data" },
    { needs: "subscription:pay", to: paths.subscriptionSettings(), label: "Plan" },
    {
      needs: "subscription:pay",
      to: paths.selectPlan({ upgrade: "true" }),
      label: "Upgrade",
    },
  ]
}

/** The office's menu: all of it for administrators, for members with rights what those open. `without` is listed elsewhere. */
export function officeMenu(
  role: Role,
  { rights, attendanceWaiting, teacherRequests }: OfficeFacts,
  messages: MenuItem,
  without: readonly string[] = [],
): MenuGroup[] {
  const solo = role === "solo_teacher_admin"
  const groups: (Omit<MenuGroup, "links"> & { links: Needing[] })[] = [
    {
      label: solo ? "Business" : "Management",
      links: [
        { needs: "dashboard:read", to: paths.dashboard(), label: "Dashboard" },
        ...(solo
          ? []
          : [
              { needs: "school:settings" as const, to: paths.gettingStarted(), label: "Getting Started" },
              {
                needs: "teacher:read" as const,
                to: paths.teachers(),
                label: "Teachers",
                badge: teacherRequests || undefined,
              },
            ]),
        { needs: "class:read", to: paths.classes(), label: solo ? "Lessons" : "Classes" },
        { needs: "student:read", to: paths.students(), label: "Students" },
        {
          needs: "schedule:read",
          to: paths.schedule(),
          label: "Schedule",
          badge: "New",
          beside: paths.absences(),
        },
        ...(solo ? [{ to: paths.teacherResources(), label: "Resources" }] : []),
        { needs: "invoice:read", to: paths.billing(), label: solo ? "Invoicing" : "Financial" },
        messages,
      ],
    },
    {
      label: "Reports",
      links: [
        { needs: "analytics:read", to: paths.analytics(), label: "Analytics" },
        {
          needs: "attendance:read",
          to: paths.attendance(),
          label: "Attendance",
          badge: attendanceWaiting || undefined,
        },
      ],
    },
    { label: "Settings", isSettings: true, links: settingsOf(role, rights) },
  ]
  const isOpen = ({ needs, to }: { needs?: Permission; to: string }) =>
    !without.includes(to) && (needs === undefined || may({ role, rights }, needs))
  return groups
    .map(({ links, ...group }) => ({
      ...group,
      label: role === "teacher" && !group.isSettings ? `Office ${group.label.toLowerCase()}` : group.label,
      links: links.filter(isOpen).map(({ needs, ...link }) => link),
    }))
    .filter(({ links }) => links.length > 0)
}

/** What an office adds from a phone, behind the plus in its bottom bar. */
const officeAdds: readonly (MenuItem & { needs: Permission })[] = [
  { needs: "student:write", to: paths.newStudent(), label: "Student" },
  { needs: "schedule:write", to: paths.newSession(), label: "Lesson" },
  { needs: "payment:record", to: paths.billing({ status: "open" }), label: "Payment" },
  { needs: "register:take", to: paths.simpleSchedule(), label: "Lesson note" },
  { needs: "message:read", to: paths.newMessage(), label: "Message" },
]

/** Those that a member's rights allow. */
export const officeAddsOf = (role: Role, rights: readonly Right[]): MenuItem[] =>
  officeAdds.filter(({ needs }) => may({ role, rights }, needs)).map(({ needs, ...item }) => item)
