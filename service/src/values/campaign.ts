/** Where a link was published: what reports group by, beside the link itself. */
export interface Campaign {
  campaign: string | null;
  source: string | null;
  medium: string | null;
}

export const CAMPAIGN_FIELDS = ['campaign', 'source', 'medium'] as const;

export const NO_CAMPAIGN: Campaign = { campaign: null, source: null, medium: null };

/**
 * What statistics call each of the three beyond the first hundred campaigns of a day that path links were opened with.
 */
export const OTHER_CAMPAIGNS: Campaign = { campaign: 'other', source: 'other', medium: 'other' };

export const MAX_CAMPAIGN_LENGTH = 100;

/** A value that anybody may have written, without what a table or a report can't show. */
function readValue(text: string | undefined): string | null {
  const plain = (text ?? '').replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim();
  return Array.from(plain).slice(0, MAX_CAMPAIGN_LENGTH).join('') || null;
}

/** The campaign in the `utm_*` parameters of a URL; of several with the same name, the last. */
export function campaignOfUrl(url: string): Campaign {
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  const read = (name: string) => readValue(parameters.getAll(`utm_${name}`).at(-1));
  return { campaign: read('campaign'), source: read('source'), medium: read('medium') };
}

/** The campaign of a link, without the rest of it. */
export function pickCampaign({ campaign, source, medium }: Campaign): Campaign {
  return { campaign, source, medium };
}

/**
 * The campaign that a link has: what somebody set, or else what its destination says. If a change leaves it out, what
 * was set before stays, and what the old destination said follows the new one.
 */
export function settleCampaign(
  change: Partial<Campaign>,
  destination: string,
  before: (Campaign & { destination: string }) | null
): Campaign {
  const said = campaignOfUrl(destination);
  const saidBefore = before && campaignOfUrl(before.destination);
  const settle = (field: keyof Campaign) => {
    const wasSet = before !== null && before[field] !== saidBefore?.[field];
    const set = change[field] === undefined && wasSet ? before[field] : change[field];
    return set ?? said[field];
  };
  return { campaign: settle('campaign'), source: settle('source'), medium: settle('medium') };
}
