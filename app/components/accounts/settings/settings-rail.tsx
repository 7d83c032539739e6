import { useLocation, useRouteLoaderData } from "@remix-run/react"
import { useEffect, useState } from "react"
import { shellRouteId } from "~/components/form/post-form"
import { useMayOpen } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import type { Role } from "~/models/foundation/access/actor"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { Right } from "~/models/foundation/access/rights"
import { paths } from "~/utils/paths"
import { usesPayPal } from "~/utils/paypal-use"

type Entry = { to: string; label: string; needs?: Permission }
type Group = { title: string; entries: Entry[] }

/** The rail’s place. On a phone it follows the page, and "All settings" at its top leads there. */
export const railId = "all-settings"

/** The groups of the settings that someone may open. Nobody needs a way around a single group. */
export function useSettingsGroups(): Group[] {
  const shell = useRouteLoaderData<{
    role: Role | "super_admin"
    rights: readonly Right[]
    searchOwner: unknown
  }>(shellRouteId)
  const mayOpen = useMayOpen()
  if (!shell || shell.role === "super_admin" || !shell.searchOwner) return []
  const { role, rights } = shell
  const groups = groupsOf(may({ role, rights }, "school:settings"))
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ to, needs }) => mayOpen(to) && (needs === undefined || may({ role, rights }, needs)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
  return groups.length > 1 ? groups : []
}

const groupsOf = (setsRules: boolean): Group[] => [
  {
    title: "You",
    entries: [
      { to: paths.profile(), label: "Profile" },
      { to: `${paths.profile()}#change-password`, label: "Login and security" },
      { to: `${paths.preferences()}${setsRules ? "#mail" : ""}`, label: "Emails" },
    ],
  },
  {
    title: "School",
    entries: [
      { to: paths.schoolSettings(), label: "Details and logo" },
      { to: paths.schoolPageSettings(), label: "Public page" },
      { to: paths.policies(), label: "Policies" },
      { to: paths.preferences(), label: "Attendance rules" },
      { to: paths.attendanceStatuses(), label: "Attendance statuses" },
      { to: `${paths.schoolSettings()}#rooms`, label: "Rooms" },
      { to: `${paths.schoolSettings()}#sites`, label: "Sites" },
      { to: `${paths.schoolSettings()}#closures`, label: "Closures and terms" },
      { to: `${paths.preferences()}#instruments`, label: "Instruments and levels" },
      { to: paths.skillList(), label: "Skills" },
      { to: paths.customFields(), label: "Custom fields" },
      { to: `${paths.schoolSettings()}#invoicing`, label: usesPayPal() ? "Invoices and PayPal" : "Invoices" },
    ].map((entry) => ({ ...entry, needs: "school:settings" })),
  },
  {
    title: "Team and data",
    entries: [
      { to: paths.team(), label: "Team", needs: "team:manage" },
      { to: paths.administration(), label: "Administration", needs: "school:administer" },
      { to: paths.auditLog(), label: "Activity", needs: "school:administer" },
      { to: paths.schoolData(), label: "Import and export", needs: "school:administer" },
      { to: paths.recentlyDeleted(), label: "Recently deleted", needs: "school:administer" },
      { to: paths.supportAccess(), label: "Support access", needs: "school:administer" },
      { to: `${paths.schoolData()}#end`, label: "Delete school", needs: "school:administer" },
    ],
  },
  {
    title: "Plan",
    entries: [
      { to: paths.subscriptionSettings(), label: "Subscription", needs: "subscription:pay" },
      { to: `${paths.subscriptionSettings()}#receipts`, label: "Receipts", needs: "subscription:pay" },
      { to: paths.billingAddress(), label: "Billing address", needs: "subscription:pay" },
    ],
  },
]

/** All pages of the settings and their longer parts; the one in view is marked. */
export function SettingsRail({ groups }: { groups: readonly Group[] }) {
  const { pathname, hash } = useLocation()
  // A server doesn't see what follows the #.
  const [part, setPart] = useState("")
  useEffect(() => setPart(hash), [hash])
  const entries = groups.flatMap((group) => group.entries)
  const current =
    entries.find(({ to }) => to === `${pathname}${part}`) ?? entries.find(({ to }) => to === pathname)
  return (
    <nav className="settings-rail no-print" id={railId} aria-label="Settings">
      {groups.map(({ title, entries: ofGroup }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {ofGroup.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} aria-current={entry === current ? "page" : undefined}>
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
