/** Sides, slot kinds and edge types, as small numbers for index arrays. */
export const INPUT = 0;
export const OUTPUT = 1;

export const SlotKind = { Plain: 0, Elastic: 1, Loss: 2, EdgeBased: 3 } as const;
export const EdgeType = { Share: 0, Flexible: 1, InversedFlexible: 2, Dependent: 3, Constant: 4 } as const;
