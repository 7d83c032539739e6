import { EmptyState } from "~/components/ui/empty-state"

/** For an account that is linked to no student. */
export function NotLinked() {
  return <EmptyState>Nobody is linked to your sign-in yet. Ask the school to link your children.</EmptyState>
}
