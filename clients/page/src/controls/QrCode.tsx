/** A URL as a QR code, which is dark on white in both themes because scanners expect that. */
import { useMemo } from "react";
import { qrOf } from "./qr.ts";

/** Number of empty modules around the code, which scanners need to find it. */
const MARGIN = 4;

/** @param props.width width in pixels */
export function QrCode({
  address,
  label,
  width,
}: {
  readonly address: string;
  readonly label: string;
  readonly width: number;
}) {
  const picture = useMemo(() => qrOf(address), [address]);
  if (picture === null) return null;
  const side = picture.size + 2 * MARGIN;
  return (
    <svg
      className="qr"
      width={width}
      height={width}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      role="img"
      aria-label={label}
      data-address={address}
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={picture.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
