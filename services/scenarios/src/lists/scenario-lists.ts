/** The lists of the service: read models that catch up with the stored events before each request. */
import { LISTS } from "@etesian/contracts/limits";
import { type EventStore, Projector, type ReadDatabase } from "@etesian/event-store";
import { featuredIds, featuredList } from "./featured-list.ts";
import { listAll, listPage, scenarioList } from "./scenario-list.ts";

/** A page of a list. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** A page within the limits on lists. */
export const pageOf = (page: number, limit: number): Page => ({
  page: Math.max(1, page),
  limit: Math.min(Math.max(1, limit), LISTS.perPage),
});

export class ScenarioLists {
  readonly #readModels: ReadDatabase;
  readonly #roles: Projector;
  readonly #featured: Projector;

  private constructor(readModels: ReadDatabase, roles: Projector, featured: Projector) {
    this.#readModels = readModels;
    this.#roles = roles;
    this.#featured = featured;
  }

  /** Opens the lists. They are brought up to date in the background, and requests wait for that. */
  static async open(store: EventStore, readModels: ReadDatabase): Promise<ScenarioLists> {
    const roles = await Projector.open(store, readModels, scenarioList);
    // A failure is reported by requests for the list and by the store's readiness check.
    roles.catchUp().catch(() => {});
    const featured = await Projector.open(store, readModels, featuredList);
    featured.catchUp().catch(() => {});
    return new ScenarioLists(readModels, roles, featured);
  }

  /** Ids of featured scenarios, in order. */
  async listFeatured(): Promise<readonly number[]> {
    await this.#featured.catchUp();
    return featuredIds(this.#readModels);
  }

  /** One page of the scenarios in which a person has a role, newest first, and their total number. */
  async listOfPerson(person: number, page: Page): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
    await this.#roles.catchUp();
    return listPage(this.#readModels, person, page);
  }

  /** All scenarios in which a person has a role. */
  async listAllOfPerson(person: number): Promise<readonly number[]> {
    await this.#roles.catchUp();
    return listAll(this.#readModels, person);
  }
}
