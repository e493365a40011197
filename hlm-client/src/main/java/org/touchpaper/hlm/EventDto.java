package org.touchpaper.hlm;

import org.jspecify.annotations.Nullable;

/**
 * What happened to a booking, a CloudEvent.
 *
 * @param type such as {@code org.touchpaper.booking.committed}
 * @param id opaque; resume after it
 * @param json the event as the BAR sent it
 */
public record EventDto(
    String id, String type, String source, String time, Booking data, @Nullable String json) {

  static EventDto parse(String text) {
    var event = HlmClient.JSON.readValue(text, EventDto.class);
    return new EventDto(event.id, event.type, event.source, event.time, event.data, text);
  }

  /** The booking after the change. */
  public record Booking(
      String kind,
      String id,
      String state,
      @Nullable String owner,
      @Nullable String description,
      @Nullable String by,
      @Nullable String reason,
      @Nullable String problem,
      boolean released,
      @Nullable Change change) {}

  /** A requested change that was ordered or decided. */
  public record Change(String state, String wanted, @Nullable String reason) {}

  /** The type without its prefix, such as {@code committed}. */
  public String name() {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
