import { megabyte } from "~/utils/bytes"

// A person's own photo, shown beside their name. Safe in the browser.

export const largestPhoto = 5 * megabyte
export const photoTypes = "image/png,image/jpeg,image/webp,image/gif"
