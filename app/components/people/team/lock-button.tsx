import { Button } from "~/components/ui/button"

/** Locks or unlocks a person’s login at the school; its form sends who. */
export function LockButton({ name, isLocked }: { name: string; isLocked: boolean }) {
  const label = isLocked ? "Unlock" : "Lock"
  return (
    <Button
      intent={isLocked ? "unlock" : "lock"}
      variant={isLocked ? "secondary" : "danger"}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  )
}
