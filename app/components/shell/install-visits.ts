// How often a person has come to Tutti with this browser, and whether they want it on their home screen.

const visitsKey = "tutti-visits"
const visitKey = "tutti-visit"
const refusedKey = "tutti-install-refused"
const fromVisit = 2

/** Counts a visit once for each tab. */
export function noteVisit() {
  if (sessionStorage.getItem(visitKey)) return
  sessionStorage.setItem(visitKey, "yes")
  localStorage.setItem(visitsKey, String(visits() + 1))
}

const visits = () => Number(localStorage.getItem(visitsKey) ?? 0)

/** On a phone's browser, from the second visit on, unless it was refused. */
export const isInstallOffered = () =>
  visits() >= fromVisit &&
  localStorage.getItem(refusedKey) === null &&
  matchMedia("(max-width: 640px) and (pointer: coarse)").matches &&
  !matchMedia("(display-mode: standalone)").matches

/** Whether it was added or not: it is asked once. */
export const refuseInstall = () => localStorage.setItem(refusedKey, "yes")
