package org.touchpaper.segment.provider;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.touchpaper.platform.TouchpaperProperties;

/** A part of an element's login: configured, or in the demo the one every emulated element has. */
enum ElementLogin {
  USER("touchpaper"),
  PASSWORD("lightpath");

  private final String demo;

  ElementLogin(String demo) {
    this.demo = demo;
  }

  /** What is configured under this property; outside the demo a service does not start without. */
  String of(String property, @Nullable String configured, TouchpaperProperties.Profile profile) {
    if (configured != null && !configured.isBlank()) {
      return configured;
    }
    return switch (profile) {
      case DEMO -> demo;
      case PRODUCTION -> throw new Missing(property);
    };
  }

  /** A known password on a real element would be an open door, so the service does not start. */
  static final class Missing extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private final String property;

    Missing(String property) {
      super(property + " is not set, and only emulated elements have a known login.");
      this.property = property;
    }

    /** What the administrator reads instead of a stack trace. */
    static final class Analyzer extends AbstractFailureAnalyzer<Missing> {
      @Override
      protected FailureAnalysis analyze(Throwable rootFailure, Missing cause) {
        return new FailureAnalysis(
            cause.getMessage(),
            "Set " + cause.property + " or, for a demo, touchpaper.profile=demo.",
            cause);
      }
    }
  }
}
