package org.touchpaper.nsap.circuit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.nsap.circuit.Capacities.Demand;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.ledger.Claim;
import org.touchpaper.segment.ledger.Exclusives;
import org.touchpaper.segment.ledger.Ledger;
import org.touchpaper.segment.ledger.LedgerRows;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.timetable.Window;

/**
 * Admits circuits over the wide area: tries the ways between two attachments, shortest first, until
 * one has room for the whole duration on every link, whole STS-1 slots on each, and a free label at
 * both ends. A change of a circuit prefers the way, slots and labels it has.
 */
public final class WideAreaAdmission implements Admission {

  private final Topology topology;
  private final Rules rules;
  private final Outlook outlook;
  private final Ledger ledger;
  private final Exclusives exclusives;
  private final JdbcTemplate jdbc;

  /** An admission that keeps its ledger in this database. */
  public static WideAreaAdmission on(
      Topology topology, Carriage carriage, AdmissionLimits limits, JdbcTemplate jdbc) {
    return new WideAreaAdmission(
        topology,
        carriage,
        limits,
        new Ledger(new LedgerRows(jdbc), Capacities.all(topology)),
        new Exclusives(jdbc),
        jdbc);
  }

  private WideAreaAdmission(
      Topology topology,
      Carriage carriage,
      AdmissionLimits limits,
      Ledger ledger,
      Exclusives exclusives,
      JdbcTemplate jdbc) {
    this.topology = topology;
    this.rules = new Rules(topology, limits.horizon());
    this.outlook = new Outlook(topology, carriage, limits, ledger);
    this.ledger = ledger;
    this.exclusives = exclusives;
    this.jdbc = jdbc;
  }

  @Override
  public Decision admit(Question question) {
    var criteria = question.criteria();
    return rules
        .firstBroken(criteria, question.now())
        .<Decision>map(Refused::new)
        .orElseGet(() ->
            admit(
                question,
                Ends.of(topology, criteria.source(), criteria.destination()),
                Ledger.window(criteria.schedule())));
  }

  private Decision admit(Question question, Ends asked, Window window) {
    var signal = outlook.signal(asked);
    if (signal.isEmpty()) {
      return new Refused(outlook.noSignal(asked));
    }
    return (signal.get().keepsLabel() ? asked.withOneLabel() : Optional.of(asked))
        .map(ends -> admit(question, signal.get(), ends, window))
        .orElseGet(() -> new Refused(Reasons.noCommonLabel(asked)));
  }

  private Decision admit(Question question, Signal signal, Ends ends, Window window) {
    var mbps = question.criteria().bandwidthMbps();
    var paths = outlook.paths(ends, mbps);
    if (paths.isEmpty()) {
      return new Refused(outlook.noPath(ends, mbps));
    }
    var standing = standing(question);
    Refusal first = null;
    for (var path : preferring(standing, paths)) {
      jdbc.execute("savepoint before_path");
      switch (attempt(question, signal, ends, path, window, standing)) {
        case Held held -> {
          return held;
        }
        case Refused(var refusal) -> {
          // gives up this path's locks too, so no order of locks across paths is needed
          jdbc.execute("rollback to savepoint before_path");
          first = first == null ? refusal : first;
        }
      }
    }
    return new Refused(outlook.withNextFit(Objects.requireNonNull(first), ends, question));
  }

  private static @Nullable Route standing(Question question) {
    var standing = question.standing();
    return standing == null ? null : Route.fromJson(standing.held().plan());
  }

  private List<Path> preferring(@Nullable Route standing, List<Path> paths) {
    var ordered = new ArrayList<>(paths);
    if (standing != null) {
      paths.stream()
          .filter(path -> standing.goes(path.nodes(), links(path)))
          .findFirst()
          .ifPresent(path -> {
            ordered.remove(path);
            ordered.addFirst(path);
          });
    }
    return ordered;
  }

  private Decision attempt(
      Question question,
      Signal signal,
      Ends ends,
      Path path,
      Window window,
      @Nullable Route standing) {
    var connection = question.connection();
    var mbps = question.criteria().bandwidthMbps();
    var needed = outlook.needed(ends, path, mbps);
    var shortage =
        ledger.book(
            connection,
            question.version(),
            needed.stream().map(demand -> claim(demand, window)).toList());
    if (shortage.isPresent()) {
      return new Refused(Reasons.busy(shortage.get()));
    }
    var links = links(path);
    var slots = new ArrayList<List<Integer>>();
    for (var link : links) {
      var chosen = slots(connection, signal, link, mbps, window, standing);
      if (chosen.isEmpty()) {
        return new Refused(Reasons.slotsBusy(link, signal.slots(link, mbps)));
      }
      exclusives.take(
          connection, question.version(), Capacities.slotsOf(link), chosen.get(), window);
      slots.add(chosen.get());
    }
    return labelled(question, signal, ends, path, links, slots, window, standing);
  }

  private List<Link> links(Path path) {
    return path.linkIds().stream().map(topology::link).toList();
  }

  private static Claim claim(Demand demand, Window window) {
    return new Claim(demand.resource(), window, demand.amount());
  }

  private Decision labelled(
      Question question,
      Signal signal,
      Ends ends,
      Path path,
      List<Link> links,
      List<List<Integer>> slots,
      Window window,
      @Nullable Route standing) {
    var in = label(question, ends.source(), window, standing == null ? 0 : standing.firstLabel());
    if (in.isEmpty()) {
      return new Refused(Reasons.labelBusy(ends.source(), "source"));
    }
    var to =
        signal.keepsLabel()
            ? ends.destination().with(VlanRange.single(in.get()))
            : ends.destination();
    var out = label(question, to, window, standing == null ? 0 : standing.lastLabel());
    if (out.isEmpty()) {
      return new Refused(Reasons.labelBusy(to, "destination"));
    }
    var route = Route.along(signal, path, ends, links, slots, in.get(), out.get());
    return new Held(
        question.criteria().source().with(VlanRange.single(in.get())),
        question.criteria().destination().with(VlanRange.single(out.get())),
        Reasons.path(path),
        route.toJson());
  }

  private Optional<List<Integer>> slots(
      ConnectionId connection,
      Signal signal,
      Link link,
      int mbps,
      Window window,
      @Nullable Route standing) {
    var taken = exclusives.takenByOthers(Capacities.slotsOf(link), window, connection);
    var had = standing == null ? List.<Integer>of() : standing.slotsOn(link);
    return signal.choose(link, mbps, had, taken);
  }

  private Optional<Integer> label(Question question, Ends.End end, Window window, int had) {
    var place = Capacities.labelsOf(end.attachment());
    var taken = exclusives.takenByOthers(place, window, question.connection());
    var chosen =
        IntStream.concat(
                IntStream.of(had).filter(end.labels()::contains),
                IntStream.rangeClosed(end.labels().low(), end.labels().high()))
            .filter(label -> !taken.contains(label))
            .boxed()
            .findFirst();
    chosen.ifPresent(label ->
        exclusives.take(question.connection(), question.version(), place, List.of(label), window));
    return chosen;
  }

  @Override
  public void release(ConnectionId connection, int version) {
    ledger.release(connection, version);
    exclusives.release(connection, version);
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return outlook.timetable(question);
  }
}
