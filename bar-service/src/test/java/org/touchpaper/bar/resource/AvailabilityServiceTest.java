package org.touchpaper.bar.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.aggregator.SegmentRegistry;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.resource.AvailabilityService.CommonAvailability;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Many resources in one question; resource managers are scripted. */
class AvailabilityServiceTest {

  private static final Instant START = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule WINDOW = new Schedule(START, START.plusSeconds(3600));
  private static final Duration SLOT = Duration.ofMinutes(10);
  private static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");
  private static final SegmentRegistry NO_SEGMENTS =
      name -> {
        throw new SegmentUnreachableException(name + " does not answer", null);
      };
  private static final NetworkTopology SILENT =
      new NetworkTopology(
          null, List.of(), List.of(), List.of(new MissingAnswer(null, "nsap", "is down")));

  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void releaseSilentServices() {
    end.countDown();
  }

  /** A scripted resource manager. */
  private interface TimetableScript {
    StartRanges starts(@Nullable Integer amount) throws Exception;
  }

  private static StartRanges minutes(int first, int last) {
    return new StartRanges(
        List.of(
            new StartRanges.Range(START.plusSeconds(60L * first), START.plusSeconds(60L * last))));
  }

  private static AvailabilityService service(
      Map<String, TimetableScript> scripts, Duration patience) {
    return service(scripts, () -> TestSite.TOPOLOGY, patience);
  }

  private static AvailabilityService service(
      Map<String, TimetableScript> scripts, NetworkTopologySource topology, Duration patience) {
    var harc =
        new CommitProtocolPort() {
          @Override
          public TransactionResult begin(
              TransactionRequest request, Map<UUID, String> fields, Duration time) {
            throw new AssertionError("nothing is booked");
          }

          @Override
          public QueryResult query(String rm, TransactionId transaction) {
            throw new AssertionError("nothing is booked");
          }

          @Override
          public Timetable timetable(
              String rm,
              String resource,
              Person person,
              Schedule window,
              @Nullable Integer amount,
              @Nullable Duration length,
              @Nullable UUID ownPart) {
            var free = StepFunction.constant(new Window(window.startTime(), window.endTime()), 100);
            try {
              var starts = Objects.requireNonNull(scripts.get(rm)).starts(amount);
              return new Timetable("nodes", free, starts);
            } catch (RuntimeException e) {
              throw e;
            } catch (Exception e) {
              throw new NoAnswerException(rm + " does not answer", e);
            }
          }

          @Override
          public List<OfferedApplication> applications(String rm, String resource, Person person) {
            throw new AssertionError("nothing is run");
          }
        };
    return new AvailabilityService(
        harc,
        NO_SEGMENTS,
        topology,
        TestSite::directory,
        new BrokerIdentity("bar-ucl", URI.create("http://127.0.0.1:8080"), "ucl"),
        new TimeOrderedIds(Clock.systemUTC()),
        patience);
  }

  private static CommonAvailability findBoth(AvailabilityService service) {
    return service.find(
        new AvailabilityRequest(
            List.of("newton", "vis.ucl/newton.manchester"), WINDOW, 300, 4, null, SLOT, 9),
        ANNE);
  }

  @Test
  void aWindowIsWhereEveryResourceIsFree() {
    var service =
        service(
            Map.of("rm-newton", _ -> minutes(0, 30), "rm-network", _ -> minutes(20, 55)),
            Duration.ofSeconds(30));
    for (var time = 1; time <= 2; time++) {
      assertThat(findBoth(service).windows())
          .contains(List.of(new Window(START.plusSeconds(1200), START.plusSeconds(2400))));
    }
  }

  @Test
  void eachResourceIsAskedForItsOwnAmountAndAllSideBySide() {
    var bothAreAsked = new CyclicBarrier(2);
    TimetableScript nodes =
        amount -> {
          bothAreAsked.await(10, TimeUnit.SECONDS);
          return Objects.equals(amount, 4) ? minutes(0, 50) : StartRanges.NONE;
        };
    TimetableScript network =
        amount -> {
          bothAreAsked.await(10, TimeUnit.SECONDS);
          return Objects.equals(amount, 300) ? minutes(0, 50) : StartRanges.NONE;
        };
    var service =
        service(Map.of("rm-newton", nodes, "rm-network", network), Duration.ofSeconds(30));
    assertThat(findBoth(service).windows())
        .hasValueSatisfying(found -> assertThat(found).hasSize(1));
  }

  /** What is not known is not called free. */
  @Test
  void aServiceThatHangsIsMissingAfterTheDeadline() {
    TimetableScript hanging =
        _ -> {
          end.await();
          return minutes(0, 50);
        };
    var service =
        service(
            Map.of("rm-newton", hanging, "rm-network", _ -> minutes(0, 50)),
            Duration.ofMillis(200));
    for (var time = 1; time <= 2; time++) {
      var found = findBoth(service);
      assertThat(found.windows()).isEmpty();
      assertThat(found.missing())
          .singleElement()
          .returns("newton", MissingAnswer::resource)
          .returns("rm-newton", MissingAnswer::service)
          .extracting(MissingAnswer::reason)
          .asString()
          .contains("no answer within");
      assertThat(found.resources()).hasSize(1);
    }
  }

