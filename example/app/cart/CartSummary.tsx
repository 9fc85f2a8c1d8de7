import { formatPrice } from '../catalog/formatPrice';
import { Row } from '../ui/Row';
import { useCart } from './useCart';

export function CartSummary() {
  const { subtotal, discount, total, offerCode } = useCart();
  return (
    <>
      {discount > 0 ? (
        <>
          <Row label="Subtotal" value={formatPrice(subtotal)} tone="muted" />
          <Row label={`Offer ${offerCode}`} value={`−${formatPrice(discount)}`} tone="accent" />
        </>
      ) : null}
      <Row label="Total" value={formatPrice(total)} kind="heading" />
    </>
  );
}
