package org.touchpaper.bar.listing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * Finds the bookings of a resource in a period, without their details, for a picture of them. A
 * statement finds those of one resource, so that the database can plan it by how common the
 * resource is.
 */
@Component
public class ResourceBookingFinder {

  /** The most bookings that are counted: to know those of a row takes time. */
  private static final long MAX_COUNT = 160;

  /** Links are looked for in the paths of this many lightpaths. */
  public static final int MAX_LIGHTPATHS = 1000;

  /** What holds capacity, has held it, or may. */
  private static final Set<String> SHOWN_STATES =
      Set.of("UNDECIDED", "COMMITTED", "ACTIVE", "ENDED", "FAILED");

  private static final String CO_ALLOCATIONS =
      """
        from co_allocation
       where resources @> array[cast(:resource as text)]
         and (cast(:unit as text) is null
              or exists (select from jsonb_array_elements(parts::jsonb) part
                          where part ->> 'resource' = :resource and part ->> 'unit' = :unit))
         and state in (:states)
      """;

  private static final String LIGHTPATHS =
      """
        from reservation
        left join revision
          on revision.connection_id = reservation.connection_id
         and revision.version = reservation.binding_version
        left join co_allocation
          on co_allocation.id
             = case when requester_id(reservation.requester) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                    then requester_id(reservation.requester)::uuid end
       where reservation.phase in (:states)
      """
          .replace(
              "requester_id(reservation.requester)",
              "(reservation.requester::jsonb ->> 'correlationId')");

  private static final String CO_ALLOCATION_COLUMNS =
      """
      id, owner_name, description, state, start_time, end_time,
      (select sum(coalesce(part -> 'nodes', part -> 'amount', part -> 'bandwidthMbps')::int)
         from jsonb_array_elements(parts::jsonb) part
        where :resource in (part ->> 'resource', part ->> 'source', part ->> 'destination')
          and (cast(:unit as text) is null or part ->> 'unit' = :unit))
      """;

  private static final String LIGHTPATH_COLUMNS =
      """
      reservation.connection_id, reservation.owner, reservation.description, reservation.phase,
      reservation.start_time, reservation.end_time, revision.bandwidth_mbps, co_allocation.id
      """;

  private final JdbcClient sql;
  private final PostgresCustomPlanExecutor customPlans;
  private final Clock clock;

  ResourceBookingFinder(JdbcClient sql, PostgresCustomPlanExecutor customPlans, Clock clock) {
    this.sql = sql;
    this.customPlans = customPlans;
    this.clock = clock;
  }

  /**
   * What a picture shows of a booking.
   *
   * @param id of the co-allocation, or of the lightpath if it is not a part of one
   * @param owner the person's name
   * @param amount of the resource, in its unit; 0 if not known
   */
  public record BookingSummary(
      UUID id,
      boolean isLightpathAlone,
      String owner,
      String description,
      BookingPhase state,
      Instant start,
      Instant end,
      int amount) {}

  /**
   * The bookings of a resource in a period, by start.
   *
   * @param more how many are left out
   * @param isMoreExact false if even more are left out
   */
  public record ResourceBookings(List<BookingSummary> items, long more, boolean isMoreExact) {
    public ResourceBookings {
      items = List.copyOf(items);
    }

    private ResourceBookings with(ResourceBookings other) {
      var all = new ArrayList<>(items);
      all.addAll(other.items);
      return new ResourceBookings(all, more + other.more, isMoreExact && other.isMoreExact);
    }
  }

  /**
   * A lightpath and the elements and links that it crosses.
   *
   * @param path the elements of each segment, one segment after another
   */
  public record LightpathRoute(BookingSummary booking, List<String> path) {
    public LightpathRoute {
      path = List.copyOf(path);
    }
  }

  /**
   * A period, and whose bookings may be seen.
   *
   * @param visibleOwner the only owner whose bookings are found; null if all
   * @param limit the most bookings of a resource
   */
  public record BookingPeriod(Instant from, Instant to, @Nullable String visibleOwner, int limit) {}

  /** The co-allocations with nodes of a cluster. */
  public ResourceBookings ofCluster(String cluster, BookingPeriod period) {
    return customPlans.read(() -> coAllocations(cluster, null, period));
  }

  /** The co-allocations with a unit of a facility. */
  public ResourceBookings ofUnit(String facility, String unit, BookingPeriod period) {
    return customPlans.read(() -> coAllocations(facility, unit, period));
  }

  /**
   * The co-allocations with a lightpath at a host, and the lightpaths there that are not part of a
   * co-allocation of this broker.
   *
   * @param stp where the host is
   */
  public ResourceBookings ofHost(String host, String stp, BookingPeriod period) {
    return customPlans.read(() -> coAllocations(host, null, period).with(lightpaths(stp, period)));
  }

