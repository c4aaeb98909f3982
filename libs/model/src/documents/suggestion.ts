/** Suggests a known name for an unknown one. */

/** " (did you mean …?)" if a known name is one or two characters away. */
export function suggestion(name: string, knownNames: readonly string[]): string {
  let best = "";
  let smallest = Math.min(3, Math.ceil(name.length / 3) + 1);
  for (const candidate of knownNames) {
    if (Math.abs(candidate.length - name.length) >= smallest) continue;
    const distance = editDistance(name, candidate);
    if (distance < smallest) {
      smallest = distance;
      best = candidate;
    }
  }
  return best === "" ? "" : ` (did you mean "${best}"?)`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
