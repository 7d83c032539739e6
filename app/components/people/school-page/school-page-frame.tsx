import type { ReactNode } from "react"
import { SchoolLogo } from "~/components/ui/school-logo"
import { paths } from "~/utils/paths"

type SchoolPageFrameProps = {
  schoolName: string
  logoId: string | null
  /** Nothing is sent from it. */
  isClosed?: boolean
  children: ReactNode
}

/** The frame of a school's own page: its name, and no way into Tutti but the one to who runs the page. It may be inside another page. */
export function SchoolPageFrame({ schoolName, logoId, isClosed = false, children }: SchoolPageFrameProps) {
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <header className="page-width narrow site-header">
        {logoId ? <SchoolLogo logoId={logoId} schoolName="" /> : null}
        <b className="logo bracket">{schoolName}</b>
      </header>
      <main className="page-width narrow form" id="main">
        {children}
        <p className="small dim">
          {isClosed ? null : `What you send goes to ${schoolName}. `}
          <a href={paths.privacy()} target="_blank" rel="noopener">
            Privacy
          </a>
        </p>
      </main>
    </>
  )
}
