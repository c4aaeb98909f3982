/** Pagination of long lists. */
import { LISTS } from "@etesian/contracts/limits";
import { z } from "zod";
import { count } from "./parameters.ts";

export const pageQuery = {
  page: count("From 1"),
  limit: count(`1 to ${LISTS.perPage}; default ${LISTS.perPageByDefault}`, LISTS.perPage),
};

interface Range {
  readonly page: number;
  readonly limit: number;
}

/** Returns the requested page, within the limits. */
export const pageRange = ({
  page = 1,
  limit = LISTS.perPageByDefault,
}: {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}): Range => ({
  page: Math.max(1, page),
  limit: Math.min(Math.max(1, limit), LISTS.perPage),
});

export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    links: z.object({
      first: z.string(),
      prev: z.string().nullable(),
      next: z.string().nullable(),
      last: z.string(),
    }),
    meta: z.object({
      limit: z.int(),
      count: z.int(),
      total: z.int(),
      current_page: z.int(),
      total_pages: z.int(),
    }),
    data: z.array(item),
  });

/** A page with links to other pages, which repeat `extraParameters`; `total` counts the items of all pages. */
export function pageOf<Item>(
  data: Item[],
  total: number,
  { page, limit }: Range,
  url: string,
  extraParameters: { readonly [parameter: string]: string } = {},
) {
  // An empty list has one empty page.
  const pages = Math.max(1, Math.ceil(total / limit));
  const link = (targetPage: number) =>
    `${url}?${new URLSearchParams({ ...extraParameters, limit: String(limit), page: String(targetPage) }).toString()}`;
  return {
    links: {
      first: link(1),
      // For a page past the end, the previous page is the last one.
      prev: page > 1 ? link(Math.min(page - 1, pages)) : null,
      next: page < pages ? link(page + 1) : null,
      last: link(pages),
    },
    meta: { limit, count: data.length, total, current_page: page, total_pages: pages },
    data,
  };
}
