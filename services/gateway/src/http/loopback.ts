/** Loopback addresses. */

/** Whether an address can only be reached from this machine. */
export const isLoopback = (address: string): boolean => /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(address);

/** Whether browsers treat a site as a secure context: https, or loopback. */
export const isTrustworthy = (site: { readonly isHttps: boolean; readonly hostname: string }): boolean =>
  site.isHttps || site.hostname === "localhost" || isLoopback(site.hostname);
