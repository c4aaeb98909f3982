/** Tests take a sample that is always the same; `npm run test:whole` takes all there is. */
export const isWhole = process.env["ETESIAN_SWEEP"] === "whole";

export const sampled = (few: number, all: number): number => (isWhole ? all : few);
