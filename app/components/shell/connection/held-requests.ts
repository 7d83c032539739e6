import { useSyncExternalStore } from "react"
import type { Unanswered } from "./trouble"

// Requests without an answer wait here, one promise each, until the person tries again or does something else. Remix's
// navigation stays pending meanwhile, which preserves the page and everything typed on it.

type HeldRequest = Unanswered & { again: () => void; isBackground: boolean }

type ShownRequest = Unanswered & { isOnline: boolean; isDismissed: boolean }

const all = new Set<HeldRequest>()
const listeners = new Set<() => void>()
let current: ShownRequest | undefined

function publish(isDismissed = false) {
  const latest = [...all].at(-1)
  current = latest && { ...latest, isOnline: navigator.onLine, isDismissed }
  for (const listener of listeners) listener()
}

/** Resolves when the request should be sent again. Rejects when its answer is no longer needed. */
export function untilTriedAgain(
  unanswered: Unanswered,
  { isBackground = false, signal }: { isBackground?: boolean; signal?: AbortSignal | null } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const held: HeldRequest = {
      ...unanswered,
      isBackground,
      again: () => {
        signal?.removeEventListener("abort", giveUp)
        all.delete(held)
        resolve()
      },
    }
    const giveUp = () => {
      all.delete(held)
      publish()
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", giveUp, { once: true })
    all.add(held)
    publish()
  })
}

/** Sends every waiting request again. */
export function tryAgain() {
  for (const held of [...all]) held.again()
  publish()
}

/** Hides the message; requests go on waiting until the person does something else. */
export const dismiss = () => publish(true)

/** Repeats background requests automatically, unless repeating could do something twice. */
export function watchConnection() {
  if (navigator.onLine)
    for (const held of [...all])
      if (held.isBackground && (held.purpose !== "form" || !held.mayHaveArrived)) held.again()
  publish(current?.isDismissed)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The request whose message is visible; undefined while none waits. */
export const useHeldRequest = (): ShownRequest | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
