package org.touchpaper.segment.session;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * User name or password of an element: configured, or in the demo profile that of every emulated
 * element.
 */
enum ElementLogin {
  USER("touchpaper"),
  PASSWORD("lightpath");

  private final String demoValue;

  ElementLogin(String demoValue) {
    this.demoValue = demoValue;
  }

  /** The configured value. In production a missing value prevents the start of the service. */
  String resolve(
      String property, @Nullable String configured, TouchpaperProperties.Profile profile) {
    if (configured != null && !configured.isBlank()) {
      return configured;
    }
    return switch (profile) {
      case DEMO -> demoValue;
      case PRODUCTION -> throw new MissingLoginException(property);
    };
  }

  /**
   * A login is missing. The service does not start, because a well-known password on a real element
   * would be a security hole.
   */
  static final class MissingLoginException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private final String property;

    MissingLoginException(String property) {
      super(property + " is not set. Only emulated elements have a default login.");
      this.property = property;
    }

    /** Reports the missing setting instead of a stack trace. */
    static final class Analyzer extends AbstractFailureAnalyzer<MissingLoginException> {
      @Override
      protected FailureAnalysis analyze(Throwable rootFailure, MissingLoginException cause) {
        return new FailureAnalysis(
            cause.getMessage(),
            "Set " + cause.property + " or, for a demo, touchpaper.profile=demo.",
            cause);
      }
    }
  }
}
