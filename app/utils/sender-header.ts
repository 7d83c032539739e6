/** Names the person whose form a device has kept, on the request that sends it. */
export const senderHeader = "Tutti-Sender"

/** Names the person whose page sends a form. Another tab of the browser may have logged in as someone else since. */
export const pageOwnerHeader = "Tutti-Page-Owner"

/** Names the build that drew a page which opens another one, and the build that answers where that is a different one. */
export const buildHeader = "Tutti-Build"
