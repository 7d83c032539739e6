/** Names the person whose form a device has kept, on the request that sends it. */
export const senderHeader = "Tutti-Sender"