  @Test
  void withoutAnyAnswerTheQueryFails() {
    TimetableScript silent =
        _ -> {
          throw new IOException("down");
        };
    var service =
        service(Map.of("rm-newton", silent, "rm-network", silent), Duration.ofSeconds(30));
    assertThatThrownBy(() -> findBoth(service))
        .isInstanceOf(CommitProtocolPort.NoAnswerException.class)
        .hasMessageContaining("rm-newton")
        .hasMessageContaining("rm-network");
  }

  @Test
  void aFaultOfOneQueryDoesNotHideTheOthersAnswers() {
    TimetableScript faulty =
        _ -> {
          throw new IllegalStateException("a fault");
        };
    var service =
        service(
            Map.of("rm-newton", faulty, "rm-network", _ -> minutes(0, 50)), Duration.ofSeconds(30));
    for (var time = 1; time <= 2; time++) {
      var found = findBoth(service);
      assertThat(found.resources()).hasSize(1);
      assertThat(found.missing())
          .containsExactly(
              new MissingAnswer("newton", "rm-newton", "internal error; see the log of this BAR"));
    }
  }

  private static CommonAvailability find(AvailabilityService service, String... resources) {
    return service.find(
        new AvailabilityRequest(List.of(resources), WINDOW, null, null, null, null, 9), ANNE);
  }

  /** Nothing else knows the links, so the name may be one. */
  @Test
  void whileTheWideAreaIsSilentANameThatItMayHaveIsMissing() {
    var service =
        service(Map.of("rm-newton", _ -> minutes(0, 50)), () -> SILENT, Duration.ofSeconds(30));
    for (var time = 1; time <= 2; time++) {
      var found = find(service, "newton", "LONDON-READING");
      assertThat(found.resources())
          .extracting(AvailabilityService.ResourceAvailability::resource)
          .containsExactly("newton");
      assertThat(found.missing())
          .containsExactly(
              new MissingAnswer(
                  "LONDON-READING", "nsap", "may have a link LONDON-READING, but is down"));
      assertThatThrownBy(() -> find(service, "LONDON-READING"))
          .isInstanceOf(CommitProtocolPort.NoAnswerException.class)
          .hasMessageContaining("nsap: may have a link LONDON-READING, but is down");
    }
  }

  @Test
  void aMisspeltNameIsUnknownAlsoAfterTheWideAreaBecameSilent() {
    var topology = new AtomicReference<>(TestSite.TOPOLOGY);
    var service =
        service(Map.of("rm-newton", _ -> minutes(0, 50)), topology::get, Duration.ofSeconds(30));
    find(service, "newton", "LONDON-READING");
    topology.set(SILENT);
    for (var time = 1; time <= 2; time++) {
      assertThatThrownBy(() -> find(service, "newtown"))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("newtown");
      assertThat(find(service, "newton", "LONDON-READING").missing())
          .containsExactly(new MissingAnswer("LONDON-READING", "nsap", "nsap does not answer"));
    }
  }

  @Test
  void aTopologyThatHangsLeavesTimeForTheOtherServices() {
    NetworkTopologySource hanging =
        () -> {
          try {
            end.await();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
          return SILENT;
        };
    var service = service(Map.of("rm-newton", _ -> minutes(0, 50)), hanging, Duration.ofSeconds(2));
    var found = find(service, "newton", "LONDON-READING");
    assertThat(found.resources()).hasSize(1);
    assertThat(found.missing())
        .singleElement()
        .extracting(MissingAnswer::reason)
        .asString()
        .endsWith("does not return its topology within PT1S");
  }

  @Test
  void unitsOfAFacilityAreAskedByTheirNameThere() {
    TimetableScript tape = amount -> Objects.equals(amount, 20) ? minutes(0, 50) : StartRanges.NONE;
    var service = service(Map.of("rm-store", tape), Duration.ofSeconds(30));
    var found =
        service.find(
            new AvailabilityRequest(List.of("store/tape"), WINDOW, null, null, 20, SLOT, 9), ANNE);
    assertThat(found.windows()).hasValueSatisfying(windows -> assertThat(windows).hasSize(1));
    assertThat(found.resources().getFirst().capacity()).isEqualTo(500);
  }

  @Test
  void everyUnknownResourceIsNamedWithItsPlace() {
    var service = service(Map.of(), Duration.ofSeconds(30));
    var request =
        new AvailabilityRequest(
            List.of("newton", "newtown", "vis.ucl/vis", "LONDON-LEEDS", "store/disk"),
            WINDOW,
            null,
            null,
            null,
            null,
            9);
    assertThatThrownBy(() -> service.find(request, ANNE))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            invalid ->
                assertThat(invalid.violations())
                    .extracting(FieldViolation::field)
                    .containsExactly("resource[1]", "resource[2]", "resource[3]", "resource[4]"));
  }
}
