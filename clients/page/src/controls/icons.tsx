/** Drawn on 16 × 16, in the colour of the text. */
const PATHS = {
  mark: "M4 15V1M4 1.5 13 4M4 5.5 12 7.7M4 9.5 8.5 10.7",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5V5h2.5",
  undo: "M3 6h6.5a3.5 3.5 0 0 1 0 7H7M6 3 3 6l3 3",
  redo: "M13 6H6.5a3.5 3.5 0 0 0 0 7H9M10 3l3 3-3 3",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6",
  chart: "M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6",
  pin: "M5.500 2.500h5M6.500 2.500v5L4.500 9.500h7l-2-2v-5M8 9.500v4.500",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  unlock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2",
  minus: "M3.5 8h9",
  sliders: "M2.5 5h11M2.5 11h11M6 3v4M10 9v4",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  map: "M2.5 4 6 2.5 10 4l3.5-1.5v10L10 14 6 12.5 2.5 14zM6 2.5v10M10 4v10",
  plus: "M8 3.5v9M3.5 8h9",
  comment: "M2.5 3.5h11v7.500H8L5 13.500V11H2.500z",
  close: "M4 4l8 8M12 4l-8 8",
  branch: "M4.5 2v12M4.5 9.5C8 9.5 11.5 8.500 11.500 5.500M9.500 6l2-2.5 2 2.5",
  info: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.2v4M8 4.8v.2",
  check: "M3 8.5 6.5 12 13 4.5",
  chevron: "M4.5 6.5 8 10l3.5-3.5",
  compass: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M10.8 5.2 9.2 9.2 5.2 10.8 6.800 6.800z",
  data: "M3 4c0-1 10-1 10 0v8c0 1-10 1-10 0zM3 4c0 1 10 1 10 0M3 8c0 1 10 1 10 0",
  down: "M8 3v10M4.5 9.5 8 13l3.5-3.5",
  up: "M8 13V3M4.5 6.5 8 3l3.5 3.5",
  grip: "M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a2.5 2.5 0 0 1 4 3.5L11 8M9 11.5 7.5 13a2.5 2.5 0 0 1-4-3.5L5 8",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  save: "M3 3h8l2 2v8H3zM5.5 3v3.5h4V3M5.5 13V9.5h5V13",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.300v.01",
  download: "M8 2.5v7M5 6.5l3 3 3-3M3 13h10",
} as const;

export function Icon({ name, size = 16 }: { readonly name: keyof typeof PATHS; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
