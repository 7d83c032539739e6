import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { shellRouteId } from "~/components/form/post-form"
import { FailedPage, Frame } from "~/components/shell/frame"
import { ariaCurrentIn, type MenuItem } from "~/components/shell/menu-item"
import { Link } from "~/components/ui/button"
import { useMayOpen } from "~/components/ui/limits"
import type { Role } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import { paths } from "~/utils/paths"

// This layout loads nothing: the tabs have no counts, and each page guards and loads its own data.

export default function SettingsArea() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  )
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <FailedPage />
    </SettingsFrame>
  )
}

type Entry = MenuItem & { needs?: Permission }
type Group = { title: string; entries: Entry[] }

/** The rail’s place. On a phone it follows the page, and "All settings" at its top leads there. */
const railId = "all-settings"

/** The groups of the settings that someone may open. A single group needs no way around it. */
function useSettingsGroups(): Group[] {
  const shell = useRouteLoaderData<{
    role: Role | "super_admin"
    rights: readonly Right[]
    searchOwner: unknown
  }>(shellRouteId)
  const mayOpen = useMayOpen()
  if (!shell || shell.role === "super_admin" || !shell.searchOwner) return []
  const { role, rights } = shell
  const groups = allGroups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ to, needs }) => mayOpen(to) && (needs === undefined || may({ role, rights }, needs)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
  return groups.length > 1 ? groups : []
}

const allGroups: readonly Group[] = [
  {
    title: "You",
    entries: [
      { to: paths.profile(), label: "Profile" },
      { to: paths.preferences(), label: "Emails" },
    ],
  },
  {
    title: "School",
    entries: [
      {
        to: paths.schoolSettings(),
        label: "School details",
        needs: "school:settings",
        beside: [paths.ownDataRules(), paths.publicHolidays()],
      },
      { to: paths.schoolPageSettings(), label: "Public page", needs: "school:settings" },
      { to: paths.skillList(), label: "Skills", needs: "school:settings" },
      { to: paths.customFields(), label: "Custom fields", needs: "school:settings" },
    ],
  },
  {
    title: "Policies",
    entries: [
      {
        to: paths.policies(),
        label: "Policies",
        needs: "school:settings",
        beside: [paths.consentSettings(), paths.proofKinds(), paths.ruleTrials(), paths.schoolEmails()],
      },
      { to: paths.attendanceStatuses(), label: "Attendance statuses", needs: "school:settings" },
    ],
  },
  {
    title: "Team and data",
    entries: [
      { to: paths.team(), label: "Team", needs: "team:manage" },
      { to: paths.administration(), label: "Administration", needs: "school:administer" },
      { to: paths.auditLog(), label: "Activity", needs: "school:administer" },
      { to: paths.schoolData(), label: "Import and export", needs: "school:administer" },
      { to: paths.recentlyDeleted(), label: "Recently deleted", needs: "school:administer" },
    ],
  },
  {
    title: "Plan",
    entries: [{ to: paths.subscriptionSettings(), label: "Subscription", needs: "subscription:pay" }],
  },
]

/** The pages of the settings; the one in view, or the one that it belongs to, is marked. */
function SettingsRail({ groups }: { groups: readonly Group[] }) {
  const { pathname } = useLocation()
  const entries = groups.flatMap((group) => group.entries)
  const current = ariaCurrentIn(pathname, entries)
  return (
    <nav className="settings-rail no-print" id={railId} aria-label="Settings">
      {groups.map(({ title, entries: ofGroup }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {ofGroup.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} aria-current={current(entry.to)}>
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The heading of each page of the settings, beside all of them. */
function SettingsFrame({ children }: { children: ReactNode }) {
  const groups = useSettingsGroups()
  if (groups.length === 0) return <Frame>{children}</Frame>
  return (
    <Frame
      tabs={() => (
        <p className="settings-jump no-print">
          <a href={`#${railId}`}>All settings</a>
        </p>
      )}
    >
      <div className="settings">
        <div className="stack">{children}</div>
        <SettingsRail groups={groups} />
      </div>
    </Frame>
  )
}
