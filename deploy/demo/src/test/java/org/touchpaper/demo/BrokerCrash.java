package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoPeerRoles;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.probe.NetworkStateReader;
import org.touchpaper.demo.run.DemoApplicationSetup;
import org.touchpaper.hlm.BookingFilter;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationChange;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.platform.SecretFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code kill -9} of the home BAR right after it has promised a run with its lightpath, and while
 * it is booking others. It stays dead until after the promised start.
 */
final class BrokerCrash implements AutoCloseable {

  static final String HOME_BAR = "bar-ucl";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration LENGTH = Duration.ofMinutes(20);

  /** Its lightpath begins {@code setupLead} (10 s) before. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private final LauncherRun network;
  private final DataDirectory data;
  private final PortPlan ports;
  private final DemoHttpClient calls;
  private final NetworkStateReader state;
  private final HttpClient http = HttpClient.newHttpClient();
  private final HlmClient scientist;
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<String> jobsBefore;
  private final JsonNode idle;

  BrokerCrash(LauncherRun network, DataDirectory data, PortPlan ports) {
    this.network = network;
    this.data = data;
    this.ports = ports;
    this.calls = new DemoHttpClient(data, ports);
    this.state = new NetworkStateReader(calls, data.of("newton").resolve("allocations"));
    var bar = URI.create(String.valueOf(ports.url(HOME_BAR)));
    this.scientist = new HlmClient(bar, "scientist", "scientist", TIMEOUT);
    this.jobsBefore = jobs();
    this.idle = elements();
  }

  void killAroundBookings() {
    var start = Instant.now().plus(SOON).truncatedTo(ChronoUnit.SECONDS);
    var promised = done(scientist.book(request("promised", start), "crash-promised"));
    assertThat(promised.state()).isEqualTo("COMMITTED");

    var known = transactions();
    var soon = request("soon", start);
    var later = request("later", start.plus(LENGTH.dividedBy(2))); // on another VLAN
    var underWay = List.of(book(soon, "crash-soon"), book(later, "crash-later"));
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(TIMEOUT)
        .until(() ->
            !known.containsAll(transactions())
                || underWay.stream().anyMatch(CompletableFuture::isDone));
    network.killUntilStarted(HOME_BAR);
    var answers = underWay.stream().map(CompletableFuture::join).toList();

    awaitCircuit(promised);
    awaitJob(promised);
    assertThat(calls.isUp(HOME_BAR)).isFalse();
    network.startAgain(HOME_BAR);
    await().atMost(TIMEOUT).until(() -> calls.isUp(HOME_BAR));

    awaitActive(promised.id());
    var bookedLater = done(repeat(later, "crash-later", answers.getLast()));
    moveToNow(bookedLater);
    var booked =
        Stream.concat(
                Stream.of(promised.id(), bookedLater.id()),
                afterRestart(repeat(soon, "crash-soon", answers.getFirst())))
            .toList();
    booked.forEach(this::awaitActive);
    assertThat(listed()).containsExactlyInAnyOrderElementsOf(booked);
    assertThat(newJobs())
        .containsExactlyInAnyOrderElementsOf(booked.stream().map(this::jobOf).toList());
    endAll(booked);
  }

  private static CoAllocationRequest request(String description, Instant start) {
    return new CoAllocationRequest(
        "crash: " + description,
        new FixedSchedule(start, start.plus(LENGTH)),
        List.of(
            new Compute(
                null, "newton", 1, CoAllocationRequest.Run.of(DemoApplicationSetup.APPLICATION))),
        List.of(new Lightpath("vis.ucl", "newton.manchester", 100)));
  }

  private CompletableFuture<CallResult<CoAllocationDto>> book(
      CoAllocationRequest wanted, String key) {
    return CompletableFuture.supplyAsync(() -> scientist.book(wanted, key), callers);
  }

  /** The transactions that acceptors have not finished. */
  private Set<String> transactions() {
    return DemoPeerRoles.ACCEPTORS.stream()
        .map(this::administer)
        .flatMap(text -> ID.matcher(text).results().map(found -> found.group(1)))
        .collect(Collectors.toSet());
  }

