package org.touchpaper.demo.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Records a successful run of the demo and replays it with altered answers. Every check must detect
 * at least one alteration, and the exit status must then be 1.
 */
public final class ScenarioRecording {

  private static final String TIME = name(new DemoControlRequest.CurrentTime());

  /** Possible deviations of the network. */
  private static final List<UnaryOperator<String>> ALTERATIONS =
      List.of(
          _ -> "",
          _ -> "false",
          answer -> answer.replaceFirst("^20\\d", "500"),
          answer -> answer.replaceFirst("^409", "201"),
          answer -> answer.replace("COMMIT", "ABORT"),
          answer -> answer.replace("ABORT", "COMMIT"),
          answer -> answer.replace("UNKNOWN", "COMMITTED"),
          answer -> answer.replace("ACTIVE", "COMMITTED"),
          answer -> answer.replace("ENDED", "ACTIVE"),
          answer -> answer.replace("\"released\":true", "\"released\":false"),
          answer -> answer.replaceFirst("\"state\":\"\\w+\"", "\"state\":\"FAILED\""),
          answer -> answer.replaceFirst("\"id\":\"[^\"]+\"", "\"id\":\"another\""),
          answer -> answer.replaceFirst("newton\\d+,", ""),
          answer -> answer.replace("newton", "hpcx"),
          answer -> answer.replace("NODES_BUSY", "PORT_BUSY"),
          answer -> answer.replace("HELD", "SEEN"),
          answer -> answer.replaceFirst("EDGE-UCL", "EDGE-X"),
          answer -> answer.replace("\"address\":\"", "\"address\":\"no "),
          answer -> answer.replaceFirst("TP-\\w+", "TP-000000000000"),
          answer -> answer.replace("{}", "{\"left\":{}}"),
          answer -> answer.replaceFirst("\"free\":\\d+", "\"free\":1"),
          answer -> answer.replace("every segment holds", "no segment holds"),
          answer -> answer.replaceFirst("(\"startTime\":\")\\d{4}", "$11999"),
          answer -> answer.isEmpty() ? "leftover" : answer);

  /** The recorded answers by query name, in the order of the queries. */
  private final Map<String, List<String>> answers = new LinkedHashMap<>();

  private List<String> checks = List.of();

  /** Runs the demo on a real network and records the answers. */
  public int record(DemoControlRequestHandler network, DemoConsole screen) {
    var demo = new DemoScenario(recording(network), screen);
    var status = demo.run(false);
    checks = demo.checkNames();
    return status;
  }

  private DemoControlRequestHandler recording(DemoControlRequestHandler network) {
    return query -> {
      var answer = network.answer(query);
      answers.computeIfAbsent(name(query), _ -> new ArrayList<>()).add(answer);
      return answer;
    };
  }

  /** Alters each answer in each way, and asserts that every check failed at least once. */
  public void assertEveryCheckCanFail() {
    assertThat(play("", 0, answer -> answer)).as("the recorded run, unaltered").isEmpty();
    var noticed = new TreeSet<String>();
    answers.forEach((altered, recorded) -> {
      if (!altered.equals(TIME)) {
        for (var from : positions(recorded.size())) {
          worthPlaying(recorded, from)
              .forEach(alteration -> noticed.addAll(play(altered, from, alteration)));
        }
      }
    });
    assertThat(noticed).containsAll(checks);
  }

  /**
   * The alterations that change at least one answer, without those that give the same answers as
   * another.
   */
  private static Collection<UnaryOperator<String>> worthPlaying(List<String> recorded, int from) {
    var original = recorded.subList(from, recorded.size());
    var stale = recorded.getFirst();
    var alterations = new ArrayList<>(ALTERATIONS);
    alterations.add(_ -> stale);
    var differing = new HashMap<List<String>, UnaryOperator<String>>();
    for (var alteration : alterations) {
      differing.putIfAbsent(original.stream().map(alteration).toList(), alteration);
    }
    differing.remove(original);
    return differing.values();
  }

  /** The query counts from which to alter; a sample where a query is frequent. */
  private static Set<Integer> positions(int count) {
    var step = Math.max(1, count / 40);
    return IntStream.range(0, count)
        .filter(position -> position % step == 0 || position == count - 1)
        .boxed()
        .collect(Collectors.toSet());
  }

  /** Replays with the answers to one query altered and returns the checks that failed. */
  private List<String> play(String altered, int from, UnaryOperator<String> alteration) {
    var silence = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    var demo =
        new DemoScenario(playing(altered, from, alteration), new DemoConsole(silence, false));
    try {
      assertThat(demo.run(false)).isEqualTo(demo.failedCheckNames().isEmpty() ? 0 : 1);
    } catch (RuntimeException unreadable) {
      // an unreadable answer ends the demo with an exception, hence with status 1
      assertThat(altered).isNotEmpty();
    }
    return demo.failedCheckNames();
  }

  /** A query beyond the recorded ones repeats its last answer; time advances. */
  private DemoControlRequestHandler playing(
      String altered, int from, UnaryOperator<String> alteration) {
    var remaining = new HashMap<String, Deque<String>>();
    answers.forEach((name, recorded) -> remaining.put(name, new ArrayDeque<>(recorded)));
    var last = new HashMap<String, String>();
    var count = new AtomicInteger();
    return query -> {
      var name = name(query);
      var answer = next(query, remaining.getOrDefault(name, new ArrayDeque<>()), last);
      var isAltered = name.equals(altered) && count.getAndIncrement() >= from;
      return isAltered ? alteration.apply(answer) : answer;
    };
  }

  private static String next(
      DemoControlRequest query, Deque<String> remaining, Map<String, String> last) {
    var name = name(query);
    var answer = remaining.pollFirst();
    if (answer == null) {
      answer = last.getOrDefault(name, "");
      answer = isTime(query) ? later(answer) : answer;
    }
    last.put(name, answer);
    return answer;
  }

  private static String later(String time) {
    return Instant.parse(time).plus(Duration.ofMillis(500)).toString();
  }

  private static boolean isTime(DemoControlRequest query) {
    return query instanceof DemoControlRequest.CurrentTime;
  }

  /** Times differ between runs, so they are not part of a query's name. */
  private static String name(DemoControlRequest query) {
    return switch (query) {
      case DemoControlRequest.Call(var bar, var method, var path, _, var key) ->
          String.join(" ", bar, method, path, key);
      case DemoControlRequest.BackgroundCall(var path, _, var key) ->
          "background " + path + " " + key;
      case DemoControlRequest.Timetables _ -> "timetables";
      case DemoControlRequest.CurrentTime _,
          DemoControlRequest.Pause _,
          DemoControlRequest.Key _,
          DemoControlRequest.BackgroundReply _,
          DemoControlRequest.Elements _,
          DemoControlRequest.Transcript _,
          DemoControlRequest.Allocations _,
          DemoControlRequest.Decision _,
          DemoControlRequest.Segment _,
          DemoControlRequest.SetStopPoint _,
          DemoControlRequest.StopPointStatus _,
          DemoControlRequest.Kill _,
          DemoControlRequest.ProcessHealth _,
          DemoControlRequest.Engine _,
          DemoControlRequest.ViewRun _,
          DemoControlRequest.StopNetwork _ ->
          query.toString();
    };
  }
}
