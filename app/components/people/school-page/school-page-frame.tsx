import type { ReactNode } from "react"
import { paths } from "~/utils/paths"

/** The frame of a school's own page: its name, and no way into Tutti but the one to who runs the page. It may be inside another page. */
export function SchoolPageFrame({ schoolName, children }: { schoolName: string; children: ReactNode }) {
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <header className="page-width narrow site-header">
        <b className="logo bracket">{schoolName}</b>
      </header>
      <main className="page-width narrow form" id="main">
        {children}
        <p className="small dim">
          What you send goes to {schoolName}.{" "}
          <a href={paths.privacy()} target="_blank" rel="noopener">
            Privacy
          </a>
        </p>
      </main>
    </>
  )
}
