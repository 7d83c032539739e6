import { useEffect, useState } from "react"
import { paths } from "~/utils/paths"

/** The search field of the side menu and the palette's button; both lead to the search page without a script. */
export function SearchField() {
  const shortcut = useShortcut()
  return (
    <search aria-label="Quick">
      <form className="menu-search no-print" action={paths.search()}>
        <label className="visually-hidden" htmlFor="quick-q">
          Search
        </label>
        <input id="quick-q" type="search" name="q" placeholder="Search" maxLength={100} />
        <button type="submit" aria-label="Search">
          <i className="icon icon-lens" />
        </button>
        <PaletteButton>
          <span className="visually-hidden">Search and commands, </span>
          <kbd>{shortcut}</kbd>
        </PaletteButton>
      </form>
    </search>
  )
}

/** The palette's keys as the person's keyboard names them, known once a script runs. */
function useShortcut() {
  const [isMac, setMac] = useState(false)
  useEffect(() => setMac(/Mac|iPhone|iPad/.test(navigator.userAgent)), [])
  return isMac ? "⌘K" : "Ctrl K"
}

/** A link to the search page that opens the palette instead where a script runs. */
export function PaletteButton({ children }: { children: React.ReactNode }) {
  return (
    <a href={paths.search()} data-palette="" aria-keyshortcuts="Control+K Meta+K">
      {children}
    </a>
  )
}
