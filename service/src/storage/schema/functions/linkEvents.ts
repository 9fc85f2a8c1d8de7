/**
 * Gives events of an app their link: the last one that their install opened or was matched to before them, and whose
 * days aren't over. A match counts from its click on, because the click came before everything that the install did.
 * Its days begin with the match, because a click may be older than the days allow. A renewal keeps its purchase's link.
 *
 * It also sets who logged an event: the link that brought them, when they were installed, and their audience. What an
 * install did before its click doesn't count for that link.
 *
 * Events of one install should follow each other: its opens are read whenever the install changes, and only from months
 * with opens that can count for any of the events.
 */
export const linkEvents = String.raw`
CREATE OR REPLACE FUNCTION link_events(of_app text, logged events[]) RETURNS events[] LANGUAGE plpgsql AS $$
DECLARE
  days interval := (SELECT make_interval(hours => 24 * attribution_days) FROM apps WHERE apps.id = of_app);
  first_open timestamptz := (SELECT min(occurred_at) - days FROM unnest(logged));
  last_open timestamptz := (SELECT max(occurred_at) FROM unnest(logged));
  event events;
  of_install text;
  install installs;
  opened opens[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(logged) LOOP
    event := logged[place];
    IF event.install_id IS DISTINCT FROM of_install THEN
      of_install := event.install_id;
      SELECT * INTO install FROM installs WHERE installs.app_id = of_app AND installs.id = of_install;
      opened := ARRAY(
        SELECT ROW(opens.*)::opens FROM opens WHERE opens.app_id = of_app AND opens.install_id = of_install
          AND opens.opened_at > first_open AND opens.opened_at <= last_open
      );
    END IF;
    IF event.renewal_of IS NOT NULL THEN
      NULL;
    ELSIF cardinality(opened) > 0 THEN
      SELECT touch.code, origin_key(touch.code, touch.campaign, touch.source, touch.medium) INTO event.code, event.origin
        FROM (
          SELECT code, campaign, source, medium, opened_at AS at, opened_at AS until_from FROM unnest(opened)
          UNION ALL SELECT install.code, install.campaign, install.source, install.medium, install.since, install.matched_at
        ) AS touch
        WHERE touch.at <= event.occurred_at AND touch.until_from > event.occurred_at - days
        ORDER BY touch.at DESC, touch.code DESC LIMIT 1;
    ELSIF install.since <= event.occurred_at AND install.matched_at > event.occurred_at - days THEN
      event.code := install.code;
      event.origin := origin_key(install.code, install.campaign, install.source, install.medium);
    ELSE
      event.code := NULL;
      event.origin := NULL;
    END IF;
    event.audience := platform_key(event.platform);
    event.brought := NULL;
    event.installed_at := NULL;
    IF event.occurred_at >= install.since THEN
      event.brought := origin_key(install.code, install.campaign, install.source, install.medium);
      event.audience := coalesce(install.audience, event.audience);
      event.installed_at := install.matched_at;
    END IF;
    logged[place] := event;
  END LOOP;
  RETURN logged;
END $$`;

/**
 * Gives renewals of these purchases the link that their purchase has now, and returns the installs whose purchases
 * moved. The caller has locked the purchases.
 */
export const moveRenewals = String.raw`
CREATE OR REPLACE FUNCTION move_renewals(of_app text, sold text[]) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  astray record;
  event events;
  former events[] := '{}';
  moved events[] := '{}';
BEGIN
  FOR astray IN
    SELECT purchases.code, purchases.origin, ROW(events.*)::events AS event FROM purchases
    JOIN events ON events.app_id = of_app AND events.renewal_of = purchases.id
    WHERE purchases.app_id = of_app AND purchases.id = ANY(sold)
      AND (events.code, events.origin) IS DISTINCT FROM (purchases.code, purchases.origin)
  LOOP
    event := astray.event;
    event.data := NULL;
    former := former || event;
    event.code := astray.code;
    event.origin := astray.origin;
    moved := moved || event;
  END LOOP;
  PERFORM move_events(of_app, former, moved);
  RETURN ARRAY(SELECT install_id FROM unnest(moved) WHERE name = 'purchase' AND install_id IS NOT NULL);
END $$`;

/** Puts stored events under another link, and counts them there. */
export const moveEvents = String.raw`
CREATE OR REPLACE FUNCTION move_events(of_app text, former events[], moved events[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(moved) = 0 THEN RETURN; END IF;
  PERFORM count_events(of_app, -1, former);
  UPDATE events SET code = place.code, origin = place.origin, brought = place.brought, audience = place.audience,
    installed_at = place.installed_at
  FROM unnest(moved) AS place WHERE events.app_id = of_app AND events.received_at = place.received_at
    AND events.position = place.position AND events.arrived = place.arrived;
  PERFORM count_events(of_app, 1, moved);
END $$`;

/**
 * Gives events that came before their link that link: those of the given installs of an app, each from its time on.
 * Most installs have none.
 *
 * Whoever has an app's publishable key can send any number of events for one install. If a match gave all of them their
 * link, its statement could take too long and fail, for all installs that are matched at the same moment. So only the
 * first events after the link get it: as many as the library keeps for sending, and over all installs of a call few
 * enough that others don't wait too long for their locks.
 *
 * Renewals have the link of their purchase, so they follow when that changes. Purchases are locked in the order of
 * their ids, as in add_server_events.
 */
export const linkEarlierEvents = String.raw`
CREATE OR REPLACE FUNCTION link_earlier_events(of_app text, install_ids text[], times timestamptz[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  -- No event happens after it is received, so older partitions have none of these.
  earliest timestamptz := (SELECT min(time) FROM unnest(times) AS time);
  event events;
  earlier events[] := '{}';
  linked events[];
  former events[] := '{}';
  moved events[] := '{}';
  sold text[];
BEGIN
  FOR event IN
    SELECT early.* FROM (
      SELECT install_id, min(since) AS since FROM unnest(install_ids, times) AS given (install_id, since) GROUP BY install_id
    ) AS given CROSS JOIN LATERAL (
      SELECT * FROM events WHERE events.app_id = of_app AND events.install_id = given.install_id
        AND events.occurred_at >= given.since AND events.received_at >= earliest
      ORDER BY events.occurred_at LIMIT least(1000, 20000 / cardinality(install_ids))
    ) AS early
  LOOP
    event.data := NULL;
    earlier := earlier || event;
  END LOOP;
  IF cardinality(earlier) = 0 THEN RETURN; END IF;
  linked := link_events(of_app, earlier);
  FOR place IN 1 .. cardinality(linked) LOOP
    IF linked[place] IS DISTINCT FROM earlier[place] THEN
      former := former || earlier[place];
      moved := moved || linked[place];
    END IF;
  END LOOP;
  PERFORM move_events(of_app, former, moved);
  sold := ARRAY(SELECT id FROM purchases WHERE app_id = of_app AND install_id = ANY(install_ids) ORDER BY id FOR UPDATE);
  IF cardinality(sold) > 0 THEN
    UPDATE purchases SET code = events.code, origin = events.origin FROM events
    WHERE purchases.app_id = of_app AND purchases.install_id = ANY(install_ids)
      AND events.app_id = of_app AND events.install_id = purchases.install_id AND events.id = purchases.id
      AND events.name = 'purchase' AND (purchases.code, purchases.origin) IS DISTINCT FROM (events.code, events.origin);
    PERFORM move_renewals(of_app, sold);
  END IF;
  PERFORM note_buyers(of_app, install_ids);
END $$`;
