import { listOfflineRegisters } from "~/components/attendance/register/offline-registers"
import { paths } from "~/utils/paths"
import { listKeptForms } from "./unsent/kept-forms"

// What a page can do without until it is on screen, as one script that loads right behind it (load-later.ts): it sends what waits
// on this device, keeps pages for later, shows that a screen takes a moment, and opens the palette.

export { SendOfflineRegisters } from "~/components/attendance/register/send-offline-registers"
export { StaffPresence } from "~/components/platform/support/staff-presence"
export { SupportChat } from "~/components/platform/support/support-chat"
export { TroubleToast } from "./connection/trouble-toast"
export { InstallOffer } from "./install-offer"
export { MessagesInView } from "./messages-in-view"
export { OfflinePages } from "./offline/offline-pages"
export { ScriptsMark } from "./scripts-mark"
export { PaletteOpener, RememberPage } from "./search/palette-opener"
export { SlowNavigation } from "./slow-navigation"
export { SendKeptForms } from "./unsent/send-kept-forms"

/** Addresses of the pages on which something of this owner waits to be sent. */
export const listWaiting = (owner: string): string[] => [
  ...listOfflineRegisters(owner).map(({ sessionId }) => paths.session(sessionId)),
  ...listKeptForms(owner).map(({ address }) => address),
]
