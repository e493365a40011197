package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.connection.Schedule;

/** Parses output of slurm 22.05.8 of Debian 12, with {@code TZ=UTC}. */
class ScontrolParserTest {

  @Test
  void readsAReservation() {
    var text =
        """
        ReservationName=tp-1 StartTime=2026-12-05T21:00:00 EndTime=2026-12-05T22:00:00 \
        Duration=01:00:00 Nodes=man[1-2] NodeCnt=2 CoreCnt=4 Features=(null) PartitionName=(null) \
        Flags=SPEC_NODES TRES=cpu=4 Users=daemon,nobody Groups=(null) Accounts=(null) \
        Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a MaxStartDelay=(null)
        """;
    assertThat(ScontrolParser.reservations(text))
        .containsExactly(
            new SlurmReservation(
                "tp-1",
                List.of("man1", "man2"),
                schedule("2026-12-05T21:00:00Z", "2026-12-05T22:00:00Z"),
                List.of("daemon", "nobody"),
                false));
    assertThat(ScontrolParser.reservations("No reservations in the system")).isEmpty();
    assertThat(ScontrolParser.reservations(text.replace("SPEC_NODES", "MAINT,WEEKLY,SPEC_NODES")))
        .extracting(SlurmReservation::recurrence)
        .containsExactly(Recurrence.WEEKLY);
  }

  @Test
  void aNodesReasonIsNotReadAsItsState() {
    var text =
        """
        NodeName=man4 Arch=x86_64 CoresPerSocket=1  CPUAlloc=0 CPUEfctv=2 CPUTot=2 CPULoad=4.11 \
        OS=Linux 6.18.44-fc-v445 #1 SMP PREEMPT_DYNAMIC @0  RealMemory=1000 AllocMem=0 Sockets=2 \
        Boards=1 State=IDLE+DRAIN ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A \
        Partitions=main,viz  BootTimeReader=2026-11-21T03:59:40 CfgTRES=cpu=2,mem=1000M,billing=2 \
        AllocTRES= CapWatts=n/a Reason=bad disk State=IDLE [root@2026-11-21T11:38:40]
        """;
    var node = ScontrolParser.nodes(text).getFirst();
    assertThat(node).isEqualTo(new SlurmNode("man4", List.of("main", "viz"), "IDLE+DRAIN"));
    assertThat(node.isUsable()).isFalse();
  }

  @Test
  void aNodeIsUsableOnlyInAHarmlessState() {
    assertThat(List.of("IDLE", "MIXED", "ALLOCATED", "IDLE+RESERVED", "IDLE+MAINTENANCE+RESERVED"))
        .allMatch(ScontrolParserTest::isUsable);
    assertThat(
            List.of(
                "DOWN",
                "DOWN*",
                "IDLE*",
                "IDLE+DRAIN",
                "MIXED+DRAIN",
                "UNKNOWN",
                "FUTURE",
                "ALLOCATED+FAIL",
                "IDLE+NOT_RESPONDING",
                "DOWN+CLOUD",
                "IDLE+INVALID_REG",
                ""))
        .noneMatch(ScontrolParserTest::isUsable);
  }

  private static boolean isUsable(String state) {
    return new SlurmNode("man1", List.of(), state).isUsable();
  }

  /** Slurm reserves the nodes of these jobs for no one; the state flag replaces RUNNING. */
  @ParameterizedTest
  @CsvSource({
    "RUNNING,     true",
    "SUSPENDED,   true",
    "CONFIGURING, true",
    "RESIZING,    true",
    "SIGNALING,   true",
    "STOPPED,     true",
    "COMPLETING,  false",
    "PENDING,     false",
    "REQUEUED,    false",
  })
  void aStartedJobOccupiesItsNodes(String state, boolean holds) {
    var text =
        "JobId=1 JobName=wrap JobState=%s StartTime=2026-11-21T11:38:41 EndTime=2026-11-21T11:43:41 NodeList=man2"
            .formatted(state);
    assertThat(ScontrolParser.runningJobs(text)).hasSize(holds ? 1 : 0);
  }

  @Test
  void aJobOccupiesItsNodesToItsLimitAndWithoutOneForEver() {
    var text =
        """
        JobId=1 JobName=wrap JobState=RUNNING Reason=None StartTime=2026-11-21T11:38:41 \
        EndTime=2026-11-21T11:43:41 Partition=main ReqNodeList=man9 NodeList=man2 BatchHost=man2
        JobId=2 JobName=wrap JobState=RUNNING StartTime=2026-11-21T11:38:41 EndTime=Unknown \
        Reservation=tp-1 ReqNodeList=(null) NodeList=man[3-4]
        JobId=3 JobName=wrap JobState=PENDING StartTime=Unknown EndTime=Unknown NodeList=(null)
        """;
    assertThat(ScontrolParser.runningJobs(text))
        .containsExactly(
            new SlurmJob(
                "", List.of("man2"), schedule("2026-11-21T11:38:41Z", "2026-11-21T11:43:41Z")),
            new SlurmJob(
                "tp-1",
                List.of("man3", "man4"),
                new Schedule(Instant.parse("2026-11-21T11:38:41Z"), ScontrolParser.END_OF_TIME)));
  }

  /** For example a floating reservation (TIME_FLOAT) that can no longer start before its end. */
  @ParameterizedTest
  @ValueSource(strings = {"2026-12-05T22:00:00", "2026-12-05T21:00:00"})
  void aReservationThatEndsAsItStartsDoesNotHideOthers(String end) {
    var floats =
        "ReservationName=floats StartTime=2026-12-05T22:00:00 EndTime=%s Nodes=man1 Flags=TIME_FLOAT Users=root State=INACTIVE\n"
            .formatted(end);
    var other =
        "ReservationName=tp-1 StartTime=2026-12-05T21:00:00 EndTime=2026-12-05T22:00:00 Nodes=man2 Users=daemon State=INACTIVE\n";
    assertThat(ScontrolParser.reservations(floats + other))
        .extracting(SlurmReservation::name, SlurmReservation::schedule)
        .containsExactly(
            tuple("floats", schedule("2026-12-05T22:00:00Z", "2026-12-05T22:00:01Z")),
            tuple("tp-1", schedule("2026-12-05T21:00:00Z", "2026-12-05T22:00:00Z")));
    var job = "JobId=%d JobState=RUNNING StartTime=2026-12-05T22:00:00 EndTime=%s NodeList=man%d\n";
    assertThat(
            ScontrolParser.runningJobs(
                job.formatted(1, end, 1) + job.formatted(2, "2026-12-05T23:00:00", 2)))
        .extracting(SlurmJob::nodes)
        .containsExactly(List.of("man1"), List.of("man2"));
  }

  @Test
  void findsTheBootTimeAmongTheConfiguration() {
    var text =
        """
        BatchStartTimeout       = 10 sec
        BOOT_TIME               = 2026-11-21T11:38:10
        BurstBufferType         = (null)
        """;
    assertThat(ScontrolParser.bootTime(text)).contains(Instant.parse("2026-11-21T11:38:10Z"));
    assertThat(ScontrolParser.bootTime("")).isEmpty();
  }

  private static Schedule schedule(String start, String end) {
    return new Schedule(Instant.parse(start), Instant.parse(end));
  }
}
