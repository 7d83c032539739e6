import type { ReactNode } from "react"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { paths } from "~/utils/paths"

type HelpFrameProps = {
  /** the page's heading, where it belongs above the search */
  title?: string
  search?: string
  children: ReactNode
}

/** The frame of the help pages: the search, then what was looked for. */
export function HelpFrame({ title, search, children }: HelpFrameProps) {
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width stack form-page" id="main">
        {title ? <h1>{title}</h1> : null}
        <search>
          <form className="help-search" action={paths.help()}>
            <label htmlFor="q">Search help</label>
            <input type="search" id="q" name="q" defaultValue={search} maxLength={200} />
            <button className="button primary" type="submit">
              Search
            </button>
          </form>
        </search>
        {children}
      </main>
    </PublicShell>
  )
}
