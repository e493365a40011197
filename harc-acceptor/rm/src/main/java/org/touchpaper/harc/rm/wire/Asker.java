package org.touchpaper.harc.rm.wire;

import java.util.List;
import java.util.Optional;
import org.springframework.util.MultiValueMap;
import org.touchpaper.segment.connection.Requester.Person;

/** Whom a question about free time is put for: what is free may depend on it. */
final class Asker {

  private Asker() {}

  /**
   * The person the peer names as {@code onBehalfOf}; a peer that names nobody asks for itself.
   *
   * @throws IllegalArgumentException if it names a person without home site or role
   */
  static Person of(String peer, MultiValueMap<String, String> question) {
    var name = question.getFirst("onBehalfOf");
    return name == null
        ? new Person(peer, peer, List.of(), "scientist")
        : new Person(
            name,
            present(question, "homeSite"),
            question.getOrDefault("virtualOrganisation", List.of()),
            present(question, "role"));
  }

  private static String present(MultiValueMap<String, String> question, String field) {
    return Optional.ofNullable(question.getFirst(field))
        .orElseThrow(
            () -> new IllegalArgumentException(field + " of the person is missing: onBehalfOf"));
  }
}
