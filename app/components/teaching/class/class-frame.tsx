import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { paths } from "~/utils/paths"
import { ClassTabs } from "./class-tabs"
import { classNoun } from "./class-words"

export type FramedClass = { id: string; name: string; isSolo: boolean }

export const classFrame: FrameId<FramedClass> = "class-record"

/** The name and the tabs that all pages about one class have. */
export function ClassFrame({ children }: { children: ReactNode }) {
  const shown = useFrame(classFrame)
  if (!shown) return children
  return (
    <Frame
      loaded={shown}
      head={{ title: shown.name, back: { to: paths.classes(), label: classNoun(shown.isSolo).title } }}
      tabs={(current) => <ClassTabs classId={shown.id} current={current} />}
    >
      {children}
    </Frame>
  )
}
