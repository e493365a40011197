package org.touchpaper.bar.listing;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.touchpaper.platform.problem.InvalidRequestException;

/** The order of a list, as the parameter {@code sort} names it; a minus sign means descending. */
public enum BookingSort {
  NEWEST("-createdAt", "created_at", true),
  OLDEST("createdAt", "created_at", false),
  FIRST_START("startTime", "start_time", false),
  LAST_START("-startTime", "start_time", true);

  private final String parameter;
  private final String column;
  private final boolean isDescending;

  BookingSort(String parameter, String column, boolean isDescending) {
    this.parameter = parameter;
    this.column = column;
    this.isDescending = isDescending;
  }

  /**
   * Reads the parameter.
   *
   * @throws InvalidRequestException if there is no such order
   */
  public static BookingSort parse(String text) {
    return Arrays.stream(values())
        .filter(sort -> sort.parameter.equals(text))
        .findFirst()
        .orElseThrow(() ->
            InvalidRequestException.malformed(
                "sort", "known-order", "sort must be one of " + parameters() + ", not " + text));
  }

  private static String parameters() {
    return Arrays.stream(values()).map(sort -> sort.parameter).collect(Collectors.joining(", "));
  }

  String column() {
    return column;
  }

  boolean isByStart() {
    return this == FIRST_START || this == LAST_START;
  }

  boolean isDescending() {
    return isDescending;
  }
}
