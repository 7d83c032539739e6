import type { ReactNode } from "react"

/** What is needed less often than the buttons beside it, under one of its own. Works without scripts. */
export const MoreMenu = ({ children }: { children: ReactNode }) => (
  <details className="more-menu no-print">
    <summary className="button">More</summary>
    <div>{children}</div>
  </details>
)
