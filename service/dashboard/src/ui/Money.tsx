import { useId, useRef } from 'react';
import { orderedCurrencies } from './currencies.ts';
import { formatCount, formatMoney } from './numbers.ts';

/** An exact decimal with its currency; null for none. */
export interface Sum {
  currency: string | null;
  sum: string;
}

interface MoneyProps {
  sums: readonly Sum[];
  /** Comes first. */
  main?: string | null | undefined;
}

/** Between the button and its list, and between the list and the edges of the window. */
const GAP = 6;

/** The other currencies, in a list above everything else: no table cuts it off. */
function OtherSums({ lines }: { lines: readonly string[] }) {
  const id = useId();
  const list = useRef<HTMLSpanElement>(null);
  const show = (button: HTMLElement) => {
    if (!list.current) return;
    list.current.showPopover();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = list.current;
    const isRoomBelow = bottom + GAP + height <= window.innerHeight;
    list.current.style.left = `${Math.max(GAP, Math.min(right - width, window.innerWidth - width - GAP, left))}px`;
    list.current.style.top = `${isRoomBelow ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
  };
  const hide = () => list.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        className="money-more"
        aria-describedby={id}
        onPointerEnter={({ currentTarget }) => show(currentTarget)}
        onFocus={({ currentTarget }) => show(currentTarget)}
        // Safari gives no focus to a button that is tapped.
        onClick={({ currentTarget }) => show(currentTarget)}
        onPointerLeave={({ currentTarget }) => document.activeElement !== currentTarget && hide()}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        +{formatCount(lines.length)}
        <span className="visually-hidden"> other {lines.length === 1 ? 'currency' : 'currencies'}</span>
      </button>
      <span ref={list} id={id} className="money-list" popover="manual">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </>
  );
}

/** Money in one line: the main currency, and the others behind a number. Currencies are never added up. */
export function Money({ sums, main = null }: MoneyProps) {
  const shown = orderedCurrencies(sums, main);
  const hidden = sums.length - shown.length;
  const [first, ...others] = [
    ...shown.map(({ currency, sum }) => formatMoney(sum, currency)),
    ...(hidden > 0 ? [`${formatCount(hidden)} unknown ${hidden === 1 ? 'currency' : 'currencies'}`] : []),
  ];
  if (first === undefined) return <>–</>;
  return (
    <span className="money">
      <span>{first}</span>
      {others.length > 0 && <OtherSums lines={others} />}
    </span>
  );
}

/** The same for a file. */
export const writeMoney = (sums: readonly Sum[], main: string | null = null) =>
  orderedCurrencies(sums, main)
    .map(({ currency, sum }) => `${sum} ${currency ?? ''}`.trim())
    .join('; ');
