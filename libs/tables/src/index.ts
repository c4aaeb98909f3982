export { cellText, chunks, csvLine, csvLines } from "./csv.ts";
export { type Format, FORMATS, inLayout, isFormat, isLayout, type Layout, LAYOUTS } from "./formats.ts";
export { type Part, stackOf } from "./stack.ts";
export { type Cell, type Column, columnOf, namesOf, type Row, type Table } from "./table.ts";
