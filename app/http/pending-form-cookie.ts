/** Whether a browser brings kept forms: showing one deletes it, so the primary must answer such a page. */
export const bringsPendingForms = (cookies: string | undefined): boolean =>
  /(?:^|;\s*)(?:__Host-)?tutti-form=[^;\s]/.test(cookies ?? "")
