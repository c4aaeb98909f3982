/** Orders of technologies: rows are dragged, or moved with keys or buttons. */
import { ORDER_NAMES, type OrderName, ORDERS } from "@etesian/sliders/orders";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { ActionButton } from "../../../controls/ActionButton.tsx";

import { nameAmongPeers } from "../../../charts/nodes.ts";
import { Icon } from "../../../controls/icons.tsx";
import { ErrorMessages } from "../../../controls/ErrorMessages.tsx";
import { useAttempt } from "../../../controls/use-attempt.ts";
import { api } from "../../../server.ts";
import { useTexts } from "../../../texts/language.tsx";
import { refusalIn } from "../../../texts/refusals.ts";
import { useIsReadOnly, useSession, useWorkspace } from "../../session-context.tsx";
import { moveBy, moveNextTo } from "./order-moves.ts";

type Orders = Readonly<Record<OrderName, readonly string[]>>;

export function Orders() {
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { session } = useWorkspace();
  const id = useSession(({ scenario }) => scenario.id);
  const version = useSession(({ scenario }) => scenario.version);
  const isReadOnly = useIsReadOnly();
  const queries = useQueryClient();
  const orders = useQuery({
    queryKey: ["orders", id, version],
    queryFn: async (): Promise<Orders> => {
      const { data } = await api.GET("/api/v3/scenarios/{id}/user_sortables", { params: { path: { id } } });
      const membersOf = (name: OrderName): readonly string[] => {
        const order = ORDERS[name];
        return order.level === null ? data![order.type] : data![order.type][order.level];
      };
      return Object.fromEntries(ORDER_NAMES.map((name) => [name, membersOf(name)])) as Orders;
    },
    placeholderData: (previous) => previous,
  });
  const attempt = useAttempt();
  /** Pending orders, shown until the last one is stored. */
  const [pendingOrders, setPendingOrders] = useState<Partial<Orders>>({});
  const latestRequest = useRef<Promise<unknown>>(Promise.resolve());
  const storeOrder = (name: OrderName, order: readonly string[]): void => {
    if (order.length > 0) setPendingOrders((others) => ({ ...others, [name]: order }));
    const previousOrder = pendingOrders[name] ?? orders.data![name];
    const stored = session.replacePart({
      to: { kind: "order", name, members: order },
      from: { kind: "order", name, members: previousOrder },
    });
    latestRequest.current = stored;
    attempt.run(async () => {
      try {
        await stored;
      } finally {
        if (latestRequest.current === stored) {
          await queries.invalidateQueries({ queryKey: ["orders", id] });
          setPendingOrders({});
        }
      }
    });
  };
  const shownNames = ORDER_NAMES.filter((name) => (orders.data?.[name].length ?? 0) > 1);
  return (
    <div className="orders">
      <p className="hint">{yours.ordersAbout}</p>
      <ErrorMessages messages={orders.error === null ? attempt.errors : refusalIn(language, orders.error)} />
      {orders.data !== undefined && shownNames.length === 0 && <p className="empty">{yours.noOrders}</p>}
      {shownNames.map((name) => (
        <OrderList
          key={name}
          title={yours.orderNames[name]}
          members={pendingOrders[name] ?? orders.data![name]}
          isDisabled={isReadOnly}
          onOrder={(order) => storeOrder(name, order)}
        />
      ))}
    </div>
  );
}

function OrderList({
  title,
  members,
  isDisabled,
  onOrder,
}: {
  readonly title: string;
  readonly members: readonly string[];
  readonly isDisabled: boolean;
  readonly onOrder: (order: readonly string[]) => void;
}) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const { yours } = texts;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    isDisabled,
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key === undefined || target.dropPosition === "on") return;
      onOrder(moveNextTo(members, String(key), String(target.key), target.dropPosition));
    },
  });
  return (
    <section aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="space" />
        <ActionButton className="button plain" isDisabled={isDisabled} onPress={() => onOrder([])}>
          {yours.backToDefault}
        </ActionButton>
      </header>
      <GridList aria-label={title} className="order" dragAndDropHooks={dragAndDropHooks}>
        {members.map((member, index) => {
          const name = nameAmongPeers(member, model.sliders, language);
          return (
            <GridListItem key={member} id={member} textValue={name}>
              <Button slot="drag" className="icon small">
                <Icon name="grip" />
              </Button>
              <span className="place">{index + 1}</span>
              <span className="name">{name}</span>
              <ActionButton
                className="icon small"
                aria-label={yours.moveUp(name)}
                isDisabled={isDisabled || index === 0}
                onPress={() => onOrder(moveBy(members, index, -1))}
              >
                <Icon name="up" />
              </ActionButton>
              <ActionButton
                className="icon small"
                aria-label={yours.moveDown(name)}
                isDisabled={isDisabled || index === members.length - 1}
                onPress={() => onOrder(moveBy(members, index, 1))}
              >
                <Icon name="down" />
              </ActionButton>
            </GridListItem>
          );
        })}
      </GridList>
    </section>
  );
}
