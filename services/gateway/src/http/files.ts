/** Options of routes that send files: the page, the documentation, figures for operators. */

/**
 * A page loads dozens of files, each at almost no cost, and a browser does not retry a refused one. File requests are
 * therefore not limited, logged, or refused under pressure.
 */
export const FILES = { schema: { hide: true }, logLevel: "warn", config: { rateLimit: false } } as const;
