package org.touchpaper.bar.coallocation.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.platform.problem.FieldViolation;

/** The violations found so far in one request. */
final class Violations {

  private final List<FieldViolation> found = new ArrayList<>();

  void report(String field, String rule, String message) {
    found.add(new FieldViolation(field, rule, message));
  }

  void report(FieldViolation violation) {
    found.add(violation);
  }

  /**
   * Reports a value less than 1.
   *
   * @param prefix the path of the field's object
   */
  void requireAtLeastOne(String prefix, String field, int value) {
    if (value < 1) {
      report(prefix + field, "at-least-1", "%s must be at least 1, not %d".formatted(field, value));
    }
  }

  void reportUnknownHost(String field, String name, NetworkDirectory directory) {
    report(
        field,
        "known-host",
        unknownText(
            "host", "hosts", name, directory.hosts().stream().map(NetworkDirectory.Host::name)));
  }

  /** Says that the directory has no such name, and which it has. */
  static String unknownText(String kind, String plural, String name, Stream<String> known) {
    return "unknown %s %s; known %s: %s"
        .formatted(kind, name, plural, String.join(", ", known.toList()));
  }

  List<FieldViolation> list() {
    return List.copyOf(found);
  }
}
