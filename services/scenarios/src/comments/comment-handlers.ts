/**
 * gRPC handlers for comments on scenarios, and for the people who have a scenario open. Rights are checked on each
 * call.
 */
import { type Clock, systemClock } from "@etesian/clock";
import { COMMENT_SUBJECTS, commentEvents, type CommentSubject } from "@etesian/contracts/events/comments";
import { COMMENTS } from "@etesian/contracts/limits";
import { callerOf, denialOf, roleOf } from "@etesian/contracts/rights";
import type { Comment as CommentMessage, CommentText, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import {
  Aggregates,
  AppendSignal,
  eventCodec,
  type EventStore,
  type CommandResult,
  Subscriptions,
} from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, type Handlers, RpcError, status } from "@etesian/service-kit";
import { checkUse } from "../deciding/scenario.ts";
import type { Scenario } from "../deciding/scenario-state.ts";
import type { ScenarioAccess } from "../handlers/access.ts";
import { streamOf } from "../lists/scenario-list.ts";
import type { StoredScenarios } from "../stored.ts";
import {
  type Comment,
  findComment,
  type CommentRefusal,
  type Comments,
  comments as decider,
  commentStreamOf,
} from "./comments.ts";
import type { Presence } from "./presence.ts";

export type CommentHandlers = Pick<
  Handlers<ScenariosServiceDefinition>,
  "listComments" | "addComment" | "changeComment" | "deleteComment" | "listTeam" | "followTeam"
>;

