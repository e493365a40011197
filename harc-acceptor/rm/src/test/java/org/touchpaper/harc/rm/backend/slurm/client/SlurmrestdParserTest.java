package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses responses of slurmrestd 26.05.5 of Debian, reduced to the parts that are read. */
class SlurmrestdParserTest {
  private static final Instant START = Instant.parse("2026-11-23T10:16:16Z");
  private static final Instant END = Instant.parse("2026-11-23T11:16:16Z");

  @Test
  void readsAReservationAndWhetherItIsActive() {
    var answer =
        json(
            """
            {"reservations": [{"accounts": "", "name": "tp-1", "node_count": 3,
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": 1795432576},
              "node_list": "man[1-2],viz1", "users": "bin,daemon", "flags": ["SPEC_NODES"]}]}
            """);
    assertThat(SlurmrestdParser.reservations(answer, START.minusSeconds(1)))
        .containsExactly(
            new SlurmReservation(
                "tp-1",
                List.of("man1", "man2", "viz1"),
                new Schedule(START, END),
                List.of("bin", "daemon"),
                false));
    assertThat(SlurmrestdParser.reservations(answer, START)).allMatch(SlurmReservation::isActive);
    assertThat(SlurmrestdParser.reservations(answer, END.plusSeconds(1)))
        .noneMatch(SlurmReservation::isActive);
    assertThat(SlurmrestdParser.reservations(json("{\"reservations\": []}"), START)).isEmpty();
    var weekly = json(answer.toString().replace("SPEC_NODES", "MAINT\",\"WEEKLY"));
    assertThat(SlurmrestdParser.reservations(weekly, START))
        .extracting(SlurmReservation::recurrence)
        .containsExactly(Recurrence.WEEKLY);
  }

  @Test
  void aReservationThatStartedBySlurmsClockIsActive() {
    var answer =
        json(
            """
            {"reservations": [{"name": "tp-1", "node_list": "man1", "users": "bin",
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": 1795432576}}],
             "last_update": {"set": true, "infinite": false, "number": 1795428976}}
            """);
    assertThat(SlurmrestdParser.reservations(answer, START.minusSeconds(2)))
        .allMatch(SlurmReservation::isActive);
    assertThat(SlurmrestdParser.reservations(answer, END.plusSeconds(2)))
        .noneMatch(SlurmReservation::isActive);
  }

  /**
   * For example a floating reservation (TIME_FLOAT) that can no longer start before its end, and a
   * number that is set and means none (NO_VAL64).
   */
  @ParameterizedTest
  @CsvSource({
    "1795428976, 2026-11-23T10:16:17Z",
    "1795428975, 2026-11-23T10:16:17Z",
    "18446744073709551614, 9999-12-31T00:00:00Z",
    "9223372036854775807, 9999-12-31T00:00:00Z",
  })
  void anUnusualEndDoesNotHideOthers(String end, Instant read) {
    var answer =
        json(
            """
            {"reservations": [{"name": "odd", "node_list": "man1", "users": "root",
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": %1$s}},
             {"name": "tp-1", "node_list": "man2", "users": "bin",
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": 1795432576}}],
             "jobs": [{"job_id": 1, "job_state": ["RUNNING"], "nodes": "man1", "resv_name": "",
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": %1$s},
              "time_limit": {"set": true, "infinite": false, "number": 60}}]}
            """
                .formatted(end));
    assertThat(SlurmrestdParser.reservations(answer, START))
        .extracting(SlurmReservation::name, SlurmReservation::schedule)
        .containsExactly(
            tuple("odd", new Schedule(START, read)), tuple("tp-1", new Schedule(START, END)));
    assertThat(SlurmrestdParser.runningJobs(answer))
        .containsExactly(new SlurmJob("", List.of("man1"), new Schedule(START, read)));
  }

  /** For example a reservation of licences only. */
  @Test
  void aReservationMayHaveNeitherNodesNorUsers() {
    var answer =
        json(
            """
            {"reservations": [{"name": "matlab", "node_list": "", "users": "",
              "start_time": {"set": true, "infinite": false, "number": 1795428976},
              "end_time": {"set": true, "infinite": false, "number": 1795432576}}]}
            """);
    var reservation = SlurmrestdParser.reservations(answer, START).getFirst();
    assertThat(reservation.nodes()).isEmpty();
    assertThat(reservation.users()).isEmpty();
  }

  @Test
  void aNodesStateIncludesItsFlags() {
    var answer =
        json(
            """
            {"nodes": [
              {"name": "man1", "partitions": ["main", "viz"], "state": ["IDLE", "RESERVED"]},
              {"name": "man2", "partitions": ["main"], "state": ["IDLE", "DRAIN"]},
              {"name": "man3", "partitions": ["main"], "state": ["IDLE", "NOT_RESPONDING"]},
              {"name": "man4", "partitions": ["main"], "state": []}]}
            """);
    assertThat(SlurmrestdParser.nodes(answer).getFirst())
        .isEqualTo(new SlurmNode("man1", List.of("main", "viz"), "IDLE+RESERVED"));
    assertThat(SlurmrestdParser.nodes(answer))
        .extracting(SlurmNode::isUsable)
        .containsExactly(true, false, false, false);
  }

  @Test
  void aJobOccupiesItsNodesToItsLimitAndWithoutOneForEver() {
    var answer =
        json(
            """
            {"jobs": [
              {"job_id": 1, "job_state": ["RUNNING"], "nodes": "man1", "resv_name": "",
               "start_time": {"set": true, "infinite": false, "number": 1795428976},
               "end_time": {"set": true, "infinite": false, "number": 1826882326},
               "time_limit": {"set": false, "infinite": true, "number": 0}},
              {"job_id": 2, "job_state": ["RUNNING", "CONFIGURING"], "nodes": "man[2-3]",
               "resv_name": "tp-1",
               "start_time": {"set": true, "infinite": false, "number": 1795428976},
               "end_time": {"set": true, "infinite": false, "number": 1795432576},
               "time_limit": {"set": true, "infinite": false, "number": 60}},
              {"job_id": 3, "job_state": ["COMPLETED"], "nodes": "man4", "resv_name": "",
               "start_time": {"set": true, "infinite": false, "number": 1795428976},
               "end_time": {"set": true, "infinite": false, "number": 1795432576},
               "time_limit": {"set": true, "infinite": false, "number": 60}}]}
            """);
    assertThat(SlurmrestdParser.runningJobs(answer))
        .containsExactly(
            new SlurmJob("", List.of("man1"), new Schedule(START, ScontrolParser.END_OF_TIME)),
            new SlurmJob("tp-1", List.of("man2", "man3"), new Schedule(START, END)));
  }

  @Test
  void readsTheBootTimeOfSlurmctld() {
    assertThat(
            SlurmrestdParser.bootTime(json("{\"slurm_conf_meta\": {\"BOOT_TIME\": 1795428976}}")))
        .contains(START);
    assertThat(SlurmrestdParser.bootTime(json("{\"slurm_conf_meta\": {}}"))).isEmpty();
    assertThat(
            SlurmrestdParser.statisticsStart(
                json(
                    """
                    {"statistics": {"req_time_start":
                      {"set": true, "infinite": false, "number": 1795428976}}}
                    """)))
        .contains(START);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }
}
