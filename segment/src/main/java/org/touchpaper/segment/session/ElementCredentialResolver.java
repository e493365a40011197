package org.touchpaper.segment.session;

import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * Finds the user name or password of an element: the configured one, or in the demo profile that of
 * every emulated element.
 */
enum ElementCredentialResolver {
  USER("touchpaper"),
  PASSWORD("lightpath");

  private final String demoValue;

  ElementCredentialResolver(String demoValue) {
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
      case PRODUCTION ->
          throw new IllegalStateException(
              property + " is not set. Only emulated elements have a default login.");
    };
  }
}
