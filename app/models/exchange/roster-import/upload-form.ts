import { z } from "zod"

/** The file itself is read apart: it is never sent back with a refusal. */
export const UploadForm = z.object({ file: z.string().optional() })
export type UploadForm = z.output<typeof UploadForm>
