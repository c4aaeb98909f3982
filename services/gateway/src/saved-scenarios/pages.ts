/** Our own pages of saved scenarios: the list, the trash, and restorable earlier versions. */
import type { SavedScenario, SavedVersion } from "@etesian/contracts/saved-scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { apiError } from "../http/errors.ts";
import { toId, toScalar } from "../http/parameters.ts";
import { html, type Html, type Page, sendPage } from "../pages/html.ts";
import { csrfToken } from "../sign-in/sessions.ts";
import { alert, hiddenField, SIGN_IN } from "../sign-in/views.ts";
import { changing, HIDDEN } from "../sign-in/visitor.ts";
import { NO_FIELDS, savedScenarioId } from "./bodies.ts";

const PAGES = "/account/saved-scenarios";
const PAGE_SIZE = 25;

/** Authentication of our own pages. */
export interface Visitors {
  /** The signed-in person, or null. */
  sessionOf(this: void, request: FastifyRequest): Promise<{ readonly id: string; readonly person: number } | null>;
  /** Like `sessionOf`; refuses visitors without a session, and forms from other pages. */
  signedIn(this: void, request: FastifyRequest): Promise<{ readonly id: string; readonly person: number }>;
  callOf(this: void, person: number, request: FastifyRequest): CallOrigin;
}

const listQuery = z.object({ page: z.coerce.number().int().min(1).catch(1), trash: z.string().optional().catch("") });
const parameters = z.object({ id: z.string() });
const restoreForm = z.object({ scenario_id: z.string().catch("") });

export function savedScenarioPages(app: FastifyInstance, { saved }: Backends, visitors: Visitors): void {
  const { sessionOf, signedIn, callOf } = visitors;
  const idOf = (request: FastifyRequest): number => savedScenarioId(parameters.parse(request.params).id);

  app.get(PAGES, HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return reply.redirect(SIGN_IN, 303);
    const { page, trash } = listQuery.parse(request.query);
    const discarded = trash !== undefined;
    const selection = { page, limit: PAGE_SIZE, discarded, all: false };
    const { savedScenarios, total } = await saved.listSavedScenarios(selection, callOf(session.person, request));
    return sendPage(reply, listPage(savedScenarios, { page, total, discarded }));
  });

  app.get(`${PAGES}/:id`, HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return reply.redirect(SIGN_IN, 303);
    const one = await saved.getSavedScenario({ id: idOf(request) }, callOf(session.person, request));
    return sendPage(reply, versionsPage(one, csrfToken(session.id)));
  });

  app.post(`${PAGES}/:id/restore`, changing("session"), async (request, reply) => {
    const { id: session, person } = await signedIn(request);
    const context = callOf(person, request);
    const id = idOf(request);
    const scenarioId = toId(restoreForm.parse(request.body).scenario_id);
    const fields = scenarioId === null ? { discarded: toScalar(false) } : { scenarioId: toScalar(scenarioId) };
    const { outcome } = await saved.updateSavedScenario(
      { id, fields: { ...NO_FIELDS, ...fields }, expectedVersion: undefined, restore: scenarioId !== null },
      context,
    );
    if (outcome?.$case === "savedScenario") return reply.redirect(`${PAGES}/${id}`, 303);
    const problem = outcome?.value.problems.map(({ message }) => message).join("; ") ?? "";
    const one = await saved.getSavedScenario({ id }, context);
    return sendPage(reply, { ...versionsPage(one, csrfToken(session), problem), status: 422 });
  });

  app.post(`${PAGES}/:id/discard`, changing("session"), async (request, reply) => {
    const { person } = await signedIn(request);
    await saved.discardSavedScenario({ id: idOf(request) }, callOf(person, request));
    return reply.redirect(PAGES, 303);
  });
}

const day = (time: Date | undefined): string => time?.toISOString().slice(0, 10) ?? "";

function listPage(
  savedScenarios: readonly SavedScenario[],
  { page, total, discarded }: { readonly page: number; readonly total: number; readonly discarded: boolean },
): Page {
  const link = (to: number, words: string): Html =>
    html`<a href="${PAGES}?page=${to}${discarded ? "&trash=1" : ""}">${words}</a> `;
  const rows = savedScenarios.map(
    ({ id, title, present, updatedAt, discardedAt }) =>
      html`<tr>
        <th scope="row"><a href="${PAGES}/${id}">${title}</a></th>
        <td>${present?.area ?? ""} ${present?.endYear ?? ""}</td>
        <td>${day(discardedAt ?? updatedAt)}</td>
      </tr>`,
  );
  return {
    title: discarded ? "Trash" : "Saved scenarios",
    body: html`<p>
        <a href="/account">Account</a>
        ${discarded ? html`<a href="${PAGES}">Saved scenarios</a>` : html`<a href="${PAGES}?trash=1">Trash</a>`}
      </p>
      ${
        rows.length === 0
          ? html`<p>No saved scenarios.</p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">Title</th>
                  <th scope="col">Area, year</th>
                  <th scope="col">${discarded ? "Discarded" : "Changed"}</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>`
      }
      <p>
        ${page > 1 ? link(page - 1, "Previous") : null}${page * PAGE_SIZE < total ? link(page + 1, "Next") : null}
      </p>`,
  };
}

function versionsPage(one: SavedScenario, csrf: string, problem: string | null = null): Page {
  const { id, title, description, present, history, discardedAt } = one;
  if (present === undefined) throw apiError("not_found");
  const form = (action: string, label: string, more: Html | null = null): Html =>
    html`<form method="post" action="${PAGES}/${id}/${action}">
      ${hiddenField("csrf", csrf)} ${more}<button type="submit">${label}</button>
    </form>`;
  const row = ({ scenarioId, savedAt }: SavedVersion): Html =>
    html`<tr>
      <td>${day(savedAt)}</td>
      <td><a href="/api/v3/scenarios/${scenarioId}">${scenarioId}</a></td>
      <td>
        ${
          scenarioId === present.scenarioId
            ? "current"
            : form("restore", `Restore ${scenarioId}`, hiddenField("scenario_id", String(scenarioId)))
        }
      </td>
    </tr>`;
  return {
    title,
    body: html`${alert(problem)}
      <p><a href="${PAGES}">Saved scenarios</a></p>
      <p>${description ?? ""}</p>
      <p>${present.area} ${present.endYear}</p>
      ${
        discardedAt === undefined
          ? form("discard", "Move to trash")
          : html`<p role="status">In the trash since ${day(discardedAt)}.</p>
              ${form("restore", "Restore from trash")}`
      }
      <h2>Versions</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Saved</th>
            <th scope="col">Scenario</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${[present, ...history.toReversed()].map(row)}
        </tbody>
      </table>`,
  };
}
