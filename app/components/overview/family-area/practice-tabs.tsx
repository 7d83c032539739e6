import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"
import { ChildTabs } from "./child-tabs"

const tabs = {
  progress: { label: "Progress", to: paths.studentProgress },
  feedback: { label: "Feedback", to: paths.studentFeedback },
  reports: { label: "Reports", to: paths.studentReports },
  resources: { label: "Resources", to: paths.studentResources },
} as const

type PracticeTabsProps = {
  current: keyof typeof tabs
  family: { id: string; firstName: string }[]
  /** whose it is; absent for a person who isn’t linked to a student */
  child: string | undefined
}

/** What a family opens under Practice, of one child; the children, of a family with several. */
export function PracticeTabs({ current, family, child }: PracticeTabsProps) {
  return (
    <>
      <Tabs
        label="Practice"
        tabs={Object.entries(tabs).map(([key, { label, to }]) => ({ key, label, to: to({ child }) }))}
        current={current}
      />
      <ChildTabs family={family} current={child} to={(id) => tabs[current].to({ child: id })} />
    </>
  )
}
