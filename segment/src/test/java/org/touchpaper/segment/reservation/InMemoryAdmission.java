package org.touchpaper.segment.reservation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.persistence.ColumnMapping;

/**
 * The admission of a single wire between {@code left} and {@code right} that carries one circuit.
 */
final class InMemoryAdmission implements CapacityAllocator {

  private final JdbcClient sql;

  /** What a dry run admitted; null outside of one. */
  private final @Nullable List<AdmissionRequest> dryRun;

  InMemoryAdmission(JdbcClient sql) {
    this(sql, null);
  }

  private InMemoryAdmission(JdbcClient sql, @Nullable List<AdmissionRequest> dryRun) {
    this.sql = sql;
    this.dryRun = dryRun;
  }

  @Override
  public CapacityAllocator forDryRun() {
    return new InMemoryAdmission(sql, new ArrayList<>());
  }

  @Override
  public Decision admit(AdmissionRequest request) {
    var criteria = request.criteria();
    for (var end : List.of(criteria.source(), criteria.destination())) {
      if (!List.of("left", "right").contains(end.port())) {
        return refused(Refusal.Code.UNKNOWN_STP, end.port(), "no such end: " + end);
      }
    }
    if (isBusy(request)) {
      return refused(Refusal.Code.CAPACITY_BUSY, "wire", "the wire is taken");
    }
    if (dryRun == null) {
      insert(request);
    } else {
      dryRun.add(request);
    }
    return new Held(
        chosen(criteria.source()), chosen(criteria.destination()), List.of("A", "B"), "the wire");
  }

  private void insert(AdmissionRequest request) {
    var schedule = request.criteria().schedule();
    sql.sql("insert into wire values (?, ?, tstzrange(?, ?, '[)'))")
        .param(request.connection().value())
        .param(request.version())
        .param(ColumnMapping.toColumn(schedule.startTime()))
        .param(ColumnMapping.toColumn(schedule.endTime()))
        .update();
  }

  private boolean isBusy(AdmissionRequest request) {
    return isTakenInDryRun(request) || isTaken(request);
  }

  private boolean isTakenInDryRun(AdmissionRequest request) {
    return dryRun != null
        && dryRun.stream()
            .anyMatch(
                admitted -> admitted.criteria().schedule().overlaps(request.criteria().schedule()));
  }

  private boolean isTaken(AdmissionRequest request) {
    return sql.sql(
            """
            select exists (select from wire where connection_id <> ?
              and during && tstzrange(?, ?, '[)'))
            """)
        .param(request.connection().value())
        .param(ColumnMapping.toColumn(request.criteria().schedule().startTime()))
        .param(ColumnMapping.toColumn(request.criteria().schedule().endTime()))
        .query(Boolean.class)
        .single();
  }

  private static Stp chosen(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.withVlans(VlanRange.single(vlans.low()));
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
  public void forgetBefore(Instant instant) {
    sql.sql("delete from wire where upper(during) < ?")
        .param(ColumnMapping.toColumn(instant))
        .update();
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    return new FreeCapacityResult(List.of(), List.of());
  }
}
