import type { ReactNode } from "react"
import { SupportButton } from "~/components/platform/support/support-button"
import type { PaletteProps } from "~/components/shell/search/palette"
import { PaletteButton } from "~/components/shell/search/search-buttons"
import { Link } from "~/components/ui/link"
import { BottomBar } from "./bottom-bar"
import { FocusAfterNavigation } from "./focus-after-navigation"
import { useLater } from "./load-later"
import type { BottomItem, MenuGroup, MenuItem } from "./menu-item"
import { menuId, type Person, Sidebar } from "./sidebar"
import type { OtherSchool } from "./switch-school"
import type { Usage } from "./usage-panel"
import { type SchoolZone, ZoneNote } from "./zone-note"

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
