import type { Migration } from './Migration.ts';

/**
 * The words of a text, each prefixed with the app's id. So one index works like one index for each app: a search only
 * reads words of its own app, however many links the others have. The index depends on this function, so changing it
 * takes a new name and a migration that builds the index again. Words are cut at 100 characters, because PostgreSQL
 * keeps words of at most 2,046 bytes. Its parser takes a whole address for one word, so separators become blanks first;
 * chr(96) is a backtick.
 */
const WORDS_OF_APP = `
CREATE FUNCTION words_of_app(app_id text, texts text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $words$
  SELECT array_agg(DISTINCT app_id || ' ' || left(word, 100))
  FROM unnest(tsvector_to_array(to_tsvector(
    'pg_catalog.simple',
    translate(texts, '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~–—‘’“”„«»…' || chr(96), repeat(' ', 42))
  ))) AS word
$words$`;

/** The expression by which a search finds links. Queries have to use the same one as the index. */
export const WORDS_OF_LINK = `array_to_tsvector(words_of_app(app_id, code || ' ' || coalesce(title, '') || ' ' || coalesce(name, '') || ' ' || coalesce(campaign, '') || ' ' || destination))`;

/** Everything that the first public version stores. The types of queries come from these strings: see tableOf. */
export const tables = {
  name: '0001-tables',
  statements: [
    WORDS_OF_APP,
    `CREATE TABLE apps (
      id text PRIMARY KEY,
      name text NOT NULL,
      -- The hosts of the app's short links; if empty, they live at the service's own address.
      link_hosts text[] NOT NULL,
      -- Apple's team and bundle, such as TEAMID.com.example.app.
      ios_app_id text,
      app_store_id text,
      android_package text,
      -- The certificates that the Android app is signed with.
      android_sha256 text[] NOT NULL DEFAULT '{}',
      -- Play signs what phones get by a certificate of its own, so most apps have several.
      android_certificates text NOT NULL DEFAULT 'several',
      -- The app's own scheme, without a colon.
      scheme text,
      -- For how many days after a link was opened or matched events are attributed to it.
      attribution_days integer NOT NULL DEFAULT 30,
      -- The largest amounts that statistics count, by currency; the others have their defaults.
      max_amounts jsonb NOT NULL DEFAULT '{}',
      device_report text NOT NULL DEFAULT 'afterTap',
      -- Whose amounts count. With "server", those from phones stay in the event's data.
      revenue_from text NOT NULL DEFAULT 'app',
      -- The name of the icon; see storage/company/icons.ts.
      icon text,
      -- Colours such as #c2410c.
      accent text,
      background text,
      texts jsonb NOT NULL DEFAULT '{}',
      landing text NOT NULL DEFAULT 'page',
      ios_button text NOT NULL DEFAULT 'copy',
      -- Whether any path of the app's hosts is a link.
      path_links text NOT NULL DEFAULT 'off',
      -- Patterns of paths that aren't.
      no_links text[] NOT NULL DEFAULT '{}',
      -- Whether landing pages show titles that somebody with the app wrote.
      shared_titles text NOT NULL DEFAULT 'off',
      -- The number by which App Store Connect knows whose campaign it is.
      app_store_provider_id text,
      -- The IANA time zone whose days reports count by.
      time_zone text NOT NULL DEFAULT 'UTC',
      -- Null for the one with the most revenue.
      main_currency text,
      -- Those that differ from the defaults.
      quotas jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE arrivals (app_id text PRIMARY KEY, epoch text NOT NULL, place text NOT NULL, first bigint NOT NULL)`,
    `CREATE TABLE changes (
      app_id text NOT NULL,
      at timestamptz(3) NOT NULL,
      id text NOT NULL,
      -- The secret key that did it; null for the admin token.
      key_id text,
      what text NOT NULL,
      -- A link's code, or the id of something else; null for a person.
      subject text,
      -- JSON, stored as text, as in links. Only what changed; null for what was created.
      before text,
      -- Null for what was deleted.
      after text,
      PRIMARY KEY (app_id, at, id)
    )`,
    `CREATE TABLE buyers (
      app_id text NOT NULL, install_id text NOT NULL, event_id text NOT NULL, at timestamptz(3) NOT NULL,
      installed_at timestamptz(3), origin bigint, brought bigint, audience bigint,
      PRIMARY KEY (app_id, install_id)
    )`,
    `CREATE TABLE clicks (
      app_id text NOT NULL,
      id text NOT NULL,
      code text NOT NULL,
      address text,
      user_agent text,
      language text,
      screen_width double precision,
      screen_height double precision,
      scale double precision,
      timezone text,
      created_at timestamptz(3) NOT NULL,
      reported_at timestamptz(3),
      claimed_at timestamptz(3),
      claimed_by text,
      -- The query of the short link, which is passed on to the destination. Of a claimed one only utm_* is left.
      query text,
      -- A keyed hash of the IPv4 address, or of the IPv6 /64.
      network text,
      -- What the agent says of the phone; see readUserAgent.
      device text,
      model text,
      system_version text,
      -- The same of the /24, or of the /48.
      wide_network text,
      -- Keyed hashes of agent and language, of screen, of zone and of hints, with spaces between. They stay when these
      -- are removed, as soon as the click is claimed.
      look text,
      -- The path of a path link. Its code is the same path, or stands for many: see groupNames.
      route text,
      -- The campaign at that time: changing the link's later doesn't move what was counted.
      campaign text,
      source text,
      medium text,
      -- Two letters; null if nothing tells: see flow/countries.ts.
      country text,
      -- "Safari", "Instagram" …; see readUserAgent. It stays when the agent is removed.
      browser text,
      -- When a button to the store was pressed first.
      store_tapped_at timestamptz(3),
      audience bigint,
      visitor smallint,
      arrived bigint NOT NULL DEFAULT 0,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (app_id, id, created_at)
    ) PARTITION BY RANGE (created_at)`,
    `CREATE TABLE cohorts (
      app_id text NOT NULL, grain text NOT NULL, key bigint NOT NULL, day date NOT NULL, unit text NOT NULL,
      installs numeric, buyers_1 numeric, buyers_7 numeric, buyers_30 numeric, revenue_1 numeric,
      revenue_7 numeric, revenue_30 numeric, returned_1 numeric, returned_7 numeric, returned_30 numeric,
      PRIMARY KEY (app_id, grain, key, day, unit)
    )`,
    `CREATE TABLE deltas (
      app_id text NOT NULL, at timestamptz(3) NOT NULL, installed_at timestamptz(3), origin bigint,
      brought bigint, audience bigint, figure text NOT NULL, currency text, name text, n integer NOT NULL,
      amount numeric
    )`,
    `CREATE TABLE deletions (
      app_id text NOT NULL, kind text NOT NULL, arrived bigint NOT NULL, row_arrived bigint NOT NULL,
      row_position integer NOT NULL,
      PRIMARY KEY (app_id, kind, arrived, row_arrived, row_position)
    )`,
    // Links that can be restored. Nobody else gets their codes in the meantime.
    `CREATE TABLE deleted_links (
      app_id text NOT NULL, code text NOT NULL, deleted_at timestamptz(3) NOT NULL, created_by text,
      -- The row as PostgreSQL writes it.
      link jsonb NOT NULL,
      PRIMARY KEY (app_id, code)
    )`,
    `CREATE TABLE events (
      app_id text NOT NULL,
      id text NOT NULL,
      -- Null if a server named a user without a known install.
      install_id text,
      -- "server" if an app's server sent it. No phone can say so.
      platform text,
      name text NOT NULL,
      -- Text, not jsonb: jsonb refuses the escaped character NUL, which is legal JSON.
      data text,
      -- By the phone's clock.
      logged_at timestamptz(3) NOT NULL,
      received_at timestamptz(3) NOT NULL,
      -- The app's own id of the person.
      user_id text,
      -- Tells apart what came in one millisecond: an instance counts what it stores.
      position integer NOT NULL DEFAULT 0,
      -- When it happened, by our clock.
      occurred_at timestamptz(3) NOT NULL,
      -- The code of the link that it is attributed to.
      code text,
      amount numeric(22,6),
      -- Three capital letters, or null if the event named none.
      currency text,
      -- The id of the purchase that this renews, and whose link it has.
      renewal_of text,
      origin bigint,
      brought bigint,
      audience bigint,
      installed_at timestamptz(3),
      arrived bigint NOT NULL DEFAULT 0,
      counted_as text,
      PRIMARY KEY (app_id, received_at, position, arrived)
    ) PARTITION BY RANGE (received_at)`,
    `CREATE TABLE event_ids (
      app_id text NOT NULL, id uuid NOT NULL, quarter date NOT NULL, received_at timestamptz(3) NOT NULL,
      PRIMARY KEY (app_id, id, quarter)
    ) PARTITION BY RANGE (quarter)`,
    // Keys for hashes of networks and visitors. The key can undo the hash of an IPv4 address, so it is deleted soon.
    `CREATE TABLE hash_keys (
      app_id text NOT NULL, kind text NOT NULL, starts date NOT NULL, key text NOT NULL,
      PRIMARY KEY (app_id, kind, starts)
    )`,
    // Not in `apps`, because an app is read with each of its links.
    `CREATE TABLE icons (
      app_id text PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
      name text NOT NULL,
      bytes bytea NOT NULL
    )`,
    // The answer that an install got, kept so that it gets the same answer again.
    `CREATE TABLE installs (
      app_id text NOT NULL,
      id text NOT NULL,
      code text NOT NULL,
      -- Of the click, whole: it holds the ids that ad networks ask for, such as gclid.
      query text,
      -- Null if the link was copied by hand: then there was no click.
      click_id text,
      matched_by text NOT NULL,
      confidence double precision NOT NULL,
      matched_at timestamptz(3) NOT NULL,
      -- When events may begin to belong to the link: at the click.
      since timestamptz(3) NOT NULL,
      -- The path of a path link, as in clicks.
      route text,
      -- The campaign of the click, or of the link if there was none: changing the link's later doesn't move what was
      -- counted.
      campaign text,
      source text,
      medium text,
      audience bigint,
      returned smallint,
      arrived bigint NOT NULL DEFAULT 0,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE TABLE jobs (
      name text PRIMARY KEY, holder text, leased_until timestamptz(3), finished_at timestamptz(3),
      succeeded_at timestamptz(3)
    )`,
    // When a key was last used, to the minute.
    `CREATE TABLE key_uses (
      key_id text PRIMARY KEY,
      used_at timestamptz(3) NOT NULL
    )`,
    `CREATE TABLE keys (
      id text PRIMARY KEY,
      app_id text NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      kind text NOT NULL,
      -- Null for a publishable key.
      scope text,
      hash text NOT NULL,
      -- A publishable key itself. Of a secret one, enough to tell keys apart, and too little to use one.
      hint text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      revoked_at timestamptz(3),
      -- What the key is for, in its owner's words.
      label text,
      UNIQUE (app_id, hash),
      CHECK ((kind = 'secret') = (scope IS NOT NULL))
    )`,
    `CREATE TABLE links (
      code text NOT NULL,
      app_id text NOT NULL REFERENCES apps (id),
      destination text NOT NULL,
      title text,
      description text,
      image_url text,
      -- JSON, stored as text, as in events.
      data text,
      ios_fallback text,
      android_fallback text,
      desktop_fallback text,
      -- Null for what the app says.
      landing text,
      -- A page of its own in each store.
      ios_listing text,
      android_listing text,
      -- What the team calls the link; visitors see the title.
      name text,
      campaign text,
      source text,
      medium text,
      tags text[] NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3),
      expires_at timestamptz(3),
      -- Where people go once the link has ended.
      afterwards text,
      disabled_at timestamptz(3),
      -- The install that made the link in the app.
      created_by text,
      -- A hash of install, route and data; the same three give the same link.
      created_from text,
      PRIMARY KEY (app_id, code)
    )`,
    // All attempts to match, kept to learn from and to say why nothing matched.
    `CREATE TABLE match_attempts (
      app_id text NOT NULL,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      attempted_at timestamptz(3) NOT NULL,
      install_id text,
      -- Hashes, as in clicks.
      network text,
      platform text,
      -- "matched", or the reason why nothing matched.
      outcome text NOT NULL,
      matched_by text,
      -- The confidence of the link that was likeliest by fingerprint, matched or not.
      confidence double precision,
      -- How likely the install came by any click on its network.
      linked double precision,
      -- The time from the click to the match.
      delay_ms double precision,
      -- If the click is certain: how phone and browser compare, with a letter for each signal.
      comparison text,
      -- If the click is certain: what the fingerprint would have said, and whether that was right.
      guess_confidence double precision,
      guess_is_right boolean,
      wide_network text,
      counted_as text,
      PRIMARY KEY (app_id, id, attempted_at)
    ) PARTITION BY RANGE (attempted_at)`,
    `CREATE TABLE name_days (
      app_id text NOT NULL, day date NOT NULL, kind text NOT NULL, name text NOT NULL, number integer NOT NULL,
      PRIMARY KEY (app_id, day, kind, name),
      UNIQUE (app_id, day, kind, number)
    )`,
    // Links that opened an installed app, which then resolved them.
    `CREATE TABLE opens (
      app_id text NOT NULL,
      install_id text NOT NULL,
      opened_at timestamptz(3) NOT NULL,
      code text NOT NULL,
      -- The campaign at that time: changing the link's later doesn't move what was counted.
      campaign text,
      source text,
      medium text,
      audience bigint,
      PRIMARY KEY (app_id, install_id, opened_at, code)
    ) PARTITION BY RANGE (opened_at)`,
    `CREATE TABLE pending_deletions (
      app_id text NOT NULL, kind text NOT NULL, id text NOT NULL, user_id text, until timestamptz(3),
      due_at timestamptz(3) NOT NULL,
      PRIMARY KEY (app_id, kind, id)
    )`,
    `CREATE TABLE purchases (
      app_id text NOT NULL, id text NOT NULL, install_id text, user_id text, code text, origin bigint,
      PRIMARY KEY (app_id, id)
    )`,
    // For each quota, how much the app uses, or a higher number: see company/quotas.ts.
    `CREATE TABLE quota_uses (
      app_id text NOT NULL, quota text NOT NULL, used bigint NOT NULL, counted_at timestamptz(3),
      PRIMARY KEY (app_id, quota)
    )`,
    `CREATE TABLE rollup_keys (
      app_id text NOT NULL, id bigint NOT NULL, link text, campaign text, source text, medium text,
      platform text, system text, browser text, country text, event text,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE TABLE rollup_zones (
      app_id text NOT NULL, since timestamptz(3) NOT NULL, time_zone text NOT NULL,
      PRIMARY KEY (app_id, since)
    )`,
    `CREATE TABLE rollups (
      app_id text NOT NULL, view text NOT NULL, grain text NOT NULL, key bigint NOT NULL, starts timestamp(0) NOT NULL,
      side text NOT NULL, unit text NOT NULL,
      clicks numeric, visitors numeric, link_visitors numeric, store_taps numeric, installs numeric,
      bought numeric, without_link numeric, unsure numeric, opens numeric, buyers numeric, login numeric,
      search numeric, share numeric, sign_up numeric, tutorial_begin numeric, tutorial_complete numeric,
      re_engage numeric, invite numeric, opened_from_push_notification numeric, add_payment_info numeric,
      add_shipping_info numeric, add_to_cart numeric, remove_from_cart numeric, refund numeric,
      view_item numeric, begin_checkout numeric, purchase numeric, ad_impression numeric, other numeric,
      confirmed numeric,
      PRIMARY KEY (app_id, view, grain, key, starts, side, unit)
    ) PARTITION BY LIST (grain)`,
    // Secrets that must be read back, sealed: see operations/secrets.ts.
    `CREATE TABLE secrets (
      app_id text NOT NULL,
      -- What it belongs to, such as an endpoint of webhooks.
      owner text NOT NULL,
      id text NOT NULL,
      sealed text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      -- Of one that was replaced: until then both are used.
      expires_at timestamptz(3),
      PRIMARY KEY (app_id, owner, id)
    )`,
    // Who is signed in to the dashboard, with a secret key or the admin token.
    `CREATE TABLE sessions (
      -- Of the cookie.
      hash text PRIMARY KEY,
      -- The secret key that opened the session.
      key_id text,
      -- Or a hash of cookie and admin token together: it shows by which token it was opened, and can't be turned back.
      admin_proof text,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CHECK ((key_id IS NULL) <> (admin_proof IS NULL))
    )`,
    // Views that somebody without a key may see until they end.
    `CREATE TABLE shares (
      app_id text NOT NULL,
      id text NOT NULL,
      -- Of the token.
      hash text NOT NULL,
      label text NOT NULL,
      -- JSON: the filter of GET /api/statistics, by the names of its parameters.
      filter text NOT NULL,
      -- Whether it shows what the team calls its links, and their tags.
      shows_names boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (app_id, id)
    )`,
    // Facts that are told once for each day or week: the last day that they were told about.
    `CREATE TABLE told_days (app_id text NOT NULL, type text NOT NULL, day date NOT NULL, PRIMARY KEY (app_id, type))`,
    // The outbox: what is to be sent, and for some days what was sent.
    `CREATE TABLE webhook_deliveries (
      app_id text NOT NULL,
      -- The "webhook-id", the same with every attempt.
      id text NOT NULL,
      webhook_id text NOT NULL,
      fact_id text NOT NULL,
      -- The fact's.
      at timestamptz(3) NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      -- When the next attempt may begin. While one is under way, when it counts as lost. Null if none will come.
      due_at timestamptz(3),
      tried_at timestamptz(3),
      delivered_at timestamptz(3),
      -- Of the last answer.
      status integer,
      answer text,
      PRIMARY KEY (app_id, id)
    )`,
    // What endpoints are told, stored once for all of them. A fact is deleted with its last delivery.
    `CREATE TABLE webhook_facts (
      app_id text NOT NULL,
      id text NOT NULL,
      type text NOT NULL,
      -- Of an event, by which endpoints choose.
      name text,
      at timestamptz(3) NOT NULL,
      -- JSON, stored as text.
      data text NOT NULL,
      install_id text,
      user_id text,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE TABLE webhooks (
      app_id text NOT NULL,
      id text NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      -- Of "event.recorded", only the events with these names; all if there are none.
      names text[] NOT NULL DEFAULT '{}',
      format text NOT NULL DEFAULT 'standard',
      created_at timestamptz(3) NOT NULL,
      -- Since when no delivery has succeeded; null if the last one did.
      failing_since timestamptz(3),
      paused_at timestamptz(3),
      paused_because text,
      PRIMARY KEY (app_id, id)
    )`,
    `CREATE TABLE settings (
      name text PRIMARY KEY,
      value text NOT NULL
    )`,
    `CREATE TABLE visitors (
      app_id text NOT NULL, day date NOT NULL, hash bytea NOT NULL,
      PRIMARY KEY (app_id, day, hash)
    )`,
    // Rows whose month has no partition go into the default one, so an insert never fails because a job didn't run.
    `CREATE TABLE clicks_default PARTITION OF clicks DEFAULT`,
    `CREATE TABLE events_default PARTITION OF events DEFAULT`,
    `CREATE TABLE event_ids_default PARTITION OF event_ids DEFAULT`,
    `CREATE TABLE match_attempts_default PARTITION OF match_attempts DEFAULT`,
    `CREATE TABLE opens_default PARTITION OF opens DEFAULT`,
    // Months have few rows, which change for a month. Among the rows of days they would lie on nearly every page.
    `CREATE TABLE rollups_day PARTITION OF rollups FOR VALUES IN ('day')`,
    `CREATE TABLE rollups_month PARTITION OF rollups FOR VALUES IN ('month')`,
    `CREATE TABLE rollups_quarter PARTITION OF rollups FOR VALUES IN ('quarter')`,
    `CREATE INDEX changes_of_subject ON changes (app_id, what, subject, at)`,
    `CREATE INDEX clicks_arrived ON clicks (app_id, arrived)`,
    `CREATE INDEX clicks_at ON clicks (app_id, created_at, code)`,
    `CREATE INDEX clicks_of_link ON clicks (app_id, code, created_at)`,
    `CREATE INDEX clicks_of_network ON clicks (app_id, network, created_at)`,
    `CREATE INDEX clicks_with_traces ON clicks (app_id, created_at) WHERE network IS NOT NULL OR user_agent IS NOT NULL OR look IS NOT NULL`,
    `CREATE INDEX cohorts_of_day ON cohorts (app_id, grain, day)`,
    `CREATE INDEX deltas_of_app ON deltas (app_id)`,
    `CREATE INDEX deleted_links_by_age ON deleted_links (app_id, deleted_at)`,
    `CREATE INDEX deleted_links_created_by ON deleted_links (app_id, created_by) WHERE created_by IS NOT NULL`,
    `CREATE INDEX events_arrived ON events (app_id, arrived)`,
    `CREATE INDEX events_of_buyer ON events (app_id, install_id, occurred_at, id) WHERE name = 'purchase'`,
    `CREATE INDEX events_of_install ON events (app_id, install_id, occurred_at)`,
    `CREATE INDEX events_of_person ON events (app_id, user_id, install_id, occurred_at) WHERE user_id IS NOT NULL`,
    `CREATE INDEX events_of_purchase ON events (app_id, renewal_of) WHERE renewal_of IS NOT NULL`,
    `CREATE INDEX installs_arrived ON installs (app_id, arrived)`,
    `CREATE INDEX keys_by_hash ON keys (hash)`,
    `CREATE INDEX links_by_word ON links USING gin (${WORDS_OF_LINK}) WITH (fastupdate = off)`,
    `CREATE INDEX links_created_by ON links (app_id, created_by, created_at) WHERE created_by IS NOT NULL`,
    `CREATE UNIQUE INDEX links_created_from ON links (app_id, created_from)`,
    `CREATE INDEX links_newest ON links (app_id, created_at DESC, code)`,
    `CREATE INDEX links_of_owner ON links (app_id, created_at DESC, code) WHERE created_by IS NULL`,
    `CREATE INDEX links_of_users ON links (app_id, created_at DESC, code) WHERE created_by IS NOT NULL`,
    `CREATE INDEX links_with_tags ON links (app_id, code) WHERE tags <> '{}'`,
    `CREATE INDEX match_attempts_by_outcome ON match_attempts (app_id, outcome, attempted_at) INCLUDE (matched_by)`,
    `CREATE INDEX match_attempts_of_app ON match_attempts (app_id, attempted_at)`,
    `CREATE INDEX match_attempts_of_install ON match_attempts (app_id, install_id)`,
    `CREATE INDEX match_attempts_with_traces ON match_attempts (app_id, attempted_at) WHERE network IS NOT NULL`,
    `CREATE INDEX purchases_of_install ON purchases (app_id, install_id) WHERE install_id IS NOT NULL`,
    `CREATE INDEX purchases_of_user ON purchases (app_id, user_id) WHERE user_id IS NOT NULL`,
    `CREATE INDEX rollup_keys_of_link ON rollup_keys (app_id, link) WHERE link IS NOT NULL`,
    `CREATE INDEX deliveries_due ON webhook_deliveries (app_id, webhook_id, due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX deliveries_of_webhook ON webhook_deliveries (app_id, webhook_id, at)`,
    `CREATE INDEX deliveries_of_fact ON webhook_deliveries (app_id, fact_id)`,
    `CREATE INDEX webhook_facts_of_install ON webhook_facts (app_id, install_id) WHERE install_id IS NOT NULL`,
    `CREATE INDEX webhook_facts_of_user ON webhook_facts (app_id, user_id) WHERE user_id IS NOT NULL`,
    `CREATE INDEX rollups_at ON rollups (app_id, view, grain, starts, key)`,
    `CREATE INDEX sessions_by_age ON sessions (expires_at)`,
  ],
} as const satisfies Migration;