  /** The lightpaths of this broker with their paths, also parts of co-allocations. */
  public List<LightpathRoute> routed(BookingPeriod period) {
    var statement =
        "select * from ("
            + inPeriod(
                LIGHTPATH_COLUMNS + ", reservation.binding_version ",
                LIGHTPATHS + owned("reservation.owner", period),
                "reservation")
            + ") lightpath, lateral (select"
            + " string_agg(path, E'\\n' order by position) from segment_hold where"
            + " segment_hold.connection_id = lightpath.connection_id and revision ="
            + " lightpath.binding_version) as route(path)";
    return query(statement, period)
        .param("limit", MAX_LIGHTPATHS)
        .query((row, _) -> {
          var path = row.getString("path");
          return new LightpathRoute(
              lightpath(row), path == null ? List.of() : path.lines().toList());
        })
        .list();
  }

  private ResourceBookings coAllocations(
      String resource, @Nullable String unit, BookingPeriod period) {
    var condition = CO_ALLOCATIONS + owned("owner_name", period);
    var found =
        query(inPeriod(CO_ALLOCATION_COLUMNS, condition, "co_allocation"), period)
            .param("resource", resource)
            .param("unit", unit)
            .param("limit", period.limit() + 1)
            .query((row, _) -> summary(row, row.getObject(1, UUID.class), false))
            .list();
    return limited(
        found,
        period,
        () ->
            query(
                    "select count(*) from ("
                        + inPeriod("co_allocation.start_time ", condition, "co_allocation")
                        + ") counted",
                    period)
                .param("resource", resource)
                .param("unit", unit)
                .param("limit", MAX_COUNT + 1)
                .query(Long.class)
                .single());
  }

  private ResourceBookings lightpaths(String stp, BookingPeriod period) {
    var condition =
        LIGHTPATHS
            + " and (reservation.source = :stp or reservation.destination = :stp) and"
            + " co_allocation.id is null"
            + owned("reservation.owner", period);
    var found =
        query(inPeriod(LIGHTPATH_COLUMNS, condition, "reservation"), period)
            .param("stp", stp)
            .param("limit", period.limit() + 1)
            .query((row, _) -> lightpath(row))
            .list();
    return limited(
        found,
        period,
        () ->
            query(
                    "select count(*) from ("
                        + inPeriod("reservation.start_time ", condition, "reservation")
                        + ") counted",
                    period)
                .param("stp", stp)
                .param("limit", MAX_COUNT + 1)
                .query(Long.class)
                .single());
  }

  /**
   * The bookings that have begun before the period, which are few and found by the index of ranges,
   * and the first that begin in it, which are found by the index of starts.
   */
  private static String inPeriod(String columns, String condition, String table) {
    var select = "(select " + columns + condition + " and ";
    return "select * from ("
        + select
        + "tstzrange(TABLE.start_time, TABLE.end_time) @> cast(:from as timestamptz)"
            .replace("TABLE", table)
        + " and TABLE.start_time < :from) union all ".replace("TABLE", table)
        + select
        + "TABLE.start_time >= :from and TABLE.start_time < :to order by TABLE.start_time limit"
            .replace("TABLE", table)
        + " :limit)) found order by start_time limit :limit";
  }

  private static String owned(String column, BookingPeriod period) {
    return period.visibleOwner() == null ? "" : " and " + column + " = :owner";
  }

  private JdbcClient.StatementSpec query(String statement, BookingPeriod period) {
    var query =
        sql.sql(statement)
            .param("from", utc(period.from()))
            .param("to", utc(period.to()))
            .param("states", SHOWN_STATES);
    return period.visibleOwner() == null ? query : query.param("owner", period.visibleOwner());
  }

  private static ResourceBookings limited(
      List<BookingSummary> found, BookingPeriod period, LongSupplier counter) {
    if (found.size() <= period.limit()) {
      return new ResourceBookings(found, 0, true);
    }
    var count = counter.getAsLong();
    return new ResourceBookings(
        found.subList(0, period.limit()),
        Math.min(count, MAX_COUNT) - period.limit(),
        count <= MAX_COUNT);
  }

  private BookingSummary lightpath(ResultSet row) throws SQLException {
    var whole = row.getObject(8, UUID.class);
    return summary(row, whole == null ? row.getObject(1, UUID.class) : whole, whole == null);
  }

  private BookingSummary summary(ResultSet row, UUID id, boolean isLightpathAlone)
      throws SQLException {
    var end = row.getObject(6, OffsetDateTime.class).toInstant();
    return new BookingSummary(
        id,
        isLightpathAlone,
        row.getString(2),
        row.getString(3),
        state(BookingPhase.valueOf(row.getString(4)), end),
        row.getObject(5, OffsetDateTime.class).toInstant(),
        end,
        row.getInt(7));
  }

  /** A booking whose end has passed has ended, also if no check has stored that yet. */
  private BookingPhase state(BookingPhase stored, Instant end) {
    return switch (stored) {
      case COMMITTED, ACTIVE -> end.isAfter(clock.instant()) ? stored : BookingPhase.ENDED;
      case UNDECIDED, ENDED, CANCELLED, FAILED, REFUSED -> stored;
    };
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
