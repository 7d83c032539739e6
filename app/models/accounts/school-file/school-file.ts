import { megabyte } from "~/utils/bytes"
import { uploadRefusalStatus } from "../quota/quota"

// A file that someone uploads to a school: one of the library, of a message or of an expense. Safe in the browser.

/** Bytes of a file as it is sent; what its form may have is `aFile` of `app/addresses/address.ts`. */
export const largestFile = 10 * megabyte

/** The status of the answer to a form whose file was refused. */
export const fileRefusalStatus = {
  missing: 400,
  "too-large": 413,
  "wrong-type": 415,
  ...uploadRefusalStatus,
} as const
