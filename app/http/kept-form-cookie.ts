/** Whether a browser brings kept forms along: showing one deletes it, so such a page is answered where writes are. */
export const bringsKeptForms = (cookies: string | undefined): boolean =>
  /(?:^|;\s*)(?:__Host-)?tutti-form=[^;\s]/.test(cookies ?? "")
