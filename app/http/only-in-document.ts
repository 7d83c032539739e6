// The rows of a long list are in its document as HTML. Their data, sent a second time for the scripts, would make it half as
// large again. So a loader can leave them out of what a document hands to the scripts: its own rendering still reads them,
// and a step within the area, which asks for data alone, gets them (components/ui/still-rows.tsx).

type Part<Data, Key extends keyof Data> = Omit<Data, Key> & Partial<Pick<Data, Key>>

/** The data, of which `keys` are not handed to the scripts of a document. */
export function onlyInDocument<Data extends object, Key extends keyof Data>(
  context: { isDocument?: boolean } | undefined,
  data: Data,
  ...keys: Key[]
): Part<Data, Key> {
  // In development a change of the rows has to be seen, so the scripts draw them.
  if (!context?.isDocument || import.meta.env.DEV) return data
  const shown = { ...data }
  // What can't be counted is not written by turbo-stream.
  for (const key of keys) Object.defineProperty(shown, key, { value: data[key], enumerable: false })
  return shown
}
