// Addresses of sample people. The domain is reserved (RFC 2606): no mailbox can exist there, and nothing is sent to it.

const domain = "@sample.invalid"

/** The address of a sample person. */
export const sampleAddress = (name: string): string => `${name}${domain}`

export const isSampleAddress = (address: string): boolean => address.toLowerCase().endsWith(domain)
