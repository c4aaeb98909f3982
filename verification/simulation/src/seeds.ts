/** Seeds that showed a defect of the program, and the invariant that it broke. Every run of the tests repeats them. */
export const KEPT_SEEDS: readonly { readonly seed: number; readonly found: string }[] = [
  {
    seed: 3,
    found: "after the broker lost its acknowledgements, a consumer in another process went back to an older event",
  },
  {
    seed: 153,
    found: "a change sent again, whose first sending was stored meanwhile, was refused: its key was called another's",
  },
  {
    seed: 936,
    found: "a change with a version sent again, whose first sending was stored meanwhile, was a conflict with itself",
  },
];
