/** Hash chains for the tens of thousands of entries of a memo. */

/** An item that links to the next one with the same hash. */
export interface Chained<Item> {
  next: Item | null;
}

/** Items by hash. Items with the same hash form a linked list: there are too many for an array each. */
export class Chains<Item extends Chained<Item>> {
  readonly #first = new Map<number, Item>();

  /** The first item with a hash; the caller follows the links and compares the items. */
  first(hash: number): Item | null {
    return this.#first.get(hash) ?? null;
  }

  add(hash: number, item: Item): void {
    let last = this.first(hash);
    if (last === null) this.#first.set(hash, item);
    else {
      while (last.next !== null) last = last.next;
      last.next = item;
    }
  }

  forEach(visit: (item: Item) => void): void {
    this.#first.forEach((first) => {
      for (let item: Item | null = first; item !== null; item = item.next) visit(item);
    });
  }

  removeWhere(test: (item: Item) => boolean): void {
    this.#first.forEach((first, hash) => {
      let head: Item | null = null;
      let last: Item | null = null;
      for (let item: Item | null = first; item !== null;) {
        const { next }: Item = item;
        item.next = null;
        if (!test(item)) {
          if (last === null) head = item;
          else last.next = item;
          last = item;
        }
        item = next;
      }
      if (head === null) this.#first.delete(hash);
      else if (head !== first) this.#first.set(hash, head);
    });
  }
}
