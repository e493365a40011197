package org.touchpaper.bar.event;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stored event.
 *
 * @param eventId opaque to clients
 * @param owner the booking's owner
 * @param data JSON
 */
public record BookingEvent(
    EventPosition position,
    String eventId,
    Instant at,
    EventType type,
    BookingKind kind,
    UUID booking,
    String owner,
    String data) {

  /** CloudEvents 1.0, section 3.1, in the order in which its examples list the attributes. */
  private record CloudEvent(
      String specversion,
      String type,
      URI source,
      String subject,
      String id,
      Instant time,
      String datacontenttype,
      @JsonRawValue String data) {}

  /**
   * Returns the event in CloudEvents' JSON format, on one line.
   *
   * @param source the address of the BAR
   */
  public String toJson(URI source) {
    return JsonMapper.shared()
        .writeValueAsString(
            new CloudEvent(
                "1.0",
                EventType.PREFIX + type.text(),
                source,
                kind.path(booking),
                eventId,
                at,
                "application/json",
                data));
  }
}
