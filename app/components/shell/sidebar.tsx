import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { SearchField } from "~/components/shell/search/search-buttons"
import { Link } from "~/components/ui/link"
import { SchoolLogo } from "~/components/ui/school-logo"
import { paths } from "~/utils/paths"
import { LogoutForm } from "./logout-form"
import { ariaCurrentIn, type MenuGroup, type MenuItem } from "./menu-item"
import { type OtherSchool, SwitchSchool } from "./switch-school"
import { type Usage, UsagePanel } from "./usage-panel"

/** The logged-in person and their role as text: "administrator", "guardian of Otis and Milo". */
export type Person = { name: string; role: string }

type SidebarProps = {
  schoolName: string
  logoId: string | null
  homeTo: string
  /** the school's settings, for members who may open them */
  settingsTo?: string
  groups: MenuGroup[]
  usage?: Usage
  person: Person
  otherSchools: OtherSchool[]
  hasSearch: boolean
  hasSupport: boolean
  formToken: string
}

export const menuId = "menu"

/**
 * The one menu: beside the page from 1024 px; below, a popover that the top bar's button opens, with or without a
 * script. Following a link shuts it.
 */
export function Sidebar({
  schoolName,
  logoId,
  homeTo,
  settingsTo,
  groups,
  usage,
  person,
  otherSchools,
  hasSearch,
  hasSupport,
  formToken,
}: SidebarProps) {
  const { pathname, key } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation shuts the menu, also one to the same place
  useEffect(() => {
    if (menu.current && "popover" in menu.current) menu.current.hidePopover()
  }, [key])
  const currentOf = ariaCurrentIn(
    pathname,
    groups.flatMap((group) => group.links),
  )

  return (
    <aside className="sidebar" id={menuId} aria-label="Menu" ref={menu} {...{ popover: "auto" }}>
      <Link className="school-name" to={homeTo}>
        {logoId ? <SchoolLogo logoId={logoId} schoolName="" /> : null}
        {schoolName}
      </Link>
      {hasSearch ? <SearchField /> : null}
      <nav aria-label="Main">
        {groups.map(({ label, links, isSettings }) => {
          const to = isSettings && settingsTo
          const items = links.map((link) => ({ ...link, current: currentOf(link.to) }))
          return (
            <div className="menu-group" key={label}>
              <span className="expression">{to ? <SettingsLink to={to}>{label}</SettingsLink> : label}</span>
              <ul className="bracket">{items.map(Item)}</ul>
            </div>
          )
        })}
      </nav>
      {usage ? <UsagePanel usage={usage} /> : null}
      <div className={usage ? "person" : "person at-end"}>
        <p>
          {`${person.name} `}
          <span className="dim">{person.role}</span>
        </p>
        <SwitchSchool schools={otherSchools} formToken={formToken} />
        {hasSupport ? (
          <a data-support="" href={paths.support()}>
            Support
          </a>
        ) : null}
        <LogoutForm formToken={formToken} />
      </div>
    </aside>
  )
}

const Item = ({ to, label, badge, current }: MenuItem & { current: "page" | "true" | undefined }) => (
  <li key={to}>
    <Link to={to} aria-current={current}>
      {label}
      {badge === undefined ? null : <span className="badge">{` ${badge}`}</span>}
    </Link>
  </li>
)

/** The settings' heading with its gear: the way to the school's settings (spec §2). */
function SettingsLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="settings-link" to={to}>
      <i className="icon icon-gear" />
      {children}
    </Link>
  )
}
