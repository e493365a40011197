package org.touchpaper.bar.template;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Stores templates. Each method is one statement. */
@Repository
class BookingTemplateRepository {

  private final JdbcClient sql;

  BookingTemplateRepository(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Stores a template, in place of the owner's one of the same name.
   *
   * @return false if the owner has as many as permitted
   */
  boolean save(BookingTemplate template, int maxOfOwner) {
    return sql.sql(
                """
                insert into booking_template (id, owner, name, form, changed_at)
                select :id, :owner, :name, :form, :changedAt
                 where :max > (select count(*) from booking_template
                                where owner = :owner and name <> :name)
                on conflict (owner, name)
                do update set form = excluded.form, changed_at = excluded.changed_at
                """)
            .param("id", template.id())
            .param("owner", template.owner())
            .param("name", template.name())
            .param("form", template.values())
            .param("changedAt", template.changedAt().atOffset(ZoneOffset.UTC))
            .param("max", maxOfOwner)
            .update()
        == 1;
  }

  /** Lists the owner's templates by name. */
  List<BookingTemplate> list(String owner) {
    return sql.sql("select * from booking_template where owner = :owner order by lower(name), id")
        .param("owner", owner)
        .query((row, _) -> read(row))
        .list();
  }

  Optional<BookingTemplate> find(String owner, UUID id) {
    return sql.sql("select * from booking_template where id = :id and owner = :owner")
        .param("id", id)
        .param("owner", owner)
        .query((row, _) -> read(row))
        .optional();
  }

  void delete(String owner, UUID id) {
    sql.sql("delete from booking_template where id = :id and owner = :owner")
        .param("id", id)
        .param("owner", owner)
        .update();
  }

  private static BookingTemplate read(ResultSet row) throws SQLException {
    return new BookingTemplate(
        row.getObject("id", UUID.class),
        row.getString("owner"),
        row.getString("name"),
        row.getString("form"),
        row.getObject("changed_at", OffsetDateTime.class).toInstant());
  }
}
