import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { PaletteButton } from "~/components/shell/search/search-buttons"
import { Link } from "~/components/ui/link"
import { ariaCurrentIn, type BottomIcon, type BottomItem, type MenuItem } from "./menu-item"
import { menuId } from "./sidebar"

type BottomBarProps = {
  items: BottomItem[]
  /** every item of the menu, because a screen below another item is below none of these */
  all: MenuItem[]
  /** what the plus in the middle adds; without it there is no plus */
  adds?: readonly MenuItem[]
  hasSearch: boolean
}

const addMenuId = "add"
/** Where the action stands, and how many places there are at most. */
const beforeAction = 2
const mostPlaces = 5

/**
 * The bar at the bottom of a phone's screen: up to five places and one action in their middle. It's the search, within a
 * thumb's reach; for an office it's the plus, and the search is at the bottom of the menu that More opens.
 */
export function BottomBar({ items, all, adds, hasSearch }: BottomBarProps) {
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
          <Opener of={addMenuId} icon="add">
            {"Add "}
          </Opener>
        ) : null}
        {hasSearch && !adds ? (
          <PaletteButton>
            <Icon name="search" />
            {"Search "}
          </PaletteButton>
        ) : null}
        {items.slice(beforeAction).map(place)}
        {items.length < mostPlaces ? (
          <Opener of={menuId} icon="more">
            {"More "}
          </Opener>
        ) : null}
      </nav>
    </>
  )
}

type Sign = BottomIcon | "search" | "add" | "more"

const Icon = ({ name }: { name: Sign }) => <i className={`icon icon-${name}`} />

function Opener({ of, icon, children }: { of: string; icon: Sign; children: ReactNode }) {
  return (
    <button type="button" {...{ popovertarget: of }}>
      <Icon name={icon} />
      {children}
    </button>
  )
}

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
