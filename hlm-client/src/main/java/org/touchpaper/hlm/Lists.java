package org.touchpaper.hlm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list that an answer may leave out. */
final class Lists {
  private Lists() {}

  static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }
}
