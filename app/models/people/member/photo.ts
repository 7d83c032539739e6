import { uploadRefusals } from "~/models/accounts/quota/quota"

// A person's own photo, shown beside their name. Safe in the browser.

export const largestPhoto = 5 * 1_048_576
export const photoTypes = "image/png,image/jpeg,image/webp,image/gif"

export const photoRefusals = {
  missing: "Choose a photo.",
  "too-large": "Keep the photo under 5 MB. Choose a smaller one, or crop it.",
  "wrong-type": "Choose a PNG, JPEG, WebP or GIF image.",
  "too-many-pixels": "This photo has too many pixels. Choose a smaller one, or crop it.",
  unreadable: "We can’t read this photo. It may be damaged. Choose another.",
  ...uploadRefusals,
  "storage-full": "Your school’s storage is full, so no photo fits. Ask the office to delete files.",
} as const
export type PhotoRefusal = keyof typeof photoRefusals
