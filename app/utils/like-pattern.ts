/** What SQL's `like … escape '\'` finds anywhere in a text: `%` and `_` are the letters people typed, not wildcards. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
