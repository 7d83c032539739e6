import type { Role } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import { paths } from "~/utils/paths"
import type { MenuGroup, MenuItem } from "./menu-item"

// What the office opens: administrators all of it, members what their rights allow.

type OfficeFacts = {
  rights: readonly Right[]
  opens: (to: string) => boolean
  attendanceWaiting: number
  teacherRequests: number
  inquiriesNew: number
}

/** The areas of the settings. Their rail has the pages in each of them. */
function settingsOf(role: Role, rights: readonly Right[]): MenuItem[] {
  const seesTeam = role !== "solo_teacher_admin" && may({ role, rights }, "team:manage")
  return [
    { to: paths.profile(), label: "You" },
    { to: paths.preferences(), label: "Emails" },
    {
      to: paths.schoolSettings(),
      label: "School",
      beside: [
        paths.customFields(),
        paths.ownDataRules(),
        paths.publicHolidays(),
        paths.schoolPageSettings(),
        paths.skillList(),
      ],
    },
    {
      to: paths.policies(),
      label: "Policies",
      beside: [paths.attendanceStatuses(), paths.consentSettings(), paths.ruleTrials(), paths.schoolEmails()],
    },
    seesTeam
      ? { to: paths.team(), label: "Team and data", beside: paths.administration() }
      : { to: paths.administration(), label: "Team and data" },
    { to: paths.subscriptionSettings(), label: "Plan" },
    {
      to: paths.selectPlan({ upgrade: "true" }),
      label: "Upgrade",
    },
  ]
}

/** What billing is called (spec §2). */
export const billingLabel = (role: Role): string =>
  role === "solo_teacher_admin" ? "Invoicing" : "Financial"

/** The office's menu: all of it for administrators, for members with rights what those open. `without` is listed elsewhere. */
export function officeMenu(
  role: Role,
  { rights, opens, attendanceWaiting, teacherRequests, inquiriesNew }: OfficeFacts,
  messages: MenuItem,
  without: readonly string[] = [],
): MenuGroup[] {
  const solo = role === "solo_teacher_admin"
  const groups: MenuGroup[] = [
    {
      label: solo ? "Business" : "Management",
      links: [
        { to: paths.dashboard(), label: "Dashboard" },
        ...(solo
          ? []
          : [
              { to: paths.gettingStarted(), label: "Getting Started" },
              {
                to: paths.teachers(),
                label: "Teachers",
                badge: teacherRequests || undefined,
              },
            ]),
        { to: paths.classes(), label: solo ? "Lessons" : "Classes" },
        { to: paths.students(), label: "Students", badge: inquiriesNew || undefined },
        {
          to: paths.schedule(),
          label: "Schedule",
          badge: "New",
          beside: paths.absences(),
        },
        ...(solo ? [{ to: paths.teacherResources(), label: "Resources" }] : []),
        { to: paths.billing(), label: billingLabel(role) },
        messages,
      ],
    },
    {
      label: "Reports",
      links: [
        { to: paths.analytics(), label: "Analytics" },
        {
          to: paths.attendance(),
          label: "Attendance",
          badge: attendanceWaiting || undefined,
        },
      ],
    },
    { label: "Settings", isSettings: true, links: settingsOf(role, rights) },
  ]
  return groups
    .map(({ links, ...group }) => ({
      ...group,
      label: role === "teacher" && !group.isSettings ? `Office ${group.label.toLowerCase()}` : group.label,
      links: links.filter(({ to }) => !without.includes(to) && opens(to)),
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
