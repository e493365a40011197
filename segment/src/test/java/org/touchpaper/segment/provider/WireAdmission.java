package org.touchpaper.segment.provider;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.connection.VlanRange;

/** Admission to a single wire between {@code left} and {@code right} that takes one circuit. */
final class WireAdmission implements Admission {

  private final JdbcClient sql;

  WireAdmission(JdbcClient sql) {
    this.sql = sql;
  }

  @Override
  public Decision admit(Question question) {
    var criteria = question.criteria();
    for (var end : List.of(criteria.source(), criteria.destination())) {
      if (!List.of("left", "right").contains(end.port())) {
        return refused(Refusal.Code.UNKNOWN_STP, end.port(), "no such end: " + end);
      }
    }
    if (isBusy(question)) {
      return refused(Refusal.Code.CAPACITY_BUSY, "wire", "the wire is taken");
    }
    sql.sql("insert into wire values (?, ?, tstzrange(?, ?, '[)'))")
        .param(question.connection().value())
        .param(question.version())
        .param(Columns.time(criteria.schedule().startTime()))
        .param(Columns.time(criteria.schedule().endTime()))
        .update();
    return new Held(
        chosen(criteria.source()), chosen(criteria.destination()), List.of("A", "B"), "the wire");
  }

  private boolean isBusy(Question question) {
    return sql.sql(
            """
            select exists (select from wire where connection_id <> ?
              and during && tstzrange(?, ?, '[)'))
            """)
        .param(question.connection().value())
        .param(Columns.time(question.criteria().schedule().startTime()))
        .param(Columns.time(question.criteria().schedule().endTime()))
        .query(Boolean.class)
        .single();
  }

  private static Stp chosen(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.with(VlanRange.single(vlans.low()));
  }

  private static Refused refused(Refusal.Code code, String resource, String reason) {
    return new Refused(new Refusal(code, resource, "", reason, null));
  }

  @Override
  public void release(ConnectionId connection, int version) {
    sql.sql("delete from wire where connection_id = ? and version = ?")
        .param(connection.value())
        .param(version)
        .update();
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return new FreeCapacity(List.of(), List.of());
  }
}
