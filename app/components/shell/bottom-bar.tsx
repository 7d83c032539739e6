import { useLocation } from "@remix-run/react"
import { Link } from "~/components/ui/link"
import { bottomIcons } from "./bottom-icons"
import { ariaCurrentOf, type BottomItem, type MenuItem } from "./menu-item"
import { menuId } from "./sidebar"

type BottomBarProps = {
  items: BottomItem[]
  /** every item of the menu, because a screen below another item is below none of these */
  all: MenuItem[]
  /** whether a fifth button opens the menu */
  hasMore: boolean
}

/** The bar at the bottom of a phone's screen, with up to five items, for teachers and families. */
export function BottomBar({ items, all, hasMore }: BottomBarProps) {
  const { pathname } = useLocation()
  return (
    <nav className="bottom-bar" aria-label="Quick">
      {items.map(({ to, label, icon, badge }) => (
        <Link key={to} to={to} aria-current={ariaCurrentOf(pathname, to, all)}>
          <svg viewBox="0 0 24 20" aria-hidden="true">
            {bottomIcons[icon]}
          </svg>
          {badge ? <span className="badge">{badge} </span> : null}
          {label}{" "}
        </Link>
      ))}
      {hasMore ? (
        <button type="button" {...{ popovertarget: menuId }}>
          <svg viewBox="0 0 24 20" aria-hidden="true">
            {bottomIcons.more}
          </svg>
          More
        </button>
      ) : null}
    </nav>
  )
}
