package org.touchpaper.demo.script;

/** The running network as the demo sees it: questions and their answers, all as text. */
@FunctionalInterface
public interface World {
  String ask(Question question);
}
