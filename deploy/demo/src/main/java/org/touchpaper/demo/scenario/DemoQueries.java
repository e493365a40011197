package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Typed queries on a {@link NetworkView}. */
final class DemoQueries {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";

  private final NetworkView view;

  /** The BAR that is called. */
  private final String bar;

  DemoQueries(NetworkView view) {
    this(view, "bar-ucl");
  }

  private DemoQueries(NetworkView view, String bar) {
    this.view = view;
    this.bar = bar;
  }

  /** The same network, booked through the BAR of another site. */
  DemoQueries at(String otherBar) {
    return new DemoQueries(view, otherBar);
  }

  Instant now() {
    return Instant.parse(view.answer(new NetworkQuery.CurrentTime()));
  }

  void pause(Duration length) {
    view.answer(new NetworkQuery.Pause(length));
  }

  String freshKey() {
    return view.answer(new NetworkQuery.Key());
  }

  HttpReply post(String body, String key) {
    return call("POST", CO_ALLOCATIONS, body, key);
  }

  void postInBackground(String body, String key) {
    view.answer(new NetworkQuery.BackgroundCall(CO_ALLOCATIONS, body, key));
  }

  HttpReply collect(String key) {
    return HttpReply.parse(view.answer(new NetworkQuery.BackgroundReply(key)));
  }

  HttpReply coAllocation(String id) {
    return call("GET", CO_ALLOCATIONS + "/" + id, "", "");
  }

  HttpReply reservation(String connectionId) {
    return call("GET", "/api/v1/reservations/" + connectionId, "", "");
  }

  HttpReply cancel(String id) {
    return call("DELETE", CO_ALLOCATIONS + "/" + id, "", "");
  }

  private HttpReply call(String method, String path, String body, String key) {
    return HttpReply.parse(view.answer(new NetworkQuery.Call(bar, method, path, body, key)));
  }

  String elements() {
    return view.answer(new NetworkQuery.Elements());
  }

  JsonNode element(String tid) {
    return HttpReply.json(elements()).path(tid);
  }

  List<String> transcript(String tid) {
    return view.answer(new NetworkQuery.Transcript(tid)).lines().toList();
  }

  String allocations() {
    return view.answer(new NetworkQuery.Allocations());
  }

  String timetables(Instant from, Instant to) {
    return view.answer(new NetworkQuery.Timetables(from.toString(), to.toString()));
  }

  String segment(String service, String connection) {
    return view.answer(new NetworkQuery.Segment(service, connection));
  }

  String decision(String process, String transaction) {
    return view.answer(new NetworkQuery.Decision(process, transaction));
  }

  void arm(String acceptor, String point) {
    view.answer(new NetworkQuery.SetStopPoint(acceptor, point));
  }

  boolean isStopped(String acceptor) {
    return Boolean.parseBoolean(view.answer(new NetworkQuery.StopPointStatus(acceptor)));
  }

  void kill(String process) {
    view.answer(new NetworkQuery.Kill(process));
  }

  boolean isHealthy(String process) {
    return Boolean.parseBoolean(view.answer(new NetworkQuery.ProcessHealth(process)));
  }

  String engine() {
    return view.answer(new NetworkQuery.Engine());
  }

  String watchRun(String bookingId, int frames) {
    return view.answer(new NetworkQuery.ViewRun(bookingId, frames));
  }

  String tearDown() {
    return view.answer(new NetworkQuery.StopNetwork());
  }

  /** Repeats the query until the condition holds or the timeout passes; returns the last result. */
  <T> T await(Duration timeout, Supplier<T> query, Predicate<T> condition) {
    var deadline = now().plus(timeout);
    var result = query.get();
    while (!condition.test(result) && now().isBefore(deadline)) {
      pause(POLL_INTERVAL);
      result = query.get();
    }
    return result;
  }
}
