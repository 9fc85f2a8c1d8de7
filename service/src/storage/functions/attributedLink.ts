/**
 * The link that an `event` of an `app` is attributed to: the last one that its install opened or was matched to before
 * it, and whose days aren't over. Touches count from `at` on, and their days begin at `until_from`. A match counts from
 * its click on, because the click came before everything that the install did. Its days begin with the match, because a
 * click may be older than the days allow.
 */
export const attributedLink = `
  SELECT touch.code FROM (
    SELECT app_id, install_id, code, opened_at AS at, opened_at AS until_from FROM opens
    UNION ALL
    SELECT app_id, id, code, coalesce(since, matched_at), matched_at FROM installs
  ) AS touch
  WHERE touch.app_id = event.app_id AND touch.install_id = event.install_id AND touch.at <= event.occurred_at
    AND touch.until_from > event.occurred_at - make_interval(hours => 24 * app.attribution_days)
  ORDER BY touch.at DESC, touch.code DESC LIMIT 1`;
