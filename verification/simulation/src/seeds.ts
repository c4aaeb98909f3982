/** Number of seeds that `npm test` simulates. */
export const SAMPLE_SEEDS = 150;

/** Seeds that exposed a defect of the program, with a description of it. The tests run each of them again. */
export const REGRESSION_SEEDS: readonly { readonly seed: number; readonly defect: string }[] = [
  {
    seed: 3,
    defect: "after the broker lost its acknowledgements, a consumer in another process went back to an older event",
  },
  {
    seed: 153,
    defect:
      "a retried change, whose first attempt was stored meanwhile, was refused: its key was reported as another change's",
  },
  {
    seed: 936,
    defect: "a retried change with a version, whose first attempt was stored meanwhile, conflicted with itself",
  },
];
