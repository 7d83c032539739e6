import { useFetchers, useNavigation } from "@remix-run/react"
import { useEffect } from "react"

// A form can change what every frame around its page shows. A navigation that interrupts a form says nothing about it, so
// forms are counted here: a frame reloads until it has loaded after the last one.

let sent = 0
const loadedAfter = new Map<string, number>()

export const hasLoadedSinceForms = (frame: string): boolean => (loadedAfter.get(frame) ?? 0) >= sent

/** Counts the forms that are sent, from pages and from fetchers. Called once, by the shell. */
export function useCountedForms() {
  const methods = [useNavigation().formMethod, ...useFetchers().map(({ formMethod }) => formMethod)]
  const isSending = methods.some((method) => method !== undefined && method !== "GET")
  useEffect(() => {
    if (isSending) sent += 1
  }, [isSending])
}

/** Notes that a frame has loaded its data. */
export function useFrameLoaded(frame: string, loaded: unknown) {
  useEffect(() => {
    if (loaded !== undefined) loadedAfter.set(frame, sent)
  }, [frame, loaded])
}
