import { useId } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { shownCurrencies } from '../ui/currencies.ts';
import { countOfEvent } from './funnel.ts';
import { formatCount } from '../ui/numbers.ts';
import { linkPage } from '../ui/linkPage.ts';
import { isPath } from '../ui/isPath.ts';
import type { LinkFigures, LinkOrder } from './requests.ts';
import { Money, type Sum } from '../ui/Money.tsx';

function LinkName({ link }: { link: LinkFigures['link'] | undefined }) {
  if (!link) return <span className="muted">Without a link</span>;
  if (isPath(link.code)) return <bdi>{link.code}</bdi>;
  return (
    <span className="link-name">
      <PageLink to={linkPage(link.code)}>
        <bdi>{link.title ?? link.code}</bdi>
      </PageLink>
      <span className="muted">
        /{link.code}
        {link.destination === null && ', deleted'}
        {link.disabled && ', disabled'}
      </span>
    </span>
  );
}

interface TopLinksProps {
  links: readonly LinkFigures[];
  /** Of everything: says in which currencies links can be compared. */
  revenue: readonly Sum[];
  order: LinkOrder;
}

export function TopLinks({ links, revenue, order }: TopLinksProps) {
  const { set } = useAddress();
  const { may } = useCurrentApp();
  const orderId = useId();
  const currencies = shownCurrencies(revenue).flatMap(({ currency }) => (currency === null ? [] : [currency]));
  const value = order.currency === undefined ? order.by : `${order.by}-${order.currency}`;
  return (
    <Panel
      title="Best links"
      className="links-panel"
      aside={
        <div className="inline-label">
          <label htmlFor={orderId}>ordered by</label>
          <select id={orderId} value={value} onChange={(event) => set({ order: event.target.value })}>
            <option value="clicks">clicks</option>
            <option value="installs">installs</option>
            <option value="opens">opens</option>
            <option value="purchases">purchases</option>
            <option value="revenue">revenue</option>
            {currencies.length > 1 &&
              currencies.map((currency) => (
                <option key={currency} value={`revenue-${currency}`}>
                  revenue in {currency}
                </option>
              ))}
          </select>
        </div>
      }
    >
      {links.length === 0 ? (
        <Empty title="No link was used in this period">
          <p>
            Choose a longer period
            {may('links') && (
              <>
                , or <PageLink to="/new-link">create a link</PageLink>
              </>
            )}
            .
          </p>
        </Empty>
      ) : (
        <DataTable
          caption="The best links and what each brought"
          rows={links}
          keyOf={({ link }) => link?.code ?? ''}
          columns={[
            { name: 'Link', render: ({ link }) => <LinkName link={link} /> },
            { name: 'Clicks', isNumber: true, render: ({ clicks }) => formatCount(clicks) },
            { name: 'Installs', isNumber: true, render: ({ installs }) => formatCount(installs) },
            { name: 'Opens', isNumber: true, render: ({ opens }) => formatCount(opens) },
            { name: 'Purchases', isNumber: true, render: (row) => formatCount(countOfEvent(row, 'purchase')) },
            { name: 'Revenue', isNumber: true, render: (row) => <Money sums={row.revenue} /> },
          ]}
        />
      )}
    </Panel>
  );
}
