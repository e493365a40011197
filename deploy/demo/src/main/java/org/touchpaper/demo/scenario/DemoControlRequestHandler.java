package org.touchpaper.demo.scenario;

/** Carries out the demo's requests to the running network, and answers with text. */
@FunctionalInterface
public interface DemoControlRequestHandler {
  String answer(DemoControlRequest query);
}
