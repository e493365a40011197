package org.touchpaper.hlm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces lists that a response leaves out by empty ones. */
final class NullableLists {
  private NullableLists() {}

  static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }
}
