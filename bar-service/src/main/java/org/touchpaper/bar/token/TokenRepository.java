package org.touchpaper.bar.token;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Stores tokens by the hash of their secret. Each method is one statement, or two that commute. */
@Repository
class TokenRepository {

  private static final Duration REVOKED_RETENTION = Duration.ofDays(1);

  /** More than one, so that the table shrinks. */
  private static final int DELETED_AT_ONCE = 100;

  private final JdbcClient sql;

  TokenRepository(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Adds a token, and removes some expired tokens of all owners. A revoked token is kept for a day,
   * so that a repeated revocation has the same answer.
   *
   * @return false if the owner has as many as permitted
   */
  boolean add(ApiToken token, String hash, int maxOfOwner) {
    sql.sql(
            """
            delete from api_token where id in (
              select id from api_token where expires_at <= :now or revoked_at <= :dayAgo
               limit :limit for update skip locked)
            """)
        .param("now", utc(token.createdAt()))
        .param("dayAgo", utc(token.createdAt().minus(REVOKED_RETENTION)))
        .param("limit", DELETED_AT_ONCE)
        .update();
    return sql.sql(
                """
                insert into api_token (id, hash, owner, name, scopes, created_at, expires_at)
                select :id, :hash, :owner, :name, :scopes, :createdAt, :expiresAt
                 where :max > (select count(*) from api_token
                                where owner = :owner and revoked_at is null)
                """)
            .param("id", token.id())
            .param("hash", hash)
            .param("owner", token.owner())
            .param("name", token.name())
            .param("scopes", String.join(" ", TokenScope.texts(token.scopes())))
            .param("createdAt", utc(token.createdAt()))
            .param("expiresAt", utc(token.expiresAt()))
            .param("max", maxOfOwner)
            .update()
        == 1;
  }

  Optional<ApiToken> findByHash(String hash) {
    return sql.sql("select * from api_token where hash = :hash")
        .param("hash", hash)
        .query((row, _) -> read(row))
        .optional();
  }

  /** Lists the owner's tokens that are not revoked, newest first. */
  List<ApiToken> list(String owner) {
    return sql.sql(
            """
            select * from api_token where owner = :owner and revoked_at is null
             order by created_at desc, id desc
            """)
        .param("owner", owner)
        .query((row, _) -> read(row))
        .list();
  }

  /** Returns true if the owner has such a token, revoked or not. */
  boolean isKnown(UUID id, String owner) {
    return sql.sql("select exists (select from api_token where id = :id and owner = :owner)")
        .param("id", id)
        .param("owner", owner)
        .query(Boolean.class)
        .single();
  }

  /**
   * Revokes a token, once.
   *
   * @return false if the owner has no such token that is not revoked
   */
  boolean revoke(UUID id, String owner, Instant now) {
    return sql.sql(
                """
                update api_token set revoked_at = :now
                 where id = :id and owner = :owner and revoked_at is null
                """)
            .param("now", utc(now))
            .param("id", id)
            .param("owner", owner)
            .update()
        == 1;
  }

  /** Notes a use; of several at once only one writes. */
  void noteUse(ApiToken token, Instant now) {
    sql.sql(
            """
            update api_token set last_used_at = :now
             where id = :id and (last_used_at is null or last_used_at <= :before)
            """)
        .param("now", utc(now))
        .param("id", token.id())
        .param("before", utc(now.minus(ApiToken.LAST_USE_PRECISION)))
        .update();
  }

  private static ApiToken read(ResultSet row) throws SQLException {
    return new ApiToken(
        row.getObject("id", UUID.class),
        row.getString("owner"),
        row.getString("name"),
        Arrays.stream(row.getString("scopes").split(" ", -1))
            .map(text -> TokenScope.find(text).orElseThrow())
            .toList(),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        instant(row.getObject("last_used_at", OffsetDateTime.class)),
        instant(row.getObject("revoked_at", OffsetDateTime.class)));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
