package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Typed queries on a {@link DemoControlRequestHandler}. */
final class DemoQueries {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";

  private final DemoControlRequestHandler view;

  /** The BAR that is called. */
  private final String bar;

  DemoQueries(DemoControlRequestHandler view) {
    this(view, "bar-ucl");
  }

  private DemoQueries(DemoControlRequestHandler view, String bar) {
    this.view = view;
    this.bar = bar;
  }

  /** The same network, booked through the BAR of another site. */
  DemoQueries at(String otherBar) {
    return new DemoQueries(view, otherBar);
  }

  Instant now() {
    return Instant.parse(view.answer(new DemoControlRequest.CurrentTime()));
  }

  void pause(Duration length) {
    view.answer(new DemoControlRequest.Pause(length));
  }

  String freshKey() {
    return view.answer(new DemoControlRequest.Key());
  }

  HttpReply post(String body, String key) {
    return call("POST", CO_ALLOCATIONS, body, key);
  }

  void postInBackground(String body, String key) {
    view.answer(new DemoControlRequest.BackgroundCall(CO_ALLOCATIONS, body, key));
  }

  HttpReply collect(String key) {
    return HttpReply.parse(view.answer(new DemoControlRequest.BackgroundReply(key)));
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
    return HttpReply.parse(view.answer(new DemoControlRequest.Call(bar, method, path, body, key)));
  }

  String elements() {
    return view.answer(new DemoControlRequest.Elements());
  }

  JsonNode element(String tid) {
    return HttpReply.json(elements()).path(tid);
  }

  List<String> transcript(String tid) {
    return view.answer(new DemoControlRequest.Transcript(tid)).lines().toList();
  }

  String allocations() {
    return view.answer(new DemoControlRequest.Allocations());
  }

  String timetables(Instant from, Instant to) {
    return view.answer(new DemoControlRequest.Timetables(from.toString(), to.toString()));
  }

  String segment(String service, String connection) {
    return view.answer(new DemoControlRequest.Segment(service, connection));
  }

  String decision(String process, String transaction) {
    return view.answer(new DemoControlRequest.Decision(process, transaction));
  }

  void arm(String acceptor, String point) {
    view.answer(new DemoControlRequest.SetStopPoint(acceptor, point));
  }

  boolean isStopped(String acceptor) {
    return Boolean.parseBoolean(view.answer(new DemoControlRequest.StopPointStatus(acceptor)));
  }

  void kill(String process) {
    view.answer(new DemoControlRequest.Kill(process));
  }

  boolean isHealthy(String process) {
    return Boolean.parseBoolean(view.answer(new DemoControlRequest.ProcessHealth(process)));
  }

  String engine() {
    return view.answer(new DemoControlRequest.Engine());
  }

  String watchRun(String bookingId, int frames) {
    return view.answer(new DemoControlRequest.ViewRun(bookingId, frames));
  }

  String tearDown() {
    return view.answer(new DemoControlRequest.StopNetwork());
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
