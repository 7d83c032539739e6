import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { paths } from "~/utils/paths"
import { classNoun } from "./class-labels"
import { ClassTabs } from "./class-tabs"

export type FramedClass = { id: string; name: string; isSolo: boolean }

export const classFrame: FrameId<FramedClass> = "class-record"

/** The name and the tabs that all pages about one class have. */
export function ClassFrame({ children }: { children: ReactNode }) {
  const schoolClass = useFrame(classFrame)
  if (!schoolClass) return children
  return (
    <Frame
      loaded={schoolClass}
      head={{
        title: schoolClass.name,
        back: { to: paths.classes(), label: classNoun(schoolClass.isSolo).title },
      }}
      tabs={(current) => <ClassTabs classId={schoolClass.id} current={current} />}
    >
      {children}
    </Frame>
  )
}
