package org.touchpaper.bar.listing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next the cursor of the next page; null on the last
 * @param count how many bookings match, on all pages; null unless requested
 * @param countIsExact false if more than {@code count} match; null unless requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BookingPage<T>(
    List<T> items, @Nullable String next, @Nullable Long count, @Nullable Boolean countIsExact) {

  public BookingPage {
    items = List.copyOf(items);
  }

  public <R> BookingPage<R> map(Function<? super T, ? extends R> mapper) {
    return new BookingPage<>(items.stream().<R>map(mapper).toList(), next, count, countIsExact);
  }

  /** Replaces ids by bookings, in their order; a booking that is gone is left out. */
  public <R> BookingPage<R> mapAll(Function<List<T>, List<R>> reader) {
    return new BookingPage<>(reader.apply(items), next, count, countIsExact);
  }
}
