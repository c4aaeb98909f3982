/**
 * Between the values of services and the messages on the wire. Both directions of a message stand side by side, so that
 * a field missing in one of them shows. `codecs.test.ts` holds all of them to `fromMessage(toMessage(x)) = x`.
 */
export interface Codec<Value, Message> {
  toMessage(this: void, value: Value): Message;
  /** @throws InvalidMessageError when the message says what no value can. */
  fromMessage(this: void, message: Message): Value;
}

/** A message that was understood, but means nothing: the text says which field and why. */
export class InvalidMessageError extends Error {
  override readonly name = "InvalidMessageError";
}

/** The codec of records (maps with text keys), by that of their values. */
export const recordOf = <Value, Message>({
  toMessage,
  fromMessage,
}: Codec<Value, Message>): Codec<{ readonly [key: string]: Value }, { [key: string]: Message }> => ({
  toMessage: (values) => mapped(values, toMessage),
  fromMessage: (messages) => mapped(messages, fromMessage),
});

const mapped = <A, B>(record: { readonly [key: string]: A }, convert: (value: A) => B): { [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
