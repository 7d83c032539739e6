import { useFetchers, useNavigation } from "@remix-run/react"
import { useEffect } from "react"

// When each frame has loaded its data. A form can change what every frame around its page shows, and a navigation that
// interrupts a form doesn't mention it: so forms are counted here, and a frame loads again until it has loaded after the
// last one.

let sent = 0
const loads = new Map<string, { formsSent: number; at: number }>()

export const hasLoadedSinceForms = (frame: string): boolean => (loads.get(frame)?.formsSent ?? 0) >= sent

/** How long ago a frame has loaded, in ms. */
export const ageOf = (frame: string): number => Date.now() - (loads.get(frame)?.at ?? 0)

/** Counts the forms that are sent, from pages and from fetchers. Called once, by the shell. */
export function useCountedForms() {
  const methods = [useNavigation().formMethod, ...useFetchers().map(({ formMethod }) => formMethod)]
  const isSending = methods.some((method) => method !== undefined && method !== "GET")
  useEffect(() => {
    if (isSending) countForm()
  }, [isSending])
}

export const countForm = () => {
  sent += 1
}

/** Notes that a frame has loaded its data. */
export function useFrameLoaded(frame: string, loaded: unknown) {
  useEffect(() => {
    if (loaded !== undefined && loaded !== null) noteLoad(frame)
  }, [frame, loaded])
}

export const noteLoad = (frame: string) => {
  loads.set(frame, { formsSent: sent, at: Date.now() })
}
