/** Options of routes that send files: the page, the documentation, figures for operators. */

/**
 * A page loads dozens of files, each at almost no cost, and a browser does not retry a refused one. They have no
 * request limit, no log line and no refusal under pressure.
 */
export const FILES = { schema: { hide: true }, logLevel: "warn", config: { rateLimit: false } } as const;
