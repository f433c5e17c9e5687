/** The root of the site, from the <base> of the page: all addresses are relative to it, because it may be under a sub-path. */
export const root = new URL('.', document.baseURI)
