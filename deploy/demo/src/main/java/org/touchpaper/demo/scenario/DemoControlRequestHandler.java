package org.touchpaper.demo.scenario;

/** The running network as the demo sees it: answers queries with text. */
@FunctionalInterface
public interface DemoControlRequestHandler {
  String answer(DemoControlRequest query);
}
