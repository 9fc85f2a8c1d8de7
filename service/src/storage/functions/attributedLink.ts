import { originOf, platformKey } from '../rollups/countFacts.ts';

/** Declares and reads for how many days a link counts; null for an app that isn't there. */
export const ATTRIBUTION_DAYS = 'days int := (SELECT attribution_days FROM apps WHERE apps.id = of_app)';

/**
 * The link that an `event` of `of_app` is attributed to: the last one that its install opened or was matched to before
 * it, and whose days aren't over. Touches count from `at` on, and their days begin at `until_from`. A match counts from
 * its click on, because the click came before everything that the install did. Its days begin with the match, because a
 * click may be older than the days allow. The function declares `first_touch` and `last_touch`, between which all touches
 * are that count for any of its events, so opens are read in their months only.
 */
export const attributedLink = `
  SELECT touch.code, ${originOf('touch')} AS origin FROM (
    SELECT code, campaign, source, medium, opened_at AS at, opened_at AS until_from FROM opens
    WHERE opens.app_id = of_app AND opens.install_id = event.install_id
      AND opens.opened_at > first_touch AND opens.opened_at <= last_touch
    UNION ALL
    SELECT code, campaign, source, medium, since, matched_at FROM installs
    WHERE installs.app_id = of_app AND installs.id = event.install_id
  ) AS touch
  WHERE touch.at <= event.occurred_at
    AND touch.until_from > event.occurred_at - make_interval(hours => 24 * days)
  ORDER BY touch.at DESC, touch.code DESC LIMIT 1`;

/**
 * Who logged an `event` of `of_app`, from its `install`, which may be missing: the link that brought them, when they were
 * installed, and who they are. What an install did before its click has nothing to do with it.
 */
export const BROUGHT = {
  brought: `CASE WHEN event.occurred_at >= install.since THEN ${originOf('install')} END`,
  audience: `coalesce(CASE WHEN event.occurred_at >= install.since THEN install.audience END, ${platformKey('event.platform')})`,
  installed_at: 'CASE WHEN event.occurred_at >= install.since THEN install.matched_at END',
};
