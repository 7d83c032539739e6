export type MenuItem = {
  to: string
  label: string
  badge?: string | number
  /** The prefix of screens below it when that isn't its own address: one class of a teacher is at …/class/1. */
  below?: string
  /** Areas beside its own address that are reached from it: the events of a schedule. */
  beside?: string | string[]
}

export type MenuGroup = { label: string; links: MenuItem[]; isSettings?: true }

/** The signs of the places there (styles/ui/icons.css). */
export type BottomIcon = "home" | "schedule" | "progress" | "students" | "invoices" | "messages"
/** An item of the bar at the bottom of a phone's screen, with the name of its icon. */
export type BottomItem = MenuItem & { icon: BottomIcon }

/**
 * `aria-current` for the links of a menu: "page" on the screen itself, "true" on a screen below it. Of two links that
 * both contain the screen only the longer one is current, so /dashboard is not current on /dashboard/teacher's own.
 */
export function ariaCurrentIn(
  pathname: string,
  all: MenuItem[],
): (to: string) => "page" | "true" | undefined {
  const around = all.filter(
    (item) =>
      pathname === item.to ||
      pathname.startsWith(item.below ?? `${item.to}/`) ||
      [item.beside ?? []].flat().some((area) => `${pathname}/`.startsWith(`${area}/`)),
  )
  const nearest = around.sort((a, b) => b.to.length - a.to.length)[0]
  return (to) => (pathname === to ? "page" : nearest?.to === to ? "true" : undefined)
}
