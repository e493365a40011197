package org.touchpaper.bar.iri;

import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Addresses in the IRI Facility API; complete ones, as its clients expect. */
final class IriAddresses {

  /** The paths below it are those of the specification. */
  static final String PREFIX = "/iri/api/v2";

  private IriAddresses() {}

  static String facility() {
    return of("facility");
  }

  static String site(String id) {
    return of("facility", "sites", id);
  }

  static String resource(String id) {
    return of("status", "resources", id);
  }

  static String incident(String id) {
    return of("status", "incidents", id);
  }

  static String event(String id) {
    return of("status", "events", id);
  }

  /** An address as the caller of the present request reaches it. */
  private static String of(String... segments) {
    return ServletUriComponentsBuilder.fromCurrentContextPath()
        .path(PREFIX)
        .pathSegment(segments)
        .toUriString();
  }
}