/** Interval between checks for people who arrived or left (ms). */
const PRESENCE_POLL_MS = 3_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function commentHandlers(
  access: ScenarioAccess,
  {
    store,
    scenarios,
    presence,
    clock = systemClock,
  }: {
    readonly store: EventStore;
    readonly scenarios: StoredScenarios;
    readonly presence: Presence;
    readonly clock?: Clock;
  },
): CommentHandlers {
  const subscriptions = new Subscriptions(store);
  const comments = new Aggregates({
    store,
    codec: eventCodec(commentEvents),
    decider,
    streamOf: commentStreamOf,
    clock,
    // A tenth of the default: few scenarios have comments.
    cacheSize: 3_200_000,
  });

  /** Returns the text if it is encrypted and every mentioned person has a role in the scenario. @throws RpcError */
  function checkText({ text, mentions }: CommentText, { roles }: Scenario): Pick<Comment, "text" | "mentions"> {
    if (text.length > COMMENTS.sealedLength || !BASE64.test(text)) {
      throw new RpcError(status.INVALID_ARGUMENT, "text must be encrypted, in base64");
    }
    const distinctMentions = [...new Set(mentions)];
    if (distinctMentions.length > COMMENTS.mentions) {
      throw invalid(`mentions has ${distinctMentions.length} people, expected at most ${COMMENTS.mentions}`);
    }
    const nonMember = distinctMentions.find((person) => !Object.hasOwn(roles, person));
    if (nonMember !== undefined)
      throw invalid(`mentions has ${nonMember}, expected people with a role in the scenario`);
    return { text, mentions: distinctMentions };
  }

  /** The state of a scenario's team that the caller may see now. */
  async function teamOf(id: number, call: Call) {
    const { state } = await scenarios.load(id);
    const access = checkUse("team", callerOf(call), state);
    if ("refusal" in access)
      return { readAccess: checkUse("read", callerOf(call), state), comments: undefined, present: [] };
    const [{ version }, present] = await Promise.all([comments.load(id), presence.listPeople(id)]);
    return { readAccess: null, comments: version, present: membersOf(present, access.scenario) };
  }

  return {
    async listComments({ id }, call) {
      const scenario = await access.findFor("team", id, call);
      const { state, version } = await comments.load(id);
      const mayModerate = denialOf("moderate", callerOf(call), scenario) === null;
      return { version, comments: state.items.map(commentMessage), mayModerate };
    },

    async addComment({ id, subject, key, text }, call) {
      const scenario = await access.findFor("comment", id, call);
      if (key === "" || key.length > COMMENTS.keyLength) {
        throw invalid(`key has ${key.length} characters, expected 1 to ${COMMENTS.keyLength}`);
      }
      const content = checkText(text ?? { text: "", mentions: [] }, scenario);
      const attributes = { author: personOf(call), subject: findSubject(subject), key };
      const outcome = await comments.handle(id, { type: "AddComment", ...attributes, ...content }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      return toResponse(outcome, outcome.previousState.lastNumber + 1);
    },

    async changeComment({ id, number, change }, call) {
      const scenario = await access.findFor("comment", id, call);
      const person = personOf(call);
      if (change === undefined) throw new RpcError(status.INVALID_ARGUMENT, "change is missing");
      const command =
        change.$case === "text"
          ? ({ type: "EditComment", number, author: person, ...checkText(change.value, scenario) } as const)
          : ({ type: "ResolveComment", number, person, isResolved: change.value } as const);
      const outcome = await comments.handle(id, command, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      return toResponse(outcome, number);
    },

    async deleteComment({ id, number }, call) {
      const { person } = callerOf(call);
      const author = findComment((await comments.load(id)).state, number)?.author ?? person;
      const isOwn = author === person;
      await access.findFor(isOwn ? "comment" : "moderate", id, call);
      const command = { type: "DeleteComment", number, author: isOwn ? personOf(call) : null } as const;
      const outcome = await comments.handle(id, command, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      return {};
    },

    async listTeam({ id }, call) {
      const scenario = await access.findFor("team", id, call);
      return {
        people: Object.keys(scenario.roles).map(Number),
        present: membersOf(await presence.listPeople(id), scenario),
      };
    },

    async *followTeam({ id }, call) {
      // Callers without the right receive the team once they have it.
      const use = await access.use("team", id, call);
      if ("refusal" in use) await access.findFor("read", id, call);
      const appendSignal = new AppendSignal(clock);
      const watchedStreams = [commentStreamOf(id), streamOf(id)];
      const versions = await Promise.all([comments.load(id), scenarios.load(id)]);
      for (const [index, stream] of watchedStreams.entries())
        void watch(stream, versions[index]!.version, appendSignal, call.signal);
      const { person } = callerOf(call);
      const visit = person === null ? null : await presence.begin(id, person);
      try {
        for (let last = ""; !call.signal.aborted;) {
          const { count } = appendSignal;
          const { readAccess, ...team } = await teamOf(id, call);
          if (readAccess !== null && "refusal" in readAccess) return;
          const text = JSON.stringify(team);
          if (text !== last) yield { comments: team.comments, present: [...team.present] };
          last = text;
          if (appendSignal.count === count) await appendSignal.wait(PRESENCE_POLL_MS, call.signal);
          await visit?.renew();
        }
      } finally {
        // A row that could not be deleted expires.
        await visit?.end().catch(() => {});
      }
    },
  };

  /** Signals each append to a stream, until the signal aborts; polling finds appends after a failure. */
  async function watch(stream: string, after: number, appendSignal: AppendSignal, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of subscriptions.subscribe(stream, after, signal)) appendSignal.notify();
    } catch {
      // The next poll reads the state.
    }
  }
}

/** The people who have the scenario open and have a role in it. An admin's visit is not shown. */
const membersOf = (present: readonly number[], scenario: Scenario): number[] =>
  present.filter((person) => roleOf({ person, scopes: null, admin: false }, scenario) !== null);

/** The calling person; only people have the right to comment. */
function personOf(call: Call): number {
  const { person } = callerOf(call);
  if (person === null) throw new RpcError(status.PERMISSION_DENIED, "Only people can comment");
  return person;
}

function findSubject(name: string): CommentSubject {
  const subject = COMMENT_SUBJECTS.find((subject) => subject === name);
  if (subject === undefined) throw new RpcError(status.INVALID_ARGUMENT, `unknown comment subject: ${name}`);
  return subject;
}

const commentMessage = ({ addedAt, editedAt, resolved, mentions, ...facts }: Comment): CommentMessage => ({
  ...facts,
  mentions: [...mentions],
  addedAt: new Date(addedAt),
  editedAt: editedAt === null ? undefined : new Date(editedAt),
  resolvedAt: resolved === null ? undefined : new Date(resolved.at),
  resolvedBy: resolved?.person,
});

/** The response with a changed comment. @throws RpcError if a repeated command finds the comment deleted */
function toResponse({ state, previousState }: CommandResult<Comments>, number: number) {
  const comment = findComment(state, number);
  if (comment === null) throw toRpcError("unknown");
  const previousMentions = findComment(previousState, number)?.mentions ?? [];
  const newlyMentioned = comment.mentions.filter((person) => !previousMentions.includes(person));
  return { comment: commentMessage(comment), newlyMentioned };
}

const invalid = (message: string): RpcError => new RpcError(status.INVALID_ARGUMENT, message, { reason: "invalid" });

const REFUSALS = {
  unknown: [status.NOT_FOUND, "unknown_comment", "The scenario has no such comment"],
  not_author: [status.PERMISSION_DENIED, "not_author", "Another person wrote this comment"],
  full: [status.FAILED_PRECONDITION, "too_many_comments", "The scenario has too many comments; delete resolved ones"],
} as const satisfies { readonly [R in CommentRefusal]: readonly [status, string, string] };

function toRpcError(refusal: CommentRefusal): RpcError {
  const [code, reason, message] = REFUSALS[refusal];
  return new RpcError(code, message, { reason });
}
