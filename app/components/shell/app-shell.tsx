import { useLocation } from "@remix-run/react"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { FormToken } from "~/components/form/form-token"
import { SupportButton } from "~/components/platform/support/support-button"
import type { PaletteProps } from "~/components/shell/search/palette"
import { forgetRecentPages } from "~/components/shell/search/recent-pages"
import { PaletteButton, SearchField } from "~/components/shell/search/search-buttons"
import { Link } from "~/components/ui/button"
import { SchoolLogo } from "~/components/ui/school-logo"
import { Toast } from "~/components/ui/toast"
import { formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate, localTime } from "~/utils/zones"
import { useLater } from "./load-later"
import { ariaCurrentIn, type BottomIcon, type BottomItem, type MenuGroup, type MenuItem } from "./menu-item"
import { type Usage, UsagePanel } from "./usage-panel"

/** The logged-in person and their role as text: "administrator", "guardian of Otis and Milo". */
type Person = { name: string; role: string }

type SidebarProps = { hasSearch: boolean; hasSupport: boolean } & Pick<
  AppShellProps,
  | "schoolName"
  | "logoId"
  | "homeTo"
  | "settingsTo"
  | "groups"
  | "usage"
  | "person"
  | "otherSchools"
  | "formToken"
>

const menuId = "menu"

/**
 * The one menu: beside the page from 1024 px; below, a popover that the top bar's button opens, with or without a
 * script. Following a link shuts it.
 */
