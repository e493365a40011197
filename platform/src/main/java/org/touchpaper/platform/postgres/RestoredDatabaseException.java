package org.touchpaper.platform.postgres;

import java.io.Serial;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The database was restored from a backup, so it lacks what other services were promised since. The
 * service refuses to start on it.
 */
public final class RestoredDatabaseException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private static final String TIMELINE = "left(pg_walfile_name(pg_current_wal_lsn()), 8)";

  private RestoredDatabaseException() {
    super("the database was restored from a backup: it lacks what was promised since the backup");
  }

  /**
   * Throws if the database was restored. A dump has the transaction id that the service wrote, but
   * its row is written by another transaction; a recovery begins a new timeline of the log. A copy
   * of the database's files is not detected.
   */
  public static void throwIfRestored(DataSource database) {
    var sql = JdbcClient.create(database);
    sql.sql(
            """
            insert into database_identity (written_by, timeline)
            values (pg_current_xact_id()::xid::text, %s) on conflict do nothing
            """
                .formatted(TIMELINE))
        .update();
    var isOriginal =
        sql.sql(
                "select written_by = xmin::text and timeline = %s from database_identity"
                    .formatted(TIMELINE))
            .query(Boolean.class)
            .single();
    if (!isOriginal) {
      throw new RestoredDatabaseException();
    }
  }
}
