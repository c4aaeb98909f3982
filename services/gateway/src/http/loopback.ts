/** Addresses of the machine itself. */

/** Whether an address is one that only this machine itself reaches. */
export const isLoopback = (address: string): boolean => /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(address);

/** Whether browsers take a site for a secure context: over https, and on the machine itself. */
export const isTrustworthy = (site: { readonly isHttps: boolean; readonly hostname: string }): boolean =>
  site.isHttps || site.hostname === "localhost" || isLoopback(site.hostname);
