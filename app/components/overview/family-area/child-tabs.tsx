import { Tabs } from "~/components/ui/tabs"

type ChildTabsProps = {
  family: { id: string; firstName: string }[]
  current: string | undefined
  to: (childId: string) => string
}

/** Switches between children; renders nothing for a family with one. */
export function ChildTabs({ family, current, to }: ChildTabsProps) {
  if (family.length < 2) return null
  return (
    <Tabs
      label="Children"
      tabs={family.map(({ id, firstName }) => ({ key: id, to: to(id), label: firstName }))}
      current={current}
    />
  )
}