  private String administer(String acceptor) {
    var secret = SecretFile.read(data.secret(acceptor, DemoServiceSettings.ADMINISTRATOR));
    var request =
        HttpRequest.newBuilder(URI.create(ports.url(acceptor) + "/harc/admin/transactions"))
            .timeout(TIMEOUT)
            .header("Touchpaper-Peer", DemoServiceSettings.ADMINISTRATOR)
            .header("Authorization", "Bearer " + secret)
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until every element of a lightpath's path is configured. */
  private void awaitCircuit(CoAllocationDto booking) {
    var path = booking.lightpaths().getFirst().path();
    var onPath =
        idle.propertyNames().stream()
            .filter(tid -> path.stream().anyMatch(hop -> hop.contains(tid)))
            .toList();
    assertThat(onPath).hasSizeGreaterThanOrEqualTo(4);
    await("the circuit")
        .atMost(TIMEOUT)
        .until(() -> {
          var now = elements();
          return onPath.stream().noneMatch(tid -> now.path(tid).equals(idle.path(tid)));
        });
  }

  private void awaitJob(CoAllocationDto booking) {
    var part = String.valueOf(booking.compute().getFirst().id());
    await("the job")
        .atMost(TIMEOUT)
        .until(() -> newJobs().stream().filter(name -> name.contains(part)).count() == 1);
  }

  private JsonNode elements() {
    return JSON.readTree(state.elements());
  }

  private CallResult<CoAllocationDto> repeat(
      CoAllocationRequest wanted, String key, CallResult<CoAllocationDto> before) {
    var decided =
        await(key)
            .atMost(TIMEOUT)
            .until(
                () -> scientist.book(wanted, key),
                answer ->
                    answer instanceof CallResult.Done || answer instanceof CallResult.Refused);
    if (before instanceof CallResult.Done<CoAllocationDto>(var booking, _)) {
      assertThat(done(decided).id()).isEqualTo(booking.id());
    }
    return decided;
  }

  /** Its start may have passed before it was decided, or before it was known at all. */
  private static Stream<String> afterRestart(CallResult<CoAllocationDto> answer) {
    if (answer instanceof CallResult.Refused<CoAllocationDto>(var problem, _)) {
      assertThat(problem.toString()).isNotBlank();
      return Stream.empty();
    }
    return Stream.of(done(answer).id());
  }

  private void moveToNow(CoAllocationDto booking) {
    var start = Instant.now().plus(SOON).truncatedTo(ChronoUnit.SECONDS);
    var times = new CoAllocationChange.Times(start, start.plus(LENGTH));
    var moved = new CoAllocationChange(times, null, null);
    assertThat(done(scientist.change(booking.id(), moved, "crash-moved")).schedule().startTime())
        .isEqualTo(start);
  }

  private void awaitActive(String id) {
    await(id).atMost(TIMEOUT).until(() -> done(scientist.find(id)), BrokerCrash::isActive);
  }

  private static boolean isActive(CoAllocationDto booking) {
    var run = booking.compute().getFirst().run();
    return booking.state().equals("ACTIVE") && run != null && run.state().equals("active");
  }

  private List<String> listed() {
    var states = List.of("UNDECIDED", "COMMITTED", "ACTIVE");
    var filter =
        new BookingFilter(states, null, null, null, null, "crash: ", null, null, null, false);
    return done(scientist.list(filter)).items().stream().map(CoAllocationDto::id).toList();
  }

  private String jobOf(String id) {
    var run = done(scientist.find(id)).compute().getFirst().run();
    return run == null ? "none" : String.valueOf(run.jobId());
  }

  private Set<String> newJobs() {
    var now = jobs();
    now.removeAll(jobsBefore);
    return now;
  }

  private Set<String> jobs() {
    var directory = data.of("newton").resolve("jobs");
    if (!Files.isDirectory(directory)) {
      return new TreeSet<>();
    }
    try (var found = Files.list(directory)) {
      return found
          .map(Path::getFileName)
          .map(String::valueOf)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endAll(List<String> ids) {
    ids.forEach(id ->
        await(id)
            .atMost(TIMEOUT)
            .until(() -> scientist.cancel(id), answer -> answer instanceof CallResult.Done));
    Predicate<JsonNode> isIdle = idle::equals;
    await().atMost(TIMEOUT).until(this::elements, isIdle);
    await().atMost(TIMEOUT).until(state::allocations, "{}"::equals);
  }

  private static <T> T done(CallResult<T> answer) {
    assertThat(answer).isInstanceOf(CallResult.Done.class);
    return ((CallResult.Done<T>) answer).value();
  }

  @Override
  public void close() {
    callers.close();
    http.close();
    scientist.close();
    calls.close();
  }
}
