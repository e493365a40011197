package org.touchpaper.bar.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.aggregator.SegmentRegistry;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.ResolvedResource.ManagedResource;
import org.touchpaper.bar.resource.ResolvedResource.SegmentResource;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.timetable.CommonSlotFinder;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/**
 * Finds when resources are free: hosts, clusters, links, and lightpaths between two hosts. Asks
 * their resource managers and segments side by side.
 */
@Component
public class AvailabilityService {

  private static final Logger LOG = LoggerFactory.getLogger(AvailabilityService.class);

  /** The longest wait. Services without an answer after it are listed as unanswered. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final NetworkTopology NOTHING =
      new NetworkTopology(null, List.of(), List.of(), List.of());

  private final CommitProtocolPort harc;
  private final SegmentRegistry segments;
  private final NetworkTopologySource topologyReader;
  private final Supplier<NetworkDirectory> directory;
  private final BrokerIdentity identity;
  private final TimeOrderedIds ids;
  private final Duration patience;

  /** What the NSAP last said: tells links from misspelt names while it does not answer. */
  private volatile NetworkTopology lastWideArea = NOTHING;

  @Autowired
  public AvailabilityService(
      CommitProtocolPort harc,
      SegmentRegistry segments,
      NetworkTopologySource topologyReader,
      CurrentNetworkDirectory directory,
      BrokerIdentity identity,
      TimeOrderedIds ids) {
    this(harc, segments, topologyReader, directory, identity, ids, PATIENCE);
  }

  AvailabilityService(
      CommitProtocolPort harc,
      SegmentRegistry segments,
      NetworkTopologySource topologyReader,
      Supplier<NetworkDirectory> directory,
      BrokerIdentity identity,
      TimeOrderedIds ids,
      Duration patience) {
    this.harc = harc;
    this.segments = segments;
    this.topologyReader = topologyReader;
    this.directory = directory;
    this.identity = identity;
    this.ids = ids;
    this.patience = patience;
  }

  /**
   * A resource's availability.
   *
   * @param unit what its capacity is counted in
   * @param capacity the known maximum
   * @param granularity capacity is taken in multiples of this; null if not known
   * @param setupLead how long before a co-allocation it is booked; null if no lightpath needs it
   * @param starts when a slot may start; none unless a duration was given
   */
  public record ResourceAvailability(
      String resource,
      ResourceKind kind,
      String unit,
      long capacity,
      @Nullable Integer granularity,
      @Nullable Duration setupLead,
      StepFunction steps,
      StartRanges starts) {}

  /**
   * The availability of several resources.
   *
   * @param windows when a slot in which all fit may lie; empty unless a duration was given and all
   *     have answered
   * @param missing the resources whose services did not answer
   */
  public record CommonAvailability(
      List<ResourceAvailability> resources,
      Optional<List<Window>> windows,
      List<MissingAnswer> missing) {}

  /**
   * Queries the responsible service about one resource.
   *
   * @throws InvalidRequestException if the resource is unknown
   * @throws NoAnswerException if the service does not answer
   */
  public ResourceAvailability find(String resource, Person person, Schedule window) {
    var request = new AvailabilityRequest(List.of(resource), window, null, null, null, null, 1);
    return find(request, person).resources().getFirst();
  }

  /**
   * Queries the services of all resources. A resource whose query fails is reported as missing.
   *
   * @throws InvalidRequestException if a resource is unknown, or its amount is missing
   * @throws NoAnswerException if none of the services answers
   */
  public CommonAvailability find(AvailabilityRequest request, Person person) {
    return find(request, person, patience);
  }

  /** Queries like the other method, but waits no longer than told. */
  public CommonAvailability find(AvailabilityRequest request, Person person, Duration patience) {
    var known = directory.get();
    var deadline = System.nanoTime() + patience.toNanos();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var resolver = new ResourceNameResolver(known, topology(request, known, threads, patience));
      var resources = resolver.resolve(request.resources());
      requireAmounts(request, resources);
      var query = new Query(request, person, known);
      var futures =
          threads.invokeAll(
              resources.stream()
                  .<Callable<ResourceAvailability>>map(resource -> () -> query.find(resource))
                  .toList(),
              deadline - System.nanoTime(),
              TimeUnit.NANOSECONDS);
      return combine(request, resources, futures, resolver.unanswered(), patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswerException("interrupted while querying timetables", e);
    } finally {
      threads.shutdownNow(); // a service that hangs is not waited for
    }
  }

  /**
   * Asks the segments if a resource is of the network; clusters are in the directory. Waits half of
   * the time, so that the resources' services have the other half.
   */
  private NetworkTopology topology(
      AvailabilityRequest request,
      NetworkDirectory known,
      ExecutorService threads,
      Duration patience)
      throws InterruptedException {
    if (request.resources().stream()
        .allMatch(name ->
            known.cluster(name).isPresent()
                || ResourceNameResolver.units(name, known).isPresent())) {
      return NOTHING;
    }
    var wait = patience.dividedBy(2);
    try {
      var answer = threads.submit(topologyReader::read).get(wait.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.network() == null) {
        return withLastWideArea(answer.hosts(), answer.missing());
      }
      lastWideArea = answer;
      return answer;
    } catch (TimeoutException _) {
      return withoutAnswer(known, "does not return its topology within " + wait);
    } catch (ExecutionException e) {
      return withoutAnswer(known, reasonOf("topology", e.getCause()));
    }
  }

  private NetworkTopology withoutAnswer(NetworkDirectory known, String reason) {
    var silent = new MissingAnswer(null, known.bar().nsap(), reason);
    return withLastWideArea(List.of(), List.of(silent));
  }

