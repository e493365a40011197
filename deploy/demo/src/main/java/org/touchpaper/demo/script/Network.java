package org.touchpaper.demo.script;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** The demo's questions to the {@link World}, asked and read. */
final class Network {

  private static final Duration GLANCE = Duration.ofMillis(100);

  private final World world;

  Network(World world) {
    this.world = world;
  }

  Instant now() {
    return Instant.parse(world.ask(new Question.Now()));
  }

  void pause(Duration length) {
    world.ask(new Question.Pause(length));
  }

  String freshKey() {
    return world.ask(new Question.Key());
  }

  Reply post(String body, String key) {
    return Reply.parse(world.ask(new Question.Call("POST", "/api/v1/co-allocations", body, key)));
  }

  void postInBackground(String body, String key) {
    world.ask(new Question.CallInBackground("/api/v1/co-allocations", body, key));
  }

  Reply collect(String key) {
    return Reply.parse(world.ask(new Question.Collect(key)));
  }

  Reply coAllocation(String id) {
    return Reply.parse(world.ask(new Question.Call("GET", "/api/v1/co-allocations/" + id, "", "")));
  }

  Reply reservation(String connectionId) {
    return Reply.parse(
        world.ask(new Question.Call("GET", "/api/v1/reservations/" + connectionId, "", "")));
  }

  Reply cancel(String id) {
    return Reply.parse(
        world.ask(new Question.Call("DELETE", "/api/v1/co-allocations/" + id, "", "")));
  }

  String elements() {
    return world.ask(new Question.Elements());
  }

  JsonNode element(String tid) {
    return Reply.json(elements()).path(tid);
  }

  List<String> transcript(String tid) {
    return world.ask(new Question.Transcript(tid)).lines().toList();
  }

  String allocations() {
    return world.ask(new Question.Allocations());
  }

  String timetables(Instant from, Instant to) {
    return world.ask(new Question.Timetables(from.toString(), to.toString()));
  }

  String segment(String service, String connection) {
    return world.ask(new Question.Segment(service, connection));
  }

  String decision(String process, String transaction) {
    return world.ask(new Question.Decision(process, transaction));
  }

  void arm(String acceptor, String point) {
    world.ask(new Question.Arm(acceptor, point));
  }

  boolean stopped(String acceptor) {
    return Boolean.parseBoolean(world.ask(new Question.Stopped(acceptor)));
  }

  void kill(String process) {
    world.ask(new Question.Kill(process));
  }

  boolean healthy(String process) {
    return Boolean.parseBoolean(world.ask(new Question.Healthy(process)));
  }

  String tearDown() {
    return world.ask(new Question.TearDown());
  }

  /** Looks again and again until what is seen pleases, or time is up; gives what was seen last. */
  <T> T await(Duration patience, Supplier<T> look, Predicate<T> pleases) {
    var until = now().plus(patience);
    var seen = look.get();
    while (!pleases.test(seen) && now().isBefore(until)) {
      pause(GLANCE);
      seen = look.get();
    }
    return seen;
  }
}