function Sidebar({
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
          const items = links.map((link) => ({ ...link, current: currentOf(link.to) }))
          const list = <ul className="bracket">{items.map(Item)}</ul>
          if (isSettings && settingsTo)
            return (
              <div className="menu-group is-folded" key={label}>
                <SettingsLink to={settingsTo} />
                <details open={items.some(({ current }) => current) || undefined}>
                  <summary className="expression">{label}</summary>
                  {list}
                </details>
              </div>
            )
          return (
            <div className="menu-group" key={label}>
              <span className="expression">{label}</span>
              {list}
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

/** The gear beside the settings' heading: the way to the school's settings (spec §2). */
const SettingsLink = ({ to }: { to: string }) => (
  <Link className="settings-link" to={to}>
    <i className="icon icon-gear" /> <span className="visually-hidden">School settings</span>
  </Link>
)

/**
 * The log-out button. With a script it calls the API: a new page then drops everything in memory, and a failure shows
 * beside the button. Without one the form posts itself.
 */
function LogoutForm({ formToken }: { formToken: string }) {
  const [hasFailed, setFailed] = useState(false)
  const logOut = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(false)
    try {
      const answer = await fetch("/api/logout", {
        method: "POST",
        cache: "no-store",
        headers: { Accept: "application/json" },
      })
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
      forgetRecentPages()
      location.assign(paths.landing())
    } catch (error) {
      console.error(error)
      setFailed(true)
    }
  }
  return (
    <form method="post" action={paths.logout()} onSubmit={logOut}>
      <FormToken token={formToken} />
      {hasFailed ? <Toast tone="failed" title="Logout failed" /> : null}
      <button type="submit" className="as-link">
        Log out
      </button>
    </form>
  )
}

type BottomBarProps = {
  items: BottomItem[]
  /** every item of the menu, because a screen below another item is below none of these */
  all: MenuItem[]
  /** what the plus in the middle adds; without it there is no plus */
  adds?: readonly MenuItem[]
  hasSearch: boolean
}

const addMenuId = "add"
/** Where the action stands. */
const beforeAction = 2

/**
 * The bar at the bottom of a phone's screen: up to five places and one action in their middle. It's the search, within a
 * thumb's reach; for an office it's the plus, and the search is at the bottom of the menu.
 */
function BottomBar({ items, all, adds, hasSearch }: BottomBarProps) {
  const { pathname } = useLocation()
  const currentOf = ariaCurrentIn(pathname, all)
  const place = ({ to, label, icon, badge }: BottomItem) => (
    <Link key={to} to={to} aria-current={currentOf(to)}>
      <Icon name={icon} />
      {badge ? <span className="badge">{`${badge} `}</span> : null}
      {`${label} `}
    </Link>
  )
  return (
    <>
      {adds ? <AddMenu adds={adds} /> : null}
      <nav className="bottom-bar" aria-label="Quick">
        {items.slice(0, beforeAction).map(place)}
        {adds ? (
          <button type="button" {...{ popovertarget: addMenuId }}>
            <Icon name="add" />
            {"Add "}
          </button>
        ) : null}
        {hasSearch && !adds ? (
          <PaletteButton>
            <Icon name="search" />
            {"Search "}
          </PaletteButton>
        ) : null}
        {items.slice(beforeAction).map(place)}
      </nav>
    </>
  )
}

type Sign = BottomIcon | "search" | "add"

const Icon = ({ name }: { name: Sign }) => <i className={`icon icon-${name}`} />

/** Opens above the bar, with or without a script. Following a link shuts it. */
function AddMenu({ adds }: { adds: readonly MenuItem[] }) {
  const { key } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation shuts the menu, also one to the same place
  useEffect(() => {
    if (menu.current && "popover" in menu.current) menu.current.hidePopover()
  }, [key])
  return (
    <nav className="add-menu" id={addMenuId} aria-label="Add" ref={menu} {...{ popover: "auto" }}>
      <ul>
        {adds.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type AppShellProps = {
  schoolName: string
  logoId: string | null
  /** where the school's name leads: the person's own first screen */
  homeTo: string
  /** the school's settings, for members who may open them */
  settingsTo?: string
  groups: MenuGroup[]
  usage?: Usage
  person: Person
  /** where the person belongs besides this school */
  otherSchools: OtherSchool[]
  /** the places in a phone's bottom bar; an office whose school isn't open has none */
  bottom?: BottomItem[]
  /** what an office adds from there */
  adds?: readonly MenuItem[]
  /** unread answers of the support chat; absent for platform staff, who have no such chat */
  supportUnread?: number
  /** set for platform staff, whose presence is reported */
  staffUserId?: string
  /** whose search it is; absent while the school isn't open */
  searcher?: Pick<PaletteProps, "owner">
  formToken: string
  /** the time zone of the school's times; absent for a person without a school */
  schoolZone?: SchoolZone
  children: ReactNode
}

/** The frame of every signed-in screen, directly in `body.app`. Pages fill `main`. */
export function AppShell({
  bottom,
  adds,
  supportUnread,
  staffUserId,
  searcher,
  schoolZone,
  children,
  ...menu
}: AppShellProps) {
  const later = useLater()
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>{" "}
      <header className="top-bar">
        <Link to={menu.homeTo}>
          <span>{menu.schoolName}</span>
        </Link>{" "}
        {/* Where there is no plus, the search is in the bottom bar. */}
        {searcher && (adds || !bottom) ? <PaletteButton>Search</PaletteButton> : null}{" "}
        <button type="button" {...{ popovertarget: menuId }}>
          <span className="shut">Menu</span> <span className="open">Close</span>
        </button>
      </header>
      <Sidebar {...menu} hasSearch={searcher !== undefined} hasSupport={supportUnread !== undefined} />
      <main className="main" id="main" tabIndex={-1}>
        {children}
        {later && searcher ? <later.InstallOffer home={menu.homeTo} /> : null}
        {/* last, so that nothing moves when the browser's clock is known */}
        {schoolZone ? <ZoneNote {...schoolZone} /> : null}
      </main>
      <FocusAfterNavigation />
      {later ? <later.SlowNavigation /> : null}
      {supportUnread === undefined ? null : (
        <SupportButton unread={supportUnread} timeZone={schoolZone?.zone} Chat={later?.SupportChat} />
      )}
      {later && staffUserId !== undefined ? <later.StaffPresence userId={staffUserId} /> : null}
      {later && searcher ? <later.PaletteOpener {...searcher} /> : null}
      {later ? <later.ScriptsMark /> : null}
      {bottom ? (
        <BottomBar
          items={bottom}
          all={menu.groups.flatMap(({ links }) => links)}
          adds={adds}
          hasSearch={searcher !== undefined}
        />
      ) : null}
    </>
  )
}

/**
 * Moves the focus to a new screen's content, for keyboards and screen readers, as a document load does; also when the
 * pressed element no longer exists on the same screen.
 */
function FocusAfterNavigation() {
  const location = useLocation()
  const lastLocation = useRef(location)
  useEffect(() => {
    if (lastLocation.current === location) return
    const isSame = lastLocation.current.pathname === location.pathname
    lastLocation.current = location
    const main = document.getElementById("main")
    const { activeElement, body } = document
    // Screen readers announce the screen's heading, not all its text.
    const heading = main?.querySelector("h1")?.textContent
    if (heading) main?.setAttribute("aria-label", heading)
    // What a screen has focused itself stays so.
    if (isSame ? activeElement === body : !main?.contains(activeElement)) main?.focus({ preventScroll: true })
  }, [location])
  return null
}

type SchoolZone = { zone: string /** such as "New York" */; zoneName: string }

/** Names the time zone of a page's times to a person whose own clock differs; without a script, to everyone. */
function ZoneNote({ zone, zoneName }: SchoolZone) {
  const [here, setHere] = useState<string>()
  // Each page it is drawn on asks the clock again.
  useEffect(() => {
    const at = Date.now()
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    const isSame = localTime(at, own) === localTime(at, zone) && localDate(at, own) === localDate(at, zone)
    setHere(isSame ? undefined : formatTime(localTime(at, own)))
  })
  const text = `Times are in the school’s time zone, ${zoneName}.`
  if (here === undefined)
    return (
      <noscript>
        <p className="dim small">{text}</p>
      </noscript>
    )
  return (
    <p className="dim small" data-zone-note="">
      {text} It’s {here} where you are.
    </p>
  )
}

/** A membership of the person besides the current one. */
type OtherSchool = { schoolId: string; memberId: string; schoolName: string }

/** The person's other schools, each with a button that switches to it; renders nothing without one. */
function SwitchSchool({ schools, formToken }: { schools: OtherSchool[]; formToken: string }) {
  if (schools.length === 0) return null
  return (
    <ul aria-label="Your other schools">
      {schools.map(({ schoolId, memberId, schoolName }) => (
        <li key={memberId}>
          <form method="post" action={paths.switchSchool()}>
            <FormToken token={formToken} />
            <input type="hidden" name="schoolId" value={schoolId} />
            <input type="hidden" name="memberId" value={memberId} />
            <button type="submit" className="as-link">
              Go to {schoolName}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
