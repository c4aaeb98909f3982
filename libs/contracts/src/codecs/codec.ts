/**
 * Converts between a service's values and protobuf messages. Both directions are defined together, so a missing field
 * is easy to notice. `codecs.test.ts` verifies `fromMessage(toMessage(x)) = x` for every codec.
 */
export interface Codec<Value, Message> {
  toMessage(this: void, value: Value): Message;
  /** @throws InvalidMessageError if the message has an invalid value */
  fromMessage(this: void, message: Message): Value;
}

/** A message that can be decoded but has invalid content; the error message names the field and the reason. */
export class InvalidMessageError extends Error {
  override readonly name = "InvalidMessageError";
}

/** A codec for records (maps with text keys), given a codec for their values. */
export const recordOf = <Value, Message>({
  toMessage,
  fromMessage,
}: Codec<Value, Message>): Codec<{ readonly [key: string]: Value }, { [key: string]: Message }> => ({
  toMessage: (values) => mapValues(values, toMessage),
  fromMessage: (messages) => mapValues(messages, fromMessage),
});

const mapValues = <A, B>(record: { readonly [key: string]: A }, convert: (value: A) => B): { [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
