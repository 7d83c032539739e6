import type { ReactNode } from "react"
import { Frame } from "~/components/shell/frame"
import { OwnTabs } from "./own-tabs"

/** The heading of a teacher's own screens, and a solo teacher's tabs over it. */
export const TeacherAreaFrame = ({ children }: { children: ReactNode }) => (
  <Frame above={<OwnTabs />}>{children}</Frame>
)
