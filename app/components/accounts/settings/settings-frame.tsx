import type { ReactNode } from "react"
import { Frame } from "~/components/shell/frame"
import { railId, SettingsRail, useSettingsGroups } from "./settings-rail"

/** The heading of each page of the settings, beside all of them. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const groups = useSettingsGroups()
  if (groups.length === 0) return <Frame>{children}</Frame>
  return (
    <Frame
      tabs={() => (
        <p className="settings-jump no-print">
          <a href={`#${railId}`}>All settings</a>
        </p>
      )}
    >
      <div className="settings">
        <div className="stack">{children}</div>
        <SettingsRail groups={groups} />
      </div>
    </Frame>
  )
}
