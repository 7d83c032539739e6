import { type ComponentProps, type ComponentType, useEffect, useState } from "react"
import type { SubscriptionDialog } from "./subscription-dialog"

type Props = ComponentProps<typeof SubscriptionDialog>

/** The dialog in the logged-in area, where few see it: it loads when it's needed, and a page without scripts never opens it. */
export function LoadedSubscriptionDialog(props: Props) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  useEffect(() => {
    import("./subscription-dialog").then(
      // As an updater, because a component in a state would be called as one.
      (loaded) => setDialog(() => loaded.SubscriptionDialog),
      () => undefined,
    )
  }, [])
  return Dialog ? <Dialog {...props} /> : null
}