  private NetworkTopology withLastWideArea(
      List<NetworkTopology.HostAccess> hosts, List<MissingAnswer> missing) {
    var last = lastWideArea;
    return new NetworkTopology(
        last.network(), hosts, last.links(), last.network() == null ? missing : List.of());
  }

  private static void requireAmounts(
      AvailabilityRequest request, List<ResolvedResource> resources) {
    if (request.duration() == null) {
      return;
    }
    for (var resource : resources) {
      if (request.amountOf(resource.kind()) == null) {
        var field =
            switch (resource.kind()) {
              case CLUSTER -> "nodes";
              case HOST, LINK, LIGHTPATH -> "bandwidthMbps";
              case UNITS -> "amount";
            };
        throw InvalidRequestException.malformed(
            field,
            "required",
            field + " is missing: say how much of " + resource.name() + " is needed");
      }
    }
  }

  private CommonAvailability combine(
      AvailabilityRequest request,
      List<ResolvedResource> resources,
      List<Future<ResourceAvailability>> futures,
      List<MissingAnswer> unanswered,
      Duration patience) {
    var found = new ArrayList<ResourceAvailability>();
    var missing = new ArrayList<>(unanswered);
    for (var i = 0; i < resources.size(); i++) {
      var resource = resources.get(i);
      try {
        found.add(futures.get(i).get());
      } catch (CancellationException _) {
        missing.add(missing(resource, "no answer within " + seconds(patience) + " s"));
      } catch (ExecutionException e) {
        missing.add(missing(resource, reasonOf(resource.name(), e.getCause())));
      } catch (InterruptedException e) {
        throw new IllegalStateException("waited for a result that was there", e);
      }
    }
    if (found.isEmpty()) {
      throw new NoAnswerException(
          String.join(
              "; ",
              missing.stream().map(one -> one.service() + ": " + one.reason()).distinct().toList()),
          null);
    }
    return new CommonAvailability(
        found,
        missing.isEmpty()
            ? Optional.ofNullable(request.duration()).map(length -> windows(request, found, length))
            : Optional.empty(),
        missing);
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static MissingAnswer missing(ResolvedResource resource, String reason) {
    return new MissingAnswer(resource.name(), resource.service(), reason);
  }

  /** A fault of this program is logged: it must not hide what the other services answer. */
  private static String reasonOf(String subject, @Nullable Throwable cause) {
    return switch (cause) {
      case NoAnswerException e -> String.valueOf(e.getMessage());
      case SegmentUnreachableException e -> String.valueOf(e.getMessage());
      case SegmentFaultException e -> String.valueOf(e.getMessage());
      case Error e -> throw e;
      case null, default -> {
        LOG.error("query of {} failed", subject, cause);
        yield "internal error; see the log of this BAR";
      }
    };
  }

  private static List<Window> windows(
      AvailabilityRequest request, List<ResourceAvailability> found, Duration length) {
    return CommonSlotFinder.windows(
        found.stream().map(ResourceAvailability::starts).toList(),
        window(request.window()),
        length,
        request.limit());
  }

  private static Window window(Schedule schedule) {
    return new Window(schedule.startTime(), schedule.endTime());
  }

  /** One request's queries. */
  private final class Query {

    private final AvailabilityRequest request;
    private final Person person;
    private final Duration setupLead;

    Query(AvailabilityRequest request, Person person, NetworkDirectory known) {
      this.request = request;
      this.person = person;
      this.setupLead = known.bar().setupLead();
    }

    ResourceAvailability find(ResolvedResource resource) {
      return switch (resource) {
        case ManagedResource managed -> find(managed);
        case SegmentResource segment -> find(segment);
      };
    }

    private ResourceAvailability find(ManagedResource resource) {
      var length = request.duration();
      var timetable =
          harc.timetable(
              resource.service(),
              resource.query(),
              person,
              request.window(),
              length == null ? null : request.amountOf(resource.kind()),
              length);
      return availability(resource, timetable.unit(), timetable.steps(), timetable.starts());
    }

    /** A lightpath of a co-allocation begins early, so what it needs is free from then on. */
    private ResourceAvailability find(SegmentResource resource) {
      var length = request.duration();
      var window = request.window();
      var answer =
          segments
              .get(resource.service())
              .timetable(
                  new FreeCapacityQuery(
                      new RequesterIdentity(identity.name(), person, ids.next().toString()),
                      resource.near(),
                      resource.far(),
                      new Schedule(window.startTime().minus(setupLead), window.endTime()),
                      length == null ? null : request.amountOf(resource.kind()),
                      length == null ? null : length.plus(setupLead)));
      return availability(
          resource,
          ResourceSummary.MBPS,
          steps(answer).within(window(window)),
          starts(answer).shift(setupLead));
    }

    private ResourceAvailability availability(
        ResolvedResource resource, String unit, StepFunction steps, StartRanges starts) {
      var capacity = resource.capacity();
      return new ResourceAvailability(
          resource.name(),
          resource.kind(),
          unit,
          capacity == null
              ? steps.steps().stream().mapToLong(StepFunction.Step::amount).max().orElse(0)
              : capacity,
          resource.granularity(),
          isOfNetwork(resource.kind()) ? setupLead : null,
          steps,
          starts);
    }

    private static boolean isOfNetwork(ResourceKind kind) {
      return switch (kind) {
        case HOST, LINK, LIGHTPATH -> true;
        case CLUSTER, UNITS -> false;
      };
    }

    private static StepFunction steps(FreeCapacityResult answer) {
      return new StepFunction(
          answer.steps().stream()
              .map(step -> new StepFunction.Step(window(step.during()), step.freeMbps()))
              .toList());
    }

    private static StartRanges starts(FreeCapacityResult answer) {
      return new StartRanges(
          answer.starts().stream()
              .map(range -> new StartRanges.Range(range.firstStart(), range.lastStart()))
              .toList());
    }
  }
}
