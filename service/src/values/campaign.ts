/** Where a link was published: what reports group by, beside the link itself. */
export interface Campaign {
  campaign: string | null;
  source: string | null;
  medium: string | null;
}

export const CAMPAIGN_FIELDS = ['campaign', 'source', 'medium'] as const;

export const NO_CAMPAIGN: Campaign = { campaign: null, source: null, medium: null };

/** Stands in statistics for all campaigns of path links beyond the first hundred of a day. */
export const OTHER_CAMPAIGNS: Campaign = { campaign: 'other', source: 'other', medium: 'other' };

export const MAX_CAMPAIGN_LENGTH = 100;

/** Removes what a table or a report can't show, as anybody may have written the value. */
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

export function pickCampaign({ campaign, source, medium }: Campaign): Campaign {
  return { campaign, source, medium };
}

/**
 * The campaign of a link: what somebody set, or else what its destination has. If a change leaves a field out, a value
 * that was set stays, and one from the old destination is replaced with the new destination's.
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
