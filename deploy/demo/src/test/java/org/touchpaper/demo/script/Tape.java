package org.touchpaper.demo.script;

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
 * A good run of the demo as questions and answers, played back with one answer altered at a time:
 * for every check there must be an alteration that it notices, and then the exit status is 1.
 */
public final class Tape {

  private static final String TIME = name(new Question.Now());

  /** Ways in which the world could differ. */
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
          answer -> answer.replaceFirst("TP-\\w+", "TP-000000000000"),
          answer -> answer.replace("{}", "{\"left\":{}}"),
          answer -> answer.replaceFirst("\"free\":\\d+", "\"free\":1"),
          answer -> answer.replace("every segment holds", "nobody holds"),
          answer -> answer.replaceFirst("(\"startTime\":\")\\d{4}", "$11999"),
          answer -> answer.isEmpty() ? "something is left" : answer);

  /** What was answered to each question, by its name and in the order of asking. */
  private final Map<String, List<String>> answers = new LinkedHashMap<>();

  private List<String> checks = List.of();

  /** Runs the demo in the real world and remembers what it said. */
  public int record(World world, Screen screen) {
    var demo = new Demo(recording(world), screen);
    var status = demo.run(false);
    checks = demo.checked();
    return status;
  }

  private World recording(World world) {
    return question -> {
      var answer = world.ask(question);
      answers.computeIfAbsent(name(question), _ -> new ArrayList<>()).add(answer);
      return answer;
    };
  }

  /** Alters each answer in each way, and asserts that every check failed at least once. */
  public void everyCheckCanFail() {
    assertThat(play("", 0, answer -> answer)).as("the recorded run, unaltered").isEmpty();
    var noticed = new TreeSet<String>();
    answers.forEach((altered, recorded) -> {
      if (!altered.equals(TIME)) {
        for (var from : places(recorded.size())) {
          worthPlaying(recorded, from)
              .forEach(alteration -> noticed.addAll(play(altered, from, alteration)));
        }
      }
    });
    assertThat(noticed).containsAll(checks);
  }

  /**
   * The alterations that say something else than was recorded: what leaves every answer as it was
   * plays the recorded run again, and of two that say the same one is enough.
   */
  private static Collection<UnaryOperator<String>> worthPlaying(List<String> recorded, int from) {
    var said = recorded.subList(from, recorded.size());
    var stale = recorded.getFirst();
    var alterations = new ArrayList<>(ALTERATIONS);
    alterations.add(_ -> stale);
    var differing = new HashMap<List<String>, UnaryOperator<String>>();
    for (var alteration : alterations) {
      differing.putIfAbsent(said.stream().map(alteration).toList(), alteration);
    }
    differing.remove(said);
    return differing.values();
  }

  /** From any time on that something is asked; where it is asked often, from a few. */
  private static Set<Integer> places(int asked) {
    var step = Math.max(1, asked / 40);
    return IntStream.range(0, asked)
        .filter(place -> place % step == 0 || place == asked - 1)
        .boxed()
        .collect(Collectors.toSet());
  }

  /** Plays back with the answers to one question altered; gives the checks that failed. */
  private List<String> play(String altered, int from, UnaryOperator<String> alteration) {
    var silence = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    var demo = new Demo(playing(altered, from, alteration), new Screen(silence, false));
    try {
      assertThat(demo.run(false)).isEqualTo(demo.failed().isEmpty() ? 0 : 1);
    } catch (RuntimeException unreadable) {
      // an answer that cannot be read ends the demo with an error, and so with status 1
      assertThat(altered).isNotEmpty();
    }
    return demo.failed();
  }

  /** A question asked more often than recorded gets its last answer again, and time goes on. */
  private World playing(String altered, int from, UnaryOperator<String> alteration) {
    var left = new HashMap<String, Deque<String>>();
    answers.forEach((name, recorded) -> left.put(name, new ArrayDeque<>(recorded)));
    var last = new HashMap<String, String>();
    var asked = new AtomicInteger();
    return question -> {
      var name = name(question);
      var answer = next(question, left.getOrDefault(name, new ArrayDeque<>()), last);
      var isAltered = name.equals(altered) && asked.getAndIncrement() >= from;
      return isAltered ? alteration.apply(answer) : answer;
    };
  }

  private static String next(Question question, Deque<String> left, Map<String, String> last) {
    var name = name(question);
    var answer = left.pollFirst();
    if (answer == null) {
      answer = last.getOrDefault(name, "");
      answer = isTime(question) ? later(answer) : answer;
    }
    last.put(name, answer);
    return answer;
  }

  private static String later(String time) {
    return Instant.parse(time).plus(Duration.ofMillis(500)).toString();
  }

  private static boolean isTime(Question question) {
    return question instanceof Question.Now;
  }

  /** Times differ when the run goes another way, so they are no part of a question's name. */
  private static String name(Question question) {
    return switch (question) {
      case Question.Call(var method, var path, _, var key) -> method + " " + path + " " + key;
      case Question.CallInBackground(var path, _, var key) -> "background " + path + " " + key;
      case Question.Timetables _ -> "timetables";
      case Question.Now _,
          Question.Pause _,
          Question.Key _,
          Question.Collect _,
          Question.Elements _,
          Question.Transcript _,
          Question.Allocations _,
          Question.Decision _,
          Question.Segment _,
          Question.Arm _,
          Question.Stopped _,
          Question.Kill _,
          Question.Healthy _,
          Question.TearDown _ ->
          question.toString();
    };
  }
}
