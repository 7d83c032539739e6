/** No form of ours has as many fields. */
export const mostFields = 5000
