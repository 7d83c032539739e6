/** What a person's device keeps to read without a connection. */
export type OfflinePages = {
  /** whose pages these are; never more than a short key */
  who: string
  /** the most wanted first */
  pages: OfflinePage[]
  /** whether a browser of theirs shows no notifications because they had logged out there */
  isQuiet: boolean
}

export type OfflinePage = {
  path: string
  /** how old a copy may be before the device loads it again, in minutes */
  freshMinutes: number
}
